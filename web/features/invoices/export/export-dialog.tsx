/** A file of invoices for accounting: which columns, and how a program reads them. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useEffect, useRef, useState } from 'react'
import type { InvoiceChoice } from '../../../../shared/model/invoice-choice.ts'
import { dayOf } from '../../../../shared/rules/dates.ts'
import { decimalSigns, separators } from '../../../../shared/rules/export.ts'
import { isAbort } from '../../../api/api-error.ts'
import { notify } from '../../../frame/notify.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { todayText } from '../../../ui/date-text.ts'
import { useDateFormat, useToday } from '../../../ui/dates.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { saveAs } from '../../../ui/save-file.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { filterOf } from '../model/chosen.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'
import { keepForm, keptForm } from './kept-form.ts'
import { exportColumns } from './rows.ts'
import { writeInvoices } from './write.ts'

interface Props {
  of: InvoiceChoice
  words: InvoiceWords
  onClose(): void
}
const separatorNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const
const decimalNames = { ',': 'comma', '.': 'point' } as const

export function ExportDialog({ of, words, onClose }: Props) {
  const { t } = words
  const { date } = useDateFormat()
  const { format } = useNumberFormat()
  const errorText = useErrorText()
  const today = useToday()
  const [form, setForm] = useState(keptForm)
  const [read, setRead] = useState<number>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const change = (next: Partial<typeof form>) => setForm((now) => ({ ...now, ...next }))
  const write = async () => {
    running.current = new AbortController()
    setRead(0)
    setError(undefined)
    const columns = exportColumns.filter((column) => form.columns.includes(column))
    try {
      const blob = await writeInvoices({
        filter: filterOf(of),
        columns,
        titles: columns.map((column) => t(`export.column.${column}`)),
        separator: form.separator,
        signal: running.current.signal,
        onRead: setRead,
        words: {
          day: dayOf,
          dayOf: (instant) => todayText(Date.parse(instant)),
          amount: (value) => value.toFixed(2).replace('.', form.decimal),
          state: (state) => t(`state.${state}`),
          type: (type) => t(`type.${type}`),
          institution: words.institution,
        },
      })
      keepForm(form)
      saveAs(blob, `${t('export.file')}-${today}.csv`)
      notify.success({ id: 'invoices:export', text: t('export.done') })
      onClose()
    } catch (cause) {
      if (!isAbort(cause)) setError(cause)
    } finally {
      setRead(undefined)
    }
  }
  const options = <V extends string>(values: readonly V[], nameOf: (value: V) => string) =>
    values.map((value) => ({ value, label: nameOf(value) }))
  const separatorOptions = options(separators, (one) => t(`export.separator.${separatorNames[one]}`))
  const decimalOptions = options(decimalSigns, (one) => t(`export.decimal.${decimalNames[one]}`))
  const isSame = form.separator === form.decimal
  return (
    <VerbDialog
      title={t('export.title')}
      about={t('export.about', { day: date(`${today}T04:00:00.000Z`) })}
      verb={t('export.verb')}
      isBusy={read !== undefined}
      isBlocked={form.columns.length === 0}
      onVerb={() => void write()}
      onClose={onClose}
    >
      <fieldset className="invoices-columns">
        <legend>{t('export.columns')}</legend>
        {exportColumns.map((column) => (
          <Checkbox
            key={column}
            checked={form.columns.includes(column)}
            onChange={({ detail }) =>
              change({
                columns: detail.checked
                  ? [...form.columns, column]
                  : form.columns.filter((one) => one !== column),
              })
            }
          >
            {t(`export.column.${column}`)}
          </Checkbox>
        ))}
      </fieldset>
      <FormField label={t('export.separator.label')}>
        <Select
          options={separatorOptions}
          selectedOption={separatorOptions.find(({ value }) => value === form.separator) ?? null}
          onChange={({ detail }) =>
            change({ separator: detail.selectedOption.value as typeof form.separator })
          }
        />
      </FormField>
      <FormField
        label={t('export.decimal.label')}
        description={isSame ? t('export.decimal.quoted') : undefined}
      >
        <Select
          options={decimalOptions}
          selectedOption={decimalOptions.find(({ value }) => value === form.decimal) ?? null}
          onChange={({ detail }) => change({ decimal: detail.selectedOption.value as typeof form.decimal })}
        />
      </FormField>
      <div role="status">{read !== undefined && t('export.read', { number: format(read) })}</div>
      <FieldError text={error === undefined ? undefined : errorText(error)} />
    </VerbDialog>
  )
}
