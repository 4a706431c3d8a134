/** One job beside the list: how far it is, what it did, what it did not do and why; to be stopped or taken back. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Drawer from '@cloudscape-design/components/drawer'
import ProgressBar from '@cloudscape-design/components/progress-bar'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { abort } from '../../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../../shared/calls/batch/job/list.ts'
import { undo } from '../../../shared/calls/batch/job/undo.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { JobReason } from '../../../shared/model/job.ts'
import { useAccountNames } from '../../api/by-ids.ts'
import { useCall, useRefresh, useSend } from '../../api/use-call.ts'
import { confirm } from '../../frame/dialogs.ts'
import { fetchFile } from '../../frame/fetch-file.ts'
import { hasFile, jobName } from '../../frame/job-name.ts'
import { startedNotice } from '../../frame/job-toasts.ts'
import { invoiceRunHref, jobHref } from '../../frame/links.ts'
import { notify, showError } from '../../frame/notify.ts'
import { followJob, percentOf } from '../../frame/use-job-watch.ts'
import { useErrorText, useMessageText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { EmptyState, ErrorState } from '../../ui/error-state.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { useNumberFormat } from '../../ui/numbers.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { isOver, sortReasons } from './model.ts'
import { JobBadge, useDuration } from './parts.tsx'
import { usePlaceTitle } from './use-place-title.ts'

type Job = OutputOf<typeof checkstatus>
/** While somebody looks at a job that runs. */
const refreshMs = 3_000

export function JobDrawer({ id }: { id: string }) {
  const t = useTexts('jobs')
  const frame = useTexts('frame')
  const [isRunning, setRunning] = useState(true)
  const { data, error, mutate } = useCall(checkstatus, { id }, { refreshInterval: isRunning ? refreshMs : 0 })
  if (data && isOver(data) === isRunning) setRunning(!isOver(data))
  const title = data ? jobName(frame, data) : t('one')
  return (
    <Drawer header={<h2>{title}</h2>}>
      {data ? (
        <JobDetails job={data} onChange={() => void mutate()} />
      ) : !error ? (
        <SkeletonLines lines={6} />
      ) : isCallError(error) && error.code === 'not_found' ? (
        <EmptyState title={t('notFound')} />
      ) : (
        <ErrorState error={error} onRetry={() => void mutate()} />
      )}
    </Drawer>
  )
}

function JobDetails({ job, onChange }: { job: Job; onChange(): void }) {
  const t = useTexts('jobs')
  const frame = useTexts('frame')
  const navigate = useNavigate()
  const { moment } = useDateFormat()
  const { format } = useNumberFormat()
  const duration = useDuration()
  const nameOf = useAccountNames(useMemo(() => [job.startedBy], [job.startedBy]))
  const state = useRef<HTMLDivElement>(null)
  const leadToState = useCallback(() => state.current?.focus(), [])
  const { pathname, search, state: lead } = useLocation()
  const leads = (lead as { leads?: string } | null)?.leads
  useEffect(() => {
    if (leads !== job.id) return
    leadToState()
    // Once: who comes back, or loads it anew, is led nowhere.
    void navigate(pathname + search, { replace: true, state: null })
  }, [leads, job.id, leadToState, navigate, pathname, search])
  const percent = percentOf(job)
  const results = Object.entries(job.result).filter(([, count]) => count > 0)
  const facts: Fact[] = [
    ...(isOver(job) && job.total > 0
      ? [[t('column.progress'), t('progress', { done: format(job.done), total: format(job.total) })] as const]
      : []),
    [t('column.startedBy'), nameOf(job.startedBy)],
    [t('column.created'), moment(job.created)],
    // A job that ended by itself says it in its state.
    ...(job.status === 'aborted' && job.failed > 0 && !job.result['rejected']
      ? [[t('column.failed'), format(job.failed)] as const]
      : []),
    ...(job.startedOn ? [[t('column.duration'), duration(job)] as const] : []),
    ...results.map(
      ([key, count]): Fact => [
        t([...(job.about.isDryRun ? [`would.${key}`] : []), `result.${key}`, 'result.other'], { key }),
        format(count),
      ],
    ),
  ]
  return (
    <SpaceBetween size="m">
      <div ref={state} tabIndex={-1}>
        <JobBadge job={job} />
      </div>
      {job.about.isDryRun && <Box color="text-body-secondary">{t('dryRun')}</Box>}
      {!isOver(job) && (
        <ProgressBar
          ariaLabel={t('column.progress')}
          {...(percent === undefined ? {} : { value: percent })}
          additionalInfo={t('progress', { done: format(job.done), total: format(job.total) })}
        />
      )}
      {job.status === 'complete' && job.total === 0 && <span>{t('none')}</span>}
      <Facts facts={facts} isColumns />
      {job.undoes !== undefined && (
        <Button
          variant="inline-link"
          href={jobHref(job.undoes)}
          onFollow={(event) => {
            event.preventDefault()
            void navigate(jobHref(job.undoes ?? ''))
          }}
        >
          {t('undoes')}
        </Button>
      )}
      {job.kind === 'invoice-run' && (
        <Button
          variant="inline-link"
          href={invoiceRunHref(job.id)}
          onFollow={(event) => {
            event.preventDefault()
            void navigate(invoiceRunHref(job.id))
          }}
        >
          {t('billed')}
        </Button>
      )}
      <Actions job={job} name={jobName(frame, job)} onChange={onChange} onStopped={leadToState} />
      {job.failed + job.errors.length > 0 && <Reasons job={job} />}
    </SpaceBetween>
  )
}

