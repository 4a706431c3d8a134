/** What starts by itself: whether it does, when it was due last and what came of it, when it is due next; and a start by hand. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Toggle from '@cloudscape-design/components/toggle'
import { useState } from 'react'
import { list } from '../../../shared/calls/batch/schedule/list.ts'
import { set } from '../../../shared/calls/batch/schedule/set.ts'
import type { JobView } from '../../../shared/model/job.ts'
import type { ScheduleView } from '../../../shared/model/schedule.ts'
import { useCall, useKeepAnswer, useSend } from '../../api/use-call.ts'
import { jobHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { labelled, useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { JobBadge } from './parts.tsx'
import { RunDialog } from './run-dialog.tsx'
import './jobs.css'

/** Somebody else may switch, and what is due runs, while one looks. */
const refreshMs = 30_000
export function SchedulesScreen() {
  const t = useTexts('jobs')
  const { data, error, mutate } = useCall(list, {}, { revalidateOnFocus: true, refreshInterval: refreshMs })
  const [running, setRunning] = useState<ScheduleView>()
  return (
    <Page title={t('schedules.title')}>
      {data ? (
        <SpaceBetween size="l">
          {data.list.map((schedule) => (
            <Schedule key={schedule.name} schedule={schedule} onRun={() => setRunning(schedule)} />
          ))}
        </SpaceBetween>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Container>
          <SkeletonLines lines={6} />
        </Container>
      )}
      {running && (
        <RunDialog name={running.name} nextDue={running.nextDue} onClose={() => setRunning(undefined)} />
      )}
    </Page>
  )
}

interface ScheduleProps {
  schedule: ScheduleView
  onRun(): void
}
function Schedule({ schedule, onRun }: ScheduleProps) {
  const t = useTexts('jobs')
  const { moment } = useDateFormat()
  const keep = useKeepAnswer()
  const { send, isSending } = useSend(set)
  const { isOn, nextDue, lastDue, lastByHand: byHand } = schedule
  const name = t(`schedules.of.${schedule.name}.name`)
  const last = lastDue ? <Outcome job={schedule.lastJob} at={moment(lastDue)} /> : '–'
  const turn = async (on: boolean): Promise<void> => {
    const answer = await send({ schedule: schedule.name, isOn: on }).catch(() => undefined)
    if (!answer) return
    await keep(list, {}, answer)
    notify.success({
      id: `schedule:${schedule.name}`,
      text: t(on ? 'schedules.switched.on' : 'schedules.switched.off', { name }),
    })
  }
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={t(`schedules.of.${schedule.name}.text`)}
          actions={
            <Button ariaLabel={t('schedules.run.openOf', { name })} onClick={onRun}>
              {t('schedules.run.open')}
            </Button>
          }
        >
          {name}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <Toggle
          checked={isOn}
          readOnly={isSending}
          ariaLabel={labelled(name, t('schedules.isOn'))}
          onChange={({ detail }) => void turn(detail.checked)}
        >
          {t('schedules.isOn')}
        </Toggle>
        <Facts
          isColumns
          facts={[
            [t('schedules.next'), isOn && nextDue ? moment(nextDue) : t('schedules.off')],
            [t('schedules.last'), last],
            ...(byHand
              ? [
                  [
                    t('schedules.byHand'),
                    <Outcome key="hand" job={byHand} at={moment(byHand.created)} />,
                  ] as const,
                ]
              : []),
          ]}
        />
      </SpaceBetween>
    </Container>
  )
}

/** When it was due or started, and what came of it. */
function Outcome({ job, at }: { job: JobView | undefined; at: string }) {
  const t = useTexts('jobs')
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="center">
      <span>{at}</span>
      {job ? <JobBadge job={job} /> : <StateBadge tone="neutral">{t('schedules.notRun')}</StateBadge>}
      {job && <ScreenLink href={jobHref(job.id)}>{t('schedules.job')}</ScreenLink>}
    </SpaceBetween>
  )
}
