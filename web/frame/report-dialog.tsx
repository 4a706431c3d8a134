/** Prints a report of products: it is waited for here, and fetched by a button. */
import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import { useMemo, useState } from 'react'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { pdfprintreport } from '../../shared/calls/bml/product/pdfprintreport.ts'
import { fixedIds, type Locale, locales } from '../../shared/constants.ts'
import {
  maxReportProducts,
  type ReportForm,
  type ReportType,
  reportForms,
  reportTypes,
} from '../../shared/rules/report.ts'
import type { CallInput } from '../api/client.ts'
import { usePdf } from '../api/pdf-ticket.ts'
import { useReference } from '../api/reference.ts'
import { useSend } from '../api/use-call.ts'
import { useErrorText } from '../texts/error-text.ts'
import { useLocale, useTexts } from '../texts/texts.ts'
import { DateField } from '../ui/dates.tsx'
import { FieldError } from '../ui/field-error.tsx'
import { useLanguageName, useTitle } from '../ui/localized.tsx'
import { useNumberFormat } from '../ui/numbers.ts'
import { PdfProgress } from '../ui/pdf-progress.tsx'
import { entityOptions } from '../ui/select-options.ts'
import { VerbDialog } from '../ui/verb-dialog.tsx'
import { startedNotice } from './job-toasts.ts'
import { notify } from './notify.ts'
import { followJob } from './use-job-watch.ts'
import { useViewableLists } from './viewable-lists.ts'

