/** The jobs, one's own or (for administrators) everybody's: running ones first, with their progress; one opens beside the list. */
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import { type ReactNode, useEffect, useMemo } from 'react'
import * as z from 'zod'
import { list } from '../../../shared/calls/batch/job/list.ts'
import { id } from '../../../shared/model/basics.ts'
import type { JobView } from '../../../shared/model/job.ts'
import { useAccountNames } from '../../api/by-ids.ts'
import { useCan } from '../../api/can.ts'
import { useCall } from '../../api/use-call.ts'
import { jobName } from '../../frame/job-name.ts'
import { Page } from '../../frame/page.tsx'
import { runningJobs } from '../../frame/use-job-watch.ts'
import { useTexts } from '../../texts/texts.ts'
import { pageSizes } from '../../ui/catalogue-list.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { EntityTable } from '../../ui/entity-table.tsx'
import { type FittingColumn, fitColumns } from '../../ui/fit-columns.ts'
import { useListState } from '../../ui/list-state.ts'
import { useNumberFormat } from '../../ui/numbers.ts'
import { reachOf } from '../../ui/paging.ts'
import { useStore } from '../../ui/store.ts'
import type { EntityColumn } from '../../ui/table-columns.tsx'
import { useTablePreferences } from '../../ui/table-preferences.ts'
import { useTableRoom } from '../../ui/table-room.ts'
import { JobDrawer } from './job-drawer.tsx'
import { JobState, useDuration } from './parts.tsx'
import './jobs.css'

const usualPageSize = 25
const schema = z.object({
  page: z.number().int().min(1),
  of: z.enum(['me', 'all']),
  job: z.union([id, z.literal('')]),
})
const defaults: z.infer<typeof schema> = { page: 1, of: 'me', job: '' }
type ColumnId = 'kind' | 'created' | 'status' | 'failed' | 'startedBy' | 'duration'
const shapes: readonly (Omit<FittingColumn, 'title' | 'isDefault'> & {
  id: ColumnId
  isFixed?: boolean
  isNumber?: boolean
  isAll?: boolean
})[] = [
  { id: 'kind', width: 330, least: 240, grows: 5, isFixed: true },
  { id: 'created', width: 170, least: 164 },
  // A running one has its bar and its numbers beside the word.
  { id: 'status', width: 240, least: 216, grows: 3 },
  // The first to go: the state says it too.
  { id: 'failed', width: 110, leaves: 1, isNumber: true },
  { id: 'startedBy', width: 190, least: 130, grows: 2, isAll: true },
  { id: 'duration', width: 130, least: 110 },
]
/** What other people run, and what ends before the bar has noticed it. */
const refreshMs = 10_000

export function JobsScreen() {
  const t = useTexts('jobs')
  const frame = useTexts('frame')
  const { moment, ago } = useDateFormat()
  const { format } = useNumberFormat()
  const duration = useDuration()
  const [state, setState] = useListState(schema, defaults)
  const maySeeAll = useCan()('job:view', { startedBy: '' })
  const of = maySeeAll ? state.of : 'me'
  // Columns that are left out are not kept as chosen: the table of one's own jobs is another one.
  const tableId = `jobs-${of}`
  const running = useStore(runningJobs)
  const room = useTableRoom(tableId)
  const shape = useMemo(() => {
    const shown = shapes
      .filter((column) => of === 'all' || !column.isAll)
      .map((column) => ({ ...column, title: t(`column.${column.id}`), isDefault: true }))
    return fitColumns(shown, room, () => false)
  }, [of, t, room])
  const preferences = useTablePreferences(tableId, shape, { pageSize: usualPageSize, fits: true, room })
  const { pageSize } = preferences
  const input = { of, pagination: { start: (state.page - 1) * pageSize, limit: pageSize } }
  const answer = useCall(list, preferences.isMeasured ? input : null, {
    keepPreviousData: true,
    revalidateOnFocus: true,
    refreshInterval: refreshMs,
  })
  const { mutate } = answer
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of running jobs is the reason to ask again
  useEffect(() => void mutate(), [running, mutate])
  const rows = answer.data?.list
  const nameOf = useAccountNames(
    useMemo(() => [...new Set((rows ?? []).map((job) => job.startedBy))].sort(), [rows]),
  )
  const columns = useMemo(() => {
    const cells: Record<ColumnId, (job: JobView) => ReactNode> = {
      kind: (job) => jobName(frame, job),
      created: (job) => (
        <time dateTime={job.created} title={moment(job.created)}>
          {ago(job.created)}
        </time>
      ),
      status: (job) => <JobState job={job} />,
      failed: (job) => (job.failed > 0 ? format(job.failed) : <span className="il-cell-none">–</span>),
      startedBy: (job) => nameOf(job.startedBy),
      duration,
    }
    return shape.map((column): EntityColumn<JobView> => ({ ...column, cell: cells[column.id] }))
  }, [shape, frame, format, moment, ago, duration, nameOf])
  return (
    <Page
      title={t('title')}
      drawers={
        state.job === ''
          ? []
          : [
              {
                id: 'job',
                title: t('one'),
                icon: 'status-info',
                content: <JobDrawer key={state.job} id={state.job} />,
              },
            ]
      }
    >
      <EntityTable<JobView>
        key={tableId}
        id={tableId}
        t={t}
        title={t('title')}
        variant="full-page"
        columns={columns}
        room={room}
        preferences={preferences}
        rows={rows}
        total={answer.data?.count}
        isLoading={answer.isLoading}
        error={answer.error}
        onRetry={() => void mutate()}
        rowId={(job) => job.id}
        rowHref={(job) => hrefOf({ ...state, of }, job.id)}
        openId={state.job}
        rowLabel={(job) => `${jobName(frame, job)}, ${moment(job.created)}`}
        page={state.page}
        onPage={(page) => setState({ page })}
        pageSizes={pageSizes}
        maxPage={reachOf(answer.data?.count, pageSize).maxPage}
        emptyTitle={t('empty.title')}
        emptyText={t('empty.text')}
        actions={
          maySeeAll && (
            <SegmentedControl
              label={t('of.label')}
              selectedId={of}
              onChange={({ detail }) => setState({ of: detail.selectedId === 'all' ? 'all' : 'me', page: 1 })}
              options={[
                { id: 'me', text: t('of.me') },
                { id: 'all', text: t('of.all') },
              ]}
            />
          )
        }
      />
    </Page>
  )
}

/** The same list, with the job opened beside it. */
function hrefOf({ page, of }: z.infer<typeof schema>, job: string): string {
  const params = new URLSearchParams()
  if (of !== defaults.of) params.set('of', of)
  if (page !== defaults.page) params.set('page', String(page))
  params.set('job', job)
  params.set('drawer', 'job')
  return `/jobs?${params}`
}
