/** The product list: instant name search, conditions, a list whose values are shown, all of it in the address. */
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import { useMemo } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { fixedIds } from '../../../shared/constants.ts'
import { usePeople } from '../../api/by-ids.ts'
import { useCan } from '../../api/can.ts'
import { useFilterOptions } from '../../api/filter-options.ts'
import { useRefresh, useSend } from '../../api/use-call.ts'
import { productHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useListQuery } from '../../ui/catalogue-list.ts'
import { useLinkedPreferences } from '../../ui/linked-columns.ts'
import { useLastAddress } from '../../ui/list-memory.ts'
import { ListScreen } from '../../ui/list-screen.tsx'
import { useListState } from '../../ui/list-state.ts'
import { useTitle } from '../../ui/localized.tsx'
import { useTablePreferences } from '../../ui/table-preferences.ts'
import { productColumns } from './model/columns.ts'
import { filterGroups } from './model/filter-fields.ts'
import { listDefaults, listStateSchema, productPageSize } from './model/list-state.ts'
import { useProductCells } from './parts/product-cells.tsx'
import { useProductFields, useProductSearch } from './use-product-list.ts'

const tableId = 'products'
const peopleColumns = ['createdBy', 'updatedBy']

export function ProductListScreen() {
  const last = useLastAddress(tableId)
  return last ? <Navigate to={{ search: last }} replace /> : <ProductList />
}

function ProductList() {
  const t = useTexts('products')
  const ui = useTexts('ui')
  const title = useTitle()
  const navigate = useNavigate()
  const mayCreate = useCan()('product:create')
  const refresh = useRefresh()
  const [state, setState] = useListState(listStateSchema, listDefaults)
  const { reference, catalogue, words, fields, viewableLists } = useProductFields()

  const all = useMemo(
    () =>
      productColumns(catalogue, words, (name) =>
        name === 'rev' || name === 'isNationalPartner' ? t(`column.${name}`) : '',
      ),
    [catalogue, words, t],
  )
  const kept = useTablePreferences(tableId, all, { pageSize: productPageSize })
  const preferences = useLinkedPreferences(kept, all, state, setState, reference.isReady)
  const query = useListQuery(state.f, fields, reference.isReady)
  const { answer, question } = useProductSearch(state, query, {
    columns: preferences.visible,
    pageSize: preferences.pageSize,
  })
  const cells = useProductCells(all, reference, usePeople(answer.data?.list, peopleColumns))
  const options = useFilterOptions(query.values, title)
  const { send, isSending } = useSend(create)
  const listChoices = useMemo(
    () => [
      { value: '', label: t('list.base') },
      ...viewableLists
        .filter((l) => l.id !== fixedIds.list.base)
        .map((l) => ({ value: l.id, label: title(l.data.title) })),
    ],
    [viewableLists, title, t],
  )
  const chosen = listChoices.find((o) => o.value === state.list) ?? listChoices[0]!
  const createProduct = async () => {
    const made = await send({}, { idempotencyKey: crypto.randomUUID() })
    void refresh(search)
    void navigate(productHref(made.id, fixedIds.list.base), { state: { isNew: true } })
  }
  return (
    <Page title={t('title')}>
      <ListScreen
        id={tableId}
        t={t}
        columns={cells}
        preferences={preferences}
        defaultPageSize={productPageSize}
        state={state}
        setState={setState}
        query={query}
        question={question}
        answer={{ ...answer, error: answer.error ?? (query.isWaiting ? reference.error : undefined) }}
        onRetry={() => void (query.isWaiting ? reference.refresh() : answer.mutate())}
        fields={fields}
        groups={filterGroups}
        load={options.load}
        labelOf={options.labelOf}
        hrefOf={(id) => productHref(id, state.list || fixedIds.list.base)}
        onCopied={(text) => notify.success({ id: 'products:copied', text })}
        emptyText={mayCreate ? t('empty.text') : t('empty.readOnly')}
        create={(variant) =>
          mayCreate && (
            <Button
              variant={variant}
              iconName="add-plus"
              loading={isSending}
              onClick={() => void createProduct()}
            >
              {t('new')}
            </Button>
          )
        }
        choice={
          // Its value says what it is: "values from: …".
          <Select
            filteringType={listChoices.length > 8 ? 'auto' : 'none'}
            filteringAriaLabel={ui('select.search')}
            options={listChoices}
            selectedOption={{ value: chosen.value, label: t('list.of', { list: chosen.label }) }}
            onChange={({ detail }) => setState({ list: detail.selectedOption.value ?? '' })}
          />
        }
      />
    </Page>
  )
}