type Order = CallInput<typeof pdfprintreport>
interface Props {
  about: Pick<Order, 'ids' | 'attributeFilter' | 'name' | 'except' | 'productId'>
  /** Named in the head of the dialog; how many they are, where it is not one. */
  subject?: string
  /** How many products they are; undefined where nobody has counted them. */
  count: number | undefined
  /** The list whose values are shown; empty: the base list. */
  list: string
  /** The lists that they are in, where that is known. */
  within?: readonly string[] | undefined
  onClose(): void
}
export function ReportDialog({ about, subject, count, list: shownList, within, onClose }: Props) {
  const t = useTexts('reporting')
  const exporting = useTexts('exporting')
  const errors = useTexts('errors')
  const title = useTitle()
  const { locale } = useLocale()
  const { format } = useNumberFormat()
  const errorText = useErrorText()
  const languageName = useLanguageName()
  const reference = useReference()
  const viewable = useViewableLists()
  const [type, setType] = useState<ReportType>('print')
  const [list, setList] = useState(shownList || fixedIds.list.base)
  const [language, setLanguage] = useState<Locale>(locale)
  const [standard, setStandard] = useState('')
  const [day, setDay] = useState('')
  const [contactPerson, setContactPerson] = useState('')
  const [form, setForm] = useState<ReportForm>('pdf')
  const [isStopping, setStopping] = useState(false)
  const asking = useSend(pdfprintreport, { quiet: true })
  const aborting = useSend(abort, { quiet: true })
  const { pdf, print } = usePdf()
  const lists = useMemo(() => {
    const offered = viewable.filter(({ id }) => within?.includes(id) ?? true)
    return entityOptions(offered, title, locale)
  }, [viewable, within, title, locale])
  const standards = useMemo(() => {
    const ofList = reference.lists.get(list)?.data.biostandards ?? []
    const all = [...reference.biostandards.values()]
    const offered = ofList.length > 0 ? all.filter(({ id }) => ofList.includes(id)) : all
    return [{ value: '', label: t('anyStandard') }, ...entityOptions(offered, title, locale)]
  }, [reference, list, title, locale, t])
  const languages = locales
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale.replace('_', '-')))
  const tooMany = Math.max(about.ids?.length ?? 0, about.except?.length ?? 0, count ?? 0) > maxReportProducts
  const order = {
    ...about,
    reportType: type,
    listId: list,
    language,
    ...(form === 'zip' && { form }),
    ...(standard && { standard }),
    ...(day && { dateTime: day }),
    ...(type === 'reregistration' && contactPerson.trim() && { contactPerson: contactPerson.trim() }),
  }
  // What is printed stands here as long as it is what one would ask for.
  const name = JSON.stringify(order)
  const mine = pdf?.of === name ? pdf : undefined
  const ticketNumber = pdf?.step === 'printing' ? pdf.ticketNumber : undefined
  const close = () => {
    // It goes on, and its end is told by whoever follows it.
    if (ticketNumber !== undefined && !isStopping) {
      followJob(ticketNumber)
      notify.info({ id: startedNotice(ticketNumber), text: t('goesOn') })
    }
    onClose()
  }
  const stop = async (id: string) => {
    setStopping(true)
    // That it has ended meanwhile is no fault: what came of it is shown.
    await aborting.send({ id }).catch(() => undefined)
  }
  return (
    <VerbDialog
      title={t('title')}
      about={
        subject ??
        (count === undefined ? exporting('aboutAll') : exporting('about', { number: format(count) }))
      }
      verb={t('verb')}
      isBusy={mine?.step === 'printing'}
      isBlocked={tooMany}
      onVerb={() => {
        setStopping(false)
        void print(name, (signal) => asking.send(order, { signal }))
      }}
      onClose={close}
    >
      <FormField label={t('type')}>
        <RadioGroup
          value={type}
          items={reportTypes.map((value) => ({
            value,
            label: t(value),
            description: t(`${value}Text`),
          }))}
          onChange={({ detail }) => setType(detail.value as ReportType)}
        />
      </FormField>
      <FormField label={t('list')}>
        <Select
          options={lists}
          selectedOption={lists.find(({ value }) => value === list) ?? null}
          onChange={({ detail }) => {
            setList(detail.selectedOption.value ?? fixedIds.list.base)
            setStandard('')
          }}
        />
      </FormField>
      <FormField label={t('standard')}>
        <Select
          options={standards}
          selectedOption={standards.find(({ value }) => value === standard) ?? standards[0]!}
          onChange={({ detail }) => setStandard(detail.selectedOption.value ?? '')}
        />
      </FormField>
      <FormField label={t('language')}>
        <Select
          options={languages}
          selectedOption={languages.find(({ value }) => value === language)!}
          onChange={({ detail }) => setLanguage(detail.selectedOption.value as Locale)}
        />
      </FormField>
      <FormField label={t('day')} description={t('dayText')}>
        <DateField value={day} onChange={setDay} />
      </FormField>
      {count !== 1 && (
        <FormField label={t('form')}>
          <RadioGroup
            value={form}
            items={reportForms.map((value) => ({
              value,
              label: t(value === 'zip' && type === 'reregistration' ? 'zipCompany' : value),
            }))}
            onChange={({ detail }) => setForm(detail.value as ReportForm)}
          />
        </FormField>
      )}
      {type === 'reregistration' && (
        <FormField label={t('contact')} description={t('contactText')}>
          <Input value={contactPerson} onChange={({ detail }) => setContactPerson(detail.value)} />
        </FormField>
      )}
      {tooMany && <FieldError text={errors('reportTooMany', { max: maxReportProducts })} />}
      {mine && (
        <PdfProgress
          url={mine.step === 'ready' ? mine.url : undefined}
          error={mine.step === 'failed' ? errorText(mine.error) : undefined}
          {...(mine.step === 'printing' && { progress: mine.progress })}
          {...(form === 'zip' && { download: t('downloadZip') })}
          {...(ticketNumber !== undefined && !isStopping && { onStop: () => void stop(ticketNumber) })}
        />
      )}
      {mine?.step === 'ready' &&
        (['leftOut', 'missing'] as const).map((key) => {
          const number = mine[key]
          return (
            number !== undefined && (
              <Box key={key} color="text-body-secondary">
                {t(key, { number: format(number) })}
              </Box>
            )
          )
        })}
    </VerbDialog>
  )
}
