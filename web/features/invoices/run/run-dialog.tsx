/** What a run is to bill: which invoices, of which year, dated when, by whom. It begins with a preview. */
import FormField from '@cloudscape-design/components/form-field'
import Multiselect from '@cloudscape-design/components/multiselect'
import RadioGroup from '@cloudscape-design/components/radio-group'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createFromProducts } from '../../../../shared/calls/bml/invoice/createFromProducts.ts'
import { invoiceYear } from '../../../../shared/model/fee-schedule.ts'
import { invoiceRunHref } from '../../../frame/links.ts'
import { useStartJob } from '../../../frame/use-start-job.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DateField, useToday } from '../../../ui/dates.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { useOwnTyping } from '../../../ui/typed-input.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { orderParams, type RunOrder } from '../model/run-order.ts'
import { useInvoiceWords } from '../use-invoice-words.ts'

export function RunDialog({ onClose }: { onClose(): void }) {
  const words = useInvoiceWords()
  const { t } = words
  const ui = useTexts('ui')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const today = useToday()
  const [type, setType] = useState<RunOrder['type']>('yearly')
  const [year, setYear] = useState<number | undefined>(Number(today.slice(0, 4)))
  const [date, setDate] = useState('')
  const [institutions, setInstitutions] = useState<readonly string[]>([])
  const typing = { year: useOwnTyping(), date: useOwnTyping() }
  const isYear = invoiceYear.safeParse(year).success
  const order: RunOrder | undefined =
    isYear && !typing.year.isUnread && !typing.date.isUnread
      ? {
          type,
          targetYear: year!,
          ...(date && { invoiceDate: date.slice(0, 10) }),
          ...(institutions.length > 0 && { institutions: [...institutions] }),
        }
      : undefined
  const { start, isStarting, error } = useStartJob(createFromProducts, {
    started: t('run.previewStarted'),
    onStarted: (jobId) => {
      onClose()
      if (order) void navigate(`${invoiceRunHref(jobId)}?${orderParams(order)}`)
    },
  })
  return (
    <VerbDialog
      title={t('run.title')}
      about={t('run.about')}
      verb={t('run.preview')}
      isBusy={isStarting}
      isBlocked={!order}
      onVerb={() => order && void start({ ...order, dryRun: true })}
      onClose={onClose}
    >
      <FormField label={t('run.type')}>
        <RadioGroup
          value={type}
          items={(['yearly', 'initial'] as const).map((value) => ({
            value,
            label: t(`type.${value}`),
            description: t(`run.typeText.${value}`),
          }))}
          onChange={({ detail }) => setType(detail.value as RunOrder['type'])}
        />
      </FormField>
      <FormField
        label={t('run.year')}
        errorText={typing.year.problem ?? (year !== undefined && !isYear ? t('run.yearRange') : undefined)}
      >
        <NumberField isWhole value={year} typing={typing.year} onChange={setYear} />
      </FormField>
      <FormField label={t('run.date')} description={t('run.dateText')} errorText={typing.date.problem}>
        <DateField ariaLabel={t('run.date')} value={date} typing={typing.date} onChange={setDate} />
      </FormField>
      <FormField label={t('run.institutions')} description={t('run.institutionsText')}>
        <Multiselect
          options={words.institutions}
          selectedOptions={words.institutions.filter(({ value }) => institutions.includes(value))}
          placeholder={t('run.allInstitutions')}
          filteringType={words.institutions.length > 8 ? 'auto' : 'none'}
          filteringAriaLabel={ui('select.search')}
          expandToViewport
          onChange={({ detail }) => setInstitutions(detail.selectedOptions.map(({ value }) => value ?? ''))}
        />
      </FormField>
      {error !== undefined && <FieldError text={`${t('run.notStarted')} ${errorText(error)}`} />}
    </VerbDialog>
  )
}
