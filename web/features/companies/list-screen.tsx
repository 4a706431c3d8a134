/** The company list: search by customer number, name or abbreviation, conditions, all of it in the address. */
import Button from '@cloudscape-design/components/button'
import { useMemo, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { locales } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import { useCan } from '../../api/can.ts'
import { useReference } from '../../api/reference.ts'
import { companyHref, mergeHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { type Asked, useCatalogueList } from '../../frame/use-catalogue-list.ts'
import { useTexts } from '../../texts/texts.ts'
import type { FieldSources, FieldWords } from '../../ui/catalogue-fields.ts'
import {
  type CatalogueListState,
  catalogueListDefaults,
  catalogueListState,
} from '../../ui/catalogue-list.ts'
import { useLastAddress } from '../../ui/list-memory.ts'
import { type ListPage, ListScreen } from '../../ui/list-screen.tsx'
import { useListState } from '../../ui/list-state.ts'
import { useTitle } from '../../ui/localized.tsx'
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
function inputOf({ state, filter, ...page }: Asked<CatalogueListState>) {
  const both = companyFilter(state.q, filter)
  return {
    entityClass: 'company',
    ...(both ? { attributeFilter: both } : {}),
    ...page,
  }
}
const pageOf = ({ list, count, isAtLeast }: OutputOf<typeof execute>): ListPage => ({
  count,
  isAtLeast,
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
  const can = useCan()
  const mayCreate = can('company:create')
  const mayMerge = can('company:merge')
  const navigate = useNavigate()
  const [state, setState] = useListState(catalogueListState, catalogueListDefaults)
  const [isCreating, setCreating] = useState(false)
  const { reference, fields, columns: all, words } = useCompanyFields()
  const { screen, columns, personOf } = useCatalogueList({
    id: tableId,
    state,
    setState,
    fields,
    columns: all,
    reference,
    pageSize: companyPageSize,
    call: execute,
    inputOf,
    pageOf,
  })
  const cells = useCompanyCells(columns, words, personOf)
  return (
    <Page title={t('title')}>
      <ListScreen
        {...screen}
        t={t}
        columns={cells}
        groups={filterGroups}
        hrefOf={companyHref}
        emptyText={t('empty.text')}
        {...(mayMerge && { selectionItems: [{ id: 'merge', text: t('merge.open') }] })}
        onSelectionAction={(_, chosen) => void navigate(mergeHref(chosen.ids))}
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
