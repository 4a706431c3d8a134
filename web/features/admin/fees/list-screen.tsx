/** The fee schedules, by year and institution; a year that lacks one is told. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import * as z from 'zod'
import { id as entityId } from '../../../../shared/model/basics.ts'
import { feeScheduleHref } from '../../../frame/links.ts'
import { Page } from '../../../frame/page.tsx'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { useToday } from '../../../ui/dates.tsx'
import { EntityTable } from '../../../ui/entity-table.tsx'
import { type FittingColumn, fitColumns } from '../../../ui/fit-columns.ts'
import { useListState } from '../../../ui/list-state.ts'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { lastPage } from '../../../ui/paging.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import type { EntityColumn } from '../../../ui/table-columns.tsx'
import { useTablePreferences } from '../../../ui/table-preferences.ts'
import { useTableRoom } from '../../../ui/table-room.ts'
import { useMayWrite } from '../use-may-write.ts'
import { lackingIn, rowsOf } from './model/list.ts'
import { NewScheduleDialog } from './parts/new-dialog.tsx'
import { useFeeWords } from './use-fee-words.ts'
import { type ScheduleEntity, useFeeSchedules } from './use-schedules.ts'
import '../admin.css'

const tableId = 'fee-schedules'
const usualPageSize = 25
const pageSizes = [15, 25, 50, 100, 250]
const schema = z.object({
  page: z.number().int().min(1),
  sort: z.string().regex(/^(year|institution):(asc|desc)$/),
  of: z.union([entityId, z.literal('')]),
})
const defaults: z.infer<typeof schema> = { page: 1, sort: 'year:desc', of: '' }

export function FeeSchedulesScreen() {
  const words = useFeeWords()
  const texts = useTexts('fees')
  const t = words.fees
  const ui = useTexts('ui')
  const { locale } = useLocale()
  const { amount } = useMoney()
  const { format, percent } = useNumberFormat()
  const year = Number(useToday().slice(0, 4))
  const mayWrite = useMayWrite('feeschedule')
  const [state, setState] = useListState(schema, defaults)
  const [isCreating, setCreating] = useState(false)
  const { list, error, isLoading, refresh } = useFeeSchedules()
  const room = useTableRoom(tableId)
  const columns = useMemo(() => {
    const fee = (id: string, of: (one: ScheduleEntity) => number) => ({
      id,
      title: t(`column.${id}`),
      isDefault: true,
      isNumber: true,
      width: 135,
      cell: (one: ScheduleEntity) => amount(of(one)),
    })
    const all: (EntityColumn<ScheduleEntity> & FittingColumn)[] = [
      {
        id: 'institution',
        title: t('field.institution'),
        sortField: 'institution',
        isDefault: true,
        isFixed: true,
        width: 250,
        least: 170,
        grows: 1,
        cell: ({ data }: ScheduleEntity) => words.name(data),
      },
      {
        id: 'year',
        title: t('field.year'),
        sortField: 'year',
        isDefault: true,
        width: 84,
        cell: ({ data }: ScheduleEntity) => String(data.year),
      },
      {
        id: 'currency',
        title: t('field.currency'),
        isDefault: true,
        width: 100,
        cell: ({ data }: ScheduleEntity) => data.currency,
      },
      fee('euBase', ({ data }) => data.eu.base),
      fee('nationalBase', ({ data }) => data.national.base),
      {
        id: 'vatPercent',
        title: t('field.vatPercent'),
        isDefault: true,
        isNumber: true,
        width: 150,
        cell: ({ data }: ScheduleEntity) => percent(data.vatPercent),
      },
      {
        id: 'paymentDays',
        title: t('field.paymentDays'),
        isDefault: true,
        isNumber: true,
        width: 136,
        cell: ({ data }: ScheduleEntity) => format(data.paymentDays),
      },
    ]
    return fitColumns(all, room, ({ sortField }) => sortField !== undefined)
  }, [t, words, amount, format, percent, room])
  const preferences = useTablePreferences(tableId, columns, { pageSize: usualPageSize, room })
  const { pageSize } = preferences
  const found = useMemo(
    () => list && rowsOf(list, { ...state, titleOf: words.institution, compare: titleOrder(locale) }),
    [list, state, words, locale],
  )
  const page = found ? Math.min(state.page, lastPage(found.length, pageSize)) : state.page
  const lacking = list && mayWrite ? lackingIn(list, year) : []
  const create = (variant: 'primary' | 'normal') =>
    mayWrite && (
      <Button variant={variant} iconName="add-plus" disabled={!list} onClick={() => setCreating(true)}>
        {t('new.open')}
      </Button>
    )
  const all = { value: '', label: t('allInstitutions') }
  const options = [all, ...words.institutions]
  return (
    <Page title={t('title')}>
      <SpaceBetween size="m">
        {lacking.length > 0 && (
          <Alert type="warning" action={create('normal')}>
            {t('lacking', { year, institutions: lacking.map(words.institution).join(', ') })}
          </Alert>
        )}
        <EntityTable<ScheduleEntity>
          id={tableId}
          t={texts}
          title={t('title')}
          variant="full-page"
          columns={columns}
          room={room}
          preferences={preferences}
          rows={found?.slice((page - 1) * pageSize, page * pageSize)}
          total={found?.length}
          isLoading={isLoading}
          error={list ? undefined : error}
          onRetry={() => void refresh()}
          rowId={({ id }) => id}
          rowHref={({ id }) => feeScheduleHref(id)}
          rowLabel={({ data }) => words.name(data)}
          page={page}
          onPage={(next) => setState({ page: next })}
          pageSizes={pageSizes}
          sort={state.sort}
          onSort={(sort) => setState({ sort: sort as typeof state.sort, page: 1 })}
          isFiltered={state.of !== ''}
          onClearFilter={() => setState({ of: '', page: 1 })}
          emptyTitle={t('empty.title')}
          emptyText={t('empty.text')}
          emptyAction={create('normal')}
          filter={
            <div className="admin-tools">
              <Select
                ariaLabel={t('field.institution')}
                options={options}
                selectedOption={options.find(({ value }) => value === state.of) ?? all}
                filteringType={options.length > 8 ? 'auto' : 'none'}
                filteringAriaLabel={ui('select.search')}
                expandToViewport
                onChange={({ detail }) => setState({ of: detail.selectedOption.value ?? '', page: 1 })}
              />
            </div>
          }
          actions={create('primary')}
        />
      </SpaceBetween>
      {isCreating && list && (
        <NewScheduleDialog
          words={words}
          institution={state.of || lacking[0]}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  )
}
