/** The products that a company has a role on. Sort and page are in the address. */
import Button from '@cloudscape-design/components/button'
import Icon from '@cloudscape-design/components/icon'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod'
import { search } from '../../../../shared/calls/bml/product/search.ts'
import { fixedIds, productPageSize } from '../../../../shared/constants.ts'
import type { Row } from '../../../../shared/model/answers.ts'
import { categoryText } from '../../../../shared/rules/category-text.ts'
import { readApprovalSummaries } from '../../../../shared/search/approval-summary.ts'
import { useReference } from '../../../api/reference.ts'
import { useSession } from '../../../api/session.tsx'
import { useCall } from '../../../api/use-call.ts'
import { productHref, productsHref } from '../../../frame/links.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { ApprovalCell } from '../../../ui/approval-cell.tsx'
import { useDateFormat, useToday } from '../../../ui/dates.tsx'
import { EntityTable } from '../../../ui/entity-table.tsx'
import { writeQuery } from '../../../ui/filter-query.ts'
import { type FittingColumn, fitColumns, withDays } from '../../../ui/fit-columns.ts'
import { ListFailure } from '../../../ui/list-notices.tsx'
import { useListState } from '../../../ui/list-state.ts'
import { useTitle } from '../../../ui/localized.tsx'
import { ManyText } from '../../../ui/many-text.tsx'
import { reachOf } from '../../../ui/paging.ts'
import { PathText } from '../../../ui/path-text.tsx'
import { useTablePreferences } from '../../../ui/table-preferences.ts'
import { useTableRoom } from '../../../ui/table-room.ts'

const schema = z.object({
  sort: z.string().regex(/^[A-Za-z0-9_.-]+:(asc|desc)$/),
  page: z.number().int().min(1),
})
const defaults = { sort: 'name:asc', page: 1 }
const approvals = 'lists.approvals.summary'
const columnIds = [
  'name',
  approvals,
  'categoryTree',
  'manufacturer',
  'distributor',
  'rev',
  'updated',
] as const
/** By what stands in them: names and categories are long, revisions and days are not. */
const widths: Record<
  (typeof columnIds)[number],
  Pick<FittingColumn, 'width' | 'least' | 'grows' | 'leaves'>
> = {
  name: { width: 300, least: 180, grows: 2 },
  [approvals]: { width: 170, least: 155 },
  categoryTree: { width: 250, least: 190, grows: 3, leaves: 5 },
  manufacturer: { width: 160, least: 130, grows: 2, leaves: 4 },
  distributor: { width: 160, least: 130, grows: 2, leaves: 3 },
  rev: { width: 100, least: 60, leaves: 1 },
  updated: { width: 120, least: 104, leaves: 2 },
}
const tableId = 'company-products'

export const productsOf = (companyId: string) =>
  ({ field: 'lists.companies.company', comparison: 'eq', value: companyId }) as const

export function ProductsTab({ companyId, companyName }: { companyId: string; companyName: string }) {
  const t = useTexts('companies')
  const navigate = useNavigate()
  const { date } = useDateFormat()
  const { categories, biostandards } = useReference()
  const today = useToday()
  // What others see of approvals stands on the page of the product.
  const mayApprove = useSession().actor?.flags.approval === true
  const titleOf = useTitle()
  const [state, setState] = useListState(schema, defaults)
  const { locale } = useLocale()
  const room = useTableRoom(tableId)
  const columns = useMemo(() => {
    const all = columnIds
      .filter((id) => mayApprove || id !== approvals)
      .map((id) => ({
        id,
        title: t(id === approvals ? 'product.approvals' : `product.${id}`),
        ...(id !== approvals && { sortField: id }),
        isDefault: true,
        isFixed: id === 'name',
        ...widths[id],
        cell: (row: Row) => {
          const value = row.columns[id]
          if (id === 'name') return value || t('product.unnamed')
          if (id === approvals)
            return (
              <ApprovalCell
                approvals={readApprovalSummaries(value)}
                today={today}
                standard={(one) => titleOf(biostandards.get(one)?.data.name)}
              />
            )
          if (id === 'updated') return date(String(value))
          if (id === 'categoryTree') {
            const category = row.columns['category']
            const known = typeof category === 'string' ? category : undefined
            // The index knows the path in one language only.
            return <PathText text={String(categoryText(categories, known, titleOf) ?? value ?? '')} />
          }
          if (value === undefined) return <span className="il-cell-none">–</span>
          if (id === 'rev') return String(value)
          // Its own name stands above the table.
          const names = [value].flat().map(String)
          if (!names.includes(companyName)) return <ManyText values={names} />
          const others = names.filter((name) => name !== companyName)
          return (
            <span className="company-own-role">
              <Icon name="check" ariaLabel={t('product.thisCompany')} />
              {others.length > 0 && <ManyText values={others} />}
            </span>
          )
        },
      }))
    return fitColumns(
      all.map((one) => (one.id === 'updated' ? withDays(one, locale) : one)),
      room,
      ({ id }) => id !== approvals,
    )
  }, [t, date, categories, biostandards, titleOf, today, mayApprove, companyName, room, locale])
  const preferences = useTablePreferences(tableId, columns, { pageSize: productPageSize })
  const answer = useCall(
    search,
    {
      attributeFilter: productsOf(companyId),
      pagination: { start: (state.page - 1) * preferences.pageSize, limit: preferences.pageSize },
      sorting: [state.sort],
      columns: [...preferences.visible, 'category'],
    },
    { keepPreviousData: true },
  )
  const inList = productsHref(
    writeQuery({
      operation: 'and',
      tokens: [{ propertyKey: 'lists.companies.company', operator: '=', value: [companyId] }],
    }),
  )
  return (
    <EntityTable<Row>
      id={tableId}
      room={room}
      t={t}
      title={t('section.products')}
      columns={columns}
      preferences={preferences}
      rows={answer.data?.list}
      total={answer.data?.count}
      isLoading={answer.isLoading}
      isValidating={answer.isLoading}
      error={answer.error}
      onRetry={() => void answer.mutate()}
      rowId={(row) => row.id}
      rowHref={(row) => productHref(row.id, fixedIds.list.base)}
      rowLabel={(row) => String(row.columns['name'] || t('product.unnamed'))}
      page={state.page}
      onPage={(page) => setState({ page })}
      maxPage={reachOf(answer.data?.count, preferences.pageSize).maxPage}
      sort={state.sort}
      onSort={(sort) => setState({ sort, page: 1 })}
      {...(answer.error && answer.data?.list.length
        ? { filter: <ListFailure error={answer.error} onRetry={() => void answer.mutate()} /> }
        : {})}
      emptyTitle={t('product.none')}
      emptyText={t('product.noneText')}
      actions={
        <Button
          href={inList}
          iconName="search"
          onFollow={(event) => {
            event.preventDefault()
            void navigate(inList)
          }}
        >
          {t('product.inList')}
        </Button>
      }
    />
  )
}
