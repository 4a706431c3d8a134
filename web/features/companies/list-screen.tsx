/** The company list: search by customer number, name or abbreviation, conditions, all of it in the address. */
import Button from '@cloudscape-design/components/button'
import { useMemo, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { locales } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import { usePeople } from '../../api/by-ids.ts'
import { useCan } from '../../api/can.ts'
import { useFilterOptions } from '../../api/filter-options.ts'
import { useReference } from '../../api/reference.ts'
import { useCall } from '../../api/use-call.ts'
import { companyHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { FieldSources, FieldWords } from '../../ui/catalogue-fields.ts'
import { catalogueListDefaults, catalogueListState, useListQuery } from '../../ui/catalogue-list.ts'
import { useLinkedPreferences } from '../../ui/linked-columns.ts'
import { useLastAddress } from '../../ui/list-memory.ts'
import { type ListPage, ListScreen } from '../../ui/list-screen.tsx'
import { useListState } from '../../ui/list-state.ts'
import { useTitle } from '../../ui/localized.tsx'
import { useTablePreferences } from '../../ui/table-preferences.ts'
import {
  companyColumns,
  companyFilter,
  companyFilterFields,
  companyPageSize,
  filterGroups,
} from './model/list.ts'
import { useCompanyCells } from './parts/company-cells.tsx'
import { NewCompanyDialog } from './parts/new-company-dialog.tsx'
import { useCompanyWords } from './use-company-words.ts'
import './companies.css'

const tableId = 'companies'
const peopleColumns = ['createdBy', 'updatedBy']
const pageOf = ({ list, count }: OutputOf<typeof execute>): ListPage => ({
  count,
  list: list.filter((hit): hit is Row => typeof hit === 'object' && 'columns' in hit),
})

export function CompanyListScreen() {
  const last = useLastAddress(tableId)
  return last ? <Navigate to={{ search: last }} replace /> : <CompanyList />
}

function useCompanyFields() {
  const reference = useReference()
  const t = useTexts('companies')
  const title = useTitle()
  const words = useCompanyWords()
  const catalogue = useMemo(
    () => fieldCatalogue('company', { list: reference.lists, fielddefinition: reference.fielddefinitions }),
    [reference.lists, reference.fielddefinitions],
  )
  const fieldWords = useMemo<FieldWords>(
    () => ({ t: (key) => t(key), title, yes: t('yes'), no: t('no') }),
    [t, title],
  )
  const fields = useMemo(() => {
    const languages = locales.map((value) => ({ value, label: words.language(value) }))
    const sources: FieldSources = {
      of: (field) => {
        if (field.name.endsWith('language')) return { options: languages }
        if (field.name === 'contacts.function') return { options: words.functions }
        if (field.entityClass === 'institution') return { options: words.institutions }
        if (field.entityClass === 'country') return { options: words.countries }
        if (field.entityClass === 'region') return { options: words.regions }
        if (field.entityClass === 'list') return { options: words.lists }
        if (field.entityClass === 'account') return { loader: `account:company:${field.name}` }
        return undefined
      },
      selectOptions: words.optionsOf,
    }
    return companyFilterFields(catalogue, fieldWords, sources)
  }, [catalogue, fieldWords, words])
  const columns = useMemo(() => companyColumns(catalogue, fieldWords), [catalogue, fieldWords])
  return { reference, fields, columns, words }
}

function CompanyList() {
  const t = useTexts('companies')
  const title = useTitle()
  const mayCreate = useCan()('company:create')
  const [state, setState] = useListState(catalogueListState, catalogueListDefaults)
  const [isCreating, setCreating] = useState(false)
  const { reference, fields, columns, words } = useCompanyFields()
  const { isReady } = reference
  const kept = useTablePreferences(tableId, columns, { pageSize: companyPageSize })
  const preferences = useLinkedPreferences(kept, columns, state, setState, isReady)
  const { pageSize } = preferences
  const query = useListQuery(state.f, fields, isReady)
  const filter = companyFilter(state.q, query.filter)
  const input =
    query.isWaiting || query.notUnderstood.length > 0
      ? null
      : {
          entityClass: 'company',
          ...(filter ? { attributeFilter: filter } : {}),
          pagination: { start: (state.page - 1) * pageSize, limit: pageSize },
          sorting: [state.sort],
          columns: preferences.visible,
        }
  const answer = useCall(execute, input, {
    keepPreviousData: true,
    revalidateOnFocus: true,
    refreshInterval: 60_000,
  })
  const data = useMemo(() => answer.data && pageOf(answer.data), [answer.data])
  const cells = useCompanyCells(columns, words, usePeople(data?.list, peopleColumns))
  const options = useFilterOptions(query.values, title)
  return (
    <Page title={t('title')}>
      <ListScreen
        id={tableId}
        t={t}
        columns={cells}
        preferences={preferences}
        defaultPageSize={companyPageSize}
        state={state}
        setState={setState}
        query={query}
        question={JSON.stringify(input)}
        answer={{
          data,
          isLoading: answer.isLoading,
          error: answer.error ?? (query.isWaiting ? reference.error : undefined),
        }}
        onRetry={() => void (query.isWaiting ? reference.refresh() : answer.mutate())}
        fields={fields}
        groups={filterGroups}
        load={options.load}
        labelOf={options.labelOf}
        hrefOf={companyHref}
        onCopied={(text) => notify.success({ id: 'companies:copied', text })}
        emptyText={t('empty.text')}
        create={(variant) =>
          mayCreate && (
            <Button variant={variant} iconName="add-plus" onClick={() => setCreating(true)}>
              {t('new.open')}
            </Button>
          )
        }
      />
      {isCreating && <NewCompanyDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}