interface ActionsProps {
  job: Job
  name: string
  onChange(): void
  /** What was pressed to stop the job is gone. */
  onStopped(): void
}
function Actions({ job, name, onChange, onStopped }: ActionsProps) {
  const t = useTexts('jobs')
  const frame = useTexts('frame')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { format } = useNumberFormat()
  const say = useErrorText()
  const aborting = useSend(abort, { quiet: true })
  const undoing = useSend(undo, { quiet: true })
  const noticeId = `job:${job.id}`
  const counts = { done: format(job.done), total: format(job.total) }
  /** That the job ended, or was taken back, while somebody decided is news and no fault. */
  const tell = (error: unknown) => {
    const key = isCallError(error) ? error.details.key : undefined
    if (key === 'jobOver' || key === 'jobUndone') notify.info({ id: noticeId, text: say(error) })
    else showError(error)
  }
  const isStopping = useRef(false)
  useEffect(() => {
    if (!isStopping.current || job.canAbort) return
    isStopping.current = false
    if (document.activeElement === document.body) onStopped()
  }, [job.canAbort, onStopped])
  const stop = async () => {
    const isSure = await confirm({
      title: t('abort.title', { name }),
      text: t('abort.text', counts),
      verb: t('abort.verb'),
      isDangerous: true,
    })
    if (!isSure) return
    isStopping.current = true
    await aborting.send({ id: job.id }).catch(tell)
    onChange()
    // Its end is told by whoever follows it; somebody else's is followed by nobody here.
    followJob(job.id)
    void refresh(list)
  }
  const takeBack = async () => {
    const isSure = await confirm({
      title: t('undo.title', { name }),
      text: t('undo.text', { done: format(job.done - job.failed) }),
      verb: t('undo.verb'),
      isDangerous: true,
    })
    if (!isSure) return
    const started = await undoing.send({ id: job.id }, { idempotencyKey: crypto.randomUUID() }).catch(tell)
    onChange()
    if (!started) return
    followJob(started.jobId)
    notify.info({ id: startedNotice(started.jobId), text: t('undo.started') })
    // The button is gone with the job that it stood at.
    void navigate(jobHref(started.jobId), { state: { leads: started.jobId } })
  }
  const isThere = hasFile(job)
  if (!job.canAbort && !job.canUndo && !isThere) return null
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {isThere && (
        <Button variant="primary" iconName="download" onClick={() => void fetchFile(job)}>
          {frame('jobs.download')}
        </Button>
      )}
      {job.canAbort && (
        <Button loading={aborting.isSending} onClick={() => void stop()}>
          {t('abort.verb')}
        </Button>
      )}
      {job.canUndo && (
        <Button iconName="undo" loading={undoing.isSending} onClick={() => void takeBack()}>
          {t('undo.verb')}
        </Button>
      )}
    </SpaceBetween>
  )
}

/** What was not done, or only in part, and why: page by page, in the order of the source's lines. */
function Reasons({ job }: { job: Job }) {
  const t = useTexts('jobs')
  const { send, isSending } = useSend(checkstatus)
  const [further, setFurther] = useState<Pick<Job, 'errors' | 'cursor'>>()
  const cursor = further ? further.cursor : job.cursor
  const loadMore = async (from: string) => {
    const page = await send({ id: job.id, cursor: from }).catch(() => undefined)
    if (page) setFurther((now) => ({ errors: [...(now?.errors ?? []), ...page.errors], cursor: page.cursor }))
  }
  const { open, partly } = sortReasons([...job.errors, ...(further?.errors ?? [])])
  return (
    <SpaceBetween size="m">
      {(open.length > 0 || partly.length === 0) && <ReasonRows title={t('reasons.title')} reasons={open} />}
      {partly.length > 0 && <ReasonRows title={t('reasons.partly')} reasons={partly} />}
      {cursor !== undefined && (
        <Button loading={isSending} onClick={() => void loadMore(cursor)}>
          {t('reasons.more')}
        </Button>
      )}
    </SpaceBetween>
  )
}

function ReasonRows({ title, reasons }: { title: string; reasons: readonly JobReason[] }) {
  const t = useTexts('jobs')
  const say = useMessageText(usePlaceTitle())
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <table className="jobs-reasons">
        <thead>
          <tr>
            <th scope="col">{t('reasons.unit')}</th>
            <th scope="col">{t('reasons.message')}</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ unit, unitText, message, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one unit may have several reasons, and the rows hold no state
            <tr key={index}>
              <td>{say(unitText) ?? unit}</td>
              <td>{say(text) ?? message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
