/** Starts now what a schedule starts by itself; at first only to see what it would do. */
import Alert from '@cloudscape-design/components/alert'
import Checkbox from '@cloudscape-design/components/checkbox'
import { useState } from 'react'
import { run } from '../../../shared/calls/batch/schedule/run.ts'
import type { ScheduleView } from '../../../shared/model/schedule.ts'
import { useStartJob } from '../../frame/use-start-job.ts'
import { useErrorText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'
import { VerbDialog } from '../../ui/verb-dialog.tsx'

export function RunDialog({ name, onClose }: Pick<ScheduleView, 'name'> & { onClose(): void }) {
  const t = useTexts('jobs')
  const errorText = useErrorText()
  const [dryRun, setDryRun] = useState(true)
  const title = t(`schedules.of.${name}.name`)
  const { start, isStarting, error } = useStartJob(run, {
    started: t('schedules.run.started', { name: title }),
    onStarted: onClose,
  })
  return (
    <VerbDialog
      title={t('schedules.run.title', { name: title })}
      verb={t(dryRun ? 'schedules.run.verbDry' : 'schedules.run.verb')}
      isBusy={isStarting}
      onVerb={() => void start({ name, dryRun })}
      onClose={onClose}
    >
      <p>{t(`schedules.of.${name}.text`)}</p>
      <Checkbox
        checked={dryRun}
        description={t('schedules.run.dryHint')}
        onChange={({ detail }) => setDryRun(detail.checked)}
      >
        {t('schedules.run.dry')}
      </Checkbox>
      {error !== undefined && <Alert type="error">{errorText(error)}</Alert>}
    </VerbDialog>
  )
}
