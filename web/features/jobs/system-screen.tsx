/** How the installation is: whether it runs, how fresh its index is, what runs in the background and by itself, how much there is. */
import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { list as listJobs } from '../../../shared/calls/batch/job/list.ts'
import { list as listSchedules } from '../../../shared/calls/batch/schedule/list.ts'
import { count } from '../../../shared/calls/search/search/count.ts'
import { status } from '../../../shared/calls/system/status.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { useCall } from '../../api/use-call.ts'
import { jobName } from '../../frame/job-name.ts'
import { jobHref, jobsHref, schedulesHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useNumberFormat } from '../../ui/numbers.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { type BadgeTone, StateBadge } from '../../ui/state-badge.tsx'
import { JobState } from './parts.tsx'

const refreshMs = 15_000
const shownJobs = 10
/** What an installation grows by. */
const counted = [
  'product',
  'company',
  'invoice',
  'conversation',
  'account',
  'uploadedfile',
  'category',
  'component',
  'fielddefinition',
] as const satisfies readonly EntityClassName[]

const tones = {
  ok: 'positive',
  degraded: 'warning',
  maintenance: 'warning',
  unavailable: 'negative',
} as const satisfies Record<string, BadgeTone>

export function SystemScreen() {
  const t = useTexts('jobs')
  return (
    <Page title={t('system.title')}>
      <SpaceBetween size="l">
        <State />
        <Running />
        <Schedules />
        <Sizes />
      </SpaceBetween>
    </Page>
  )
}

interface Answer<T> {
  data: T | undefined
  error: unknown
  mutate(): unknown
}
/** A part of the page that is there, on its way, or could not be read: the other parts are there all the same. */
function Part<T>({
  title,
  description,
  actions,
  answer: { data, error, mutate },
  children,
}: {
  title: string
  description?: string | undefined
  actions?: ReactNode
  answer: Answer<T>
  children(data: T): ReactNode
}) {
  return (
    <Container
      header={
        <Header variant="h2" description={description} actions={actions}>
          {title}
        </Header>
      }
    >
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Container>
  )
}

function State() {
  const t = useTexts('jobs')
  const { moment } = useDateFormat()
  const answer = useCall(status, {}, { revalidateOnFocus: true, refreshInterval: refreshMs })
  return (
    <Part
      title={t('system.state')}
      description={answer.data && t('system.asOf', { at: moment(answer.data.time) })}
      answer={answer}
    >
      {({ status: state, index, indexCaughtUp, version, stage }) => {
        const followed = indexCaughtUp === undefined ? 'unknown' : indexCaughtUp ? 'yes' : 'no'
        return (
          <Facts
            isColumns
            facts={[
              [
                t('system.service'),
                <StateBadge key="service" tone={tones[state]}>
                  {t(`system.serviceIs.${state}`)}
                </StateBadge>,
              ],
              [
                t('system.index'),
                <StateBadge key="index" tone={tones[index]}>
                  {t(`system.indexIs.${index}`)}
                </StateBadge>,
              ],
              [t('system.followed'), t(`system.followedIs.${followed}`)],
              [t('system.version'), version],
              [t('system.stage'), stage],
            ]}
          />
        )
      }}
    </Part>
  )
}

function Running() {
  const t = useTexts('jobs')
  const frame = useTexts('frame')
  const answer = useCall(
    listJobs,
    { of: 'all', isOpen: true, pagination: { start: 0, limit: shownJobs } },
    { revalidateOnFocus: true, refreshInterval: refreshMs },
  )
  return (
    <Part
      title={t('system.running')}
      answer={answer}
      actions={<ScreenLink href={jobsHref('all')}>{t('system.allJobs')}</ScreenLink>}
    >
      {({ list, count }) => (
        <SpaceBetween size="xs">
          {list.length === 0 && <Box color="text-body-secondary">{t('system.noneRuns')}</Box>}
          {list.map((job) => (
            <SpaceBetween key={job.id} direction="horizontal" size="s" alignItems="center">
              <ScreenLink href={jobHref(job.id)}>{jobName(frame, job)}</ScreenLink>
              <JobState job={job} />
            </SpaceBetween>
          ))}
          {count > list.length && (
            <Box color="text-body-secondary">{t('system.moreRun', { count: count - list.length })}</Box>
          )}
        </SpaceBetween>
      )}
    </Part>
  )
}

function Schedules() {
  const t = useTexts('jobs')
  const { moment } = useDateFormat()
  const answer = useCall(listSchedules, {}, { revalidateOnFocus: true })
  return (
    <Part
      title={t('schedules.title')}
      answer={answer}
      actions={<ScreenLink href={schedulesHref}>{t('system.allSchedules')}</ScreenLink>}
    >
      {({ list }) => (
        <Facts
          isColumns
          facts={list.map(
            ({ name, isOn, nextDue }) =>
              [
                t(`schedules.of.${name}.name`),
                isOn && nextDue ? t('system.nextOn', { at: moment(nextDue) }) : t('schedules.off'),
              ] as const,
          )}
        />
      )}
    </Part>
  )
}

function Sizes() {
  const t = useTexts('jobs')
  return (
    <Container
      header={
        <Header variant="h2" description={t('system.sizesHint')}>
          {t('system.sizes')}
        </Header>
      }
    >
      <Facts
        isColumns
        facts={counted.map((name) => [t(`system.sizeOf.${name}`), <Size key={name} of={name} />] as const)}
      />
    </Container>
  )
}

function Size({ of }: { of: EntityClassName }) {
  const { format } = useNumberFormat()
  const t = useTexts('jobs')
  const { data, error } = useCall(count, { entityClass: of })
  if (data) return format(data.count)
  return error ? t('system.notCounted') : '…'
}
