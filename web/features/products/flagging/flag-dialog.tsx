/** Sets a flag on the selected products, or removes it: says in numbers what will happen, and starts the job. */
import Box from '@cloudscape-design/components/box'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import FormField from '@cloudscape-design/components/form-field'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import { useState } from 'react'
import { preview } from '../../../../shared/calls/batch/job/preview.ts'
import { run } from '../../../../shared/calls/batch/job/run.ts'
import { type FlagInput, maxNamed } from '../../../../shared/jobs/flag.ts'
import type { JobPreview } from '../../../../shared/model/job.ts'
import { useReference } from '../../../api/reference.ts'
import { useCall } from '../../../api/use-call.ts'
import { useStartJob } from '../../../frame/use-start-job.ts'
import { useErrorText, useMessageText } from '../../../texts/error-text.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { useTitle } from '../../../ui/localized.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { entityOptions } from '../../../ui/select-options.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import type { ChosenProducts } from '../model/chosen.ts'

const actions = ['assign', 'remove'] as const
type Action = FlagInput['action']

export function FlagDialog({ about, count, onClose }: ChosenProducts & { onClose(): void }) {
  const t = useTexts('flagging')
  const ui = useTexts('ui')
  const { format } = useNumberFormat()
  const errorText = useErrorText()
  const [action, setAction] = useState<Action>('assign')
  const [flag, setFlag] = useState<string>()
  const flags = useFlags(action)
  const chosen = flags.find(({ value }) => value === flag)
  const tooMany = Math.max(about.ids?.length ?? 0, about.except?.length ?? 0) > maxNamed
  const order =
    chosen && !tooMany ? { template: 'flag', config: { flagId: chosen.value, action, ...about } } : null
  const told = useCall(preview, order)
  const { start, isStarting, error, forgetError } = useStartJob(run, {
    started: t('started'),
    onStarted: onClose,
  })
  const changed = told.data?.result['changed'] ?? 0
  return (
    <VerbDialog
      title={t('title')}
      about={count === undefined ? t('aboutAll') : t('about', { number: format(count) })}
      verb={t(`verb.${action}`)}
      isBusy={isStarting}
      isBlocked={changed === 0}
      onVerb={() => order && void start(order)}
      onClose={onClose}
    >
      <FormField label={t('action.label')}>
        <RadioGroup
          value={action}
          items={actions.map((value) => ({ value, label: t(`action.${value}`) }))}
          onChange={({ detail }) => {
            setAction(detail.value as Action)
            forgetError()
          }}
        />
      </FormField>
      <FormField label={t('flag')}>
        <Select
          filteringType={flags.length > 8 ? 'auto' : 'none'}
          filteringAriaLabel={ui('select.search')}
          expandToViewport
          placeholder={t('choose')}
          empty={t('none')}
          options={flags}
          selectedOption={chosen ?? null}
          onChange={({ detail }) => {
            setFlag(detail.selectedOption.value)
            forgetError()
          }}
        />
      </FormField>
      {tooMany && <FieldError text={t('tooMany', { max: format(maxNamed) })} />}
      <div aria-live="polite">
        {told.data ? (
          <Told preview={told.data} action={action} />
        ) : told.error ? (
          <FieldError text={errorText(told.error)} />
        ) : (
          order && <SkeletonLines lines={2} />
        )}
      </div>
      {error !== undefined && <FieldError text={`${t('notStarted')} ${errorText(error)}`} />}
    </VerbDialog>
  )
}

/** Flags by title in their order; what is no longer offered can still be removed. */
function useFlags(action: Action) {
  const { selectoptions } = useReference()
  const title = useTitle()
  const { locale } = useLocale()
  const flags = [...selectoptions.values()].filter(
    ({ data, disabled }) =>
      data.type === 'invoice-flags' && !disabled && (data.enabled || action === 'remove'),
  )
  return entityOptions(flags, title, locale)
}

/** What the job will do, in numbers; and by name what it will not. */
function Told({ preview: { total, result, reasons }, action }: { preview: JobPreview; action: Action }) {
  const t = useTexts('flagging')
  const { format } = useNumberFormat()
  const say = useMessageText()
  const number = (name: string) => result[name] ?? 0
  const facts: Fact[] = [
    [t(`will.${action}`), format(number('changed'))],
    ...(['unchanged', 'forbidden', 'archived', 'missing'] as const)
      .filter((name) => number(name) > 0)
      .map(
        (name): Fact => [
          t(name === 'unchanged' ? `will.unchanged.${action}` : `will.${name}`),
          format(number(name)),
        ],
      ),
  ]
  return (
    <>
      <Facts facts={facts} isColumns />
      {number('changed') === 0 && <Box margin={{ top: 's' }}>{t(total === 0 ? 'nobody' : 'nothing')}</Box>}
      {reasons.length > 0 && (
        <ExpandableSection headerText={t('notChanged')}>
          <ul>
            {reasons.map(({ unit, message, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: products may have the same name, and none of them moves
              <li key={index}>
                {unit}: {say(text) ?? message}
              </li>
            ))}
          </ul>
        </ExpandableSection>
      )}
    </>
  )
}
