/** Starts now what a schedule starts by itself; at first only to see what it would do. */
import Alert from '@cloudscape-design/components/alert'
import Checkbox from '@cloudscape-design/components/checkbox'
import { useState } from 'react'
import { run } from '../../../shared/calls/batch/schedule/run.ts'
import type { ScheduleView } from '../../../shared/model/schedule.ts'
import { useStartJob } from '../../frame/use-start-job.ts'
import { useErrorText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { VerbDialog } from '../../ui/verb-dialog.tsx'

interface Props extends Pick<ScheduleView, 'name' | 'nextDue'> {
  onClose(): void
}

export function RunDialog({ name, nextDue, onClose }: Props) {
  const t = useTexts('jobs')
  const errorText = useErrorText()
  const { date } = useDateFormat()
  const [dryRun, setDryRun] = useState(true)
  const title = t(`schedules.of.${name}.name`)
  const { start, isStarting, error, forgetError } = useStartJob(run, {
    started: t('schedules.run.started', { name: title }),
    onStarted: onClose,
  })
  return (
    <VerbDialog
      title={t('schedules.run.title', { name: title })}
      verb={t(dryRun ? 'schedules.run.verbDry' : 'schedules.run.verb')}
      isBusy={isStarting}
      isDangerous={!dryRun}
      onVerb={() => void start({ schedule: name, dryRun })}
      onClose={onClose}
    >
      <p>{t(`schedules.of.${name}.text`)}</p>
      <Checkbox
        checked={dryRun}
        description={t('schedules.run.dryHint', { date: date(nextDue) })}
        onChange={({ detail }) => {
          forgetError()
          setDryRun(detail.checked)
        }}
      >
        {t('schedules.run.dry')}
      </Checkbox>
      {!dryRun && <Alert type="warning">{t('schedules.run.now')}</Alert>}
      <FieldError text={error !== undefined && errorText(error)} />
    </VerbDialog>
  )
}
