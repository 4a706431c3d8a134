/** Prints a report of the chosen products: it is waited for here, and fetched by a button. */
import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import { useMemo, useState } from 'react'
import { pdfprintreport } from '../../../../shared/calls/bml/product/pdfprintreport.ts'
import { fixedIds, type Locale, locales } from '../../../../shared/constants.ts'
import { maxReportProducts, type ReportType, reportTypes } from '../../../../shared/rules/report.ts'
import { usePdf } from '../../../api/pdf-ticket.ts'
import { useSend } from '../../../api/use-call.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { DateField } from '../../../ui/dates.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { useLanguageName, useTitle } from '../../../ui/localized.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { PdfProgress } from '../../../ui/pdf-progress.tsx'
import { entityOptions } from '../../../ui/select-options.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import type { ChosenProducts } from '../model/chosen.ts'
import type { useProductFields } from '../use-product-fields.ts'

interface Props extends ChosenProducts {
  product: Pick<ReturnType<typeof useProductFields>, 'reference' | 'viewableLists'>
  /** The list whose values are shown; empty: the base list. */
  list: string
  onClose(): void
}
export function ReportDialog({ about, count, product, list: shownList, onClose }: Props) {
  const t = useTexts('reporting')
  const exporting = useTexts('exporting')
  const errors = useTexts('errors')
  const title = useTitle()
  const { locale } = useLocale()
  const { format } = useNumberFormat()
  const errorText = useErrorText()
  const languageName = useLanguageName()
  const { reference, viewableLists } = product
  const [type, setType] = useState<ReportType>('print')
  const [list, setList] = useState(shownList || fixedIds.list.base)
  const [language, setLanguage] = useState<Locale>(locale)
  const [standard, setStandard] = useState('')
  const [day, setDay] = useState('')
  const [contactPerson, setContactPerson] = useState('')
  const [leftOut, setLeftOut] = useState(0)
  const asking = useSend(pdfprintreport, { quiet: true })
  const { pdf, print } = usePdf()
  const lists = useMemo(() => entityOptions(viewableLists, title, locale), [viewableLists, title, locale])
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
    ...(standard && { standard }),
    ...(day && { dateTime: day }),
    ...(type === 'reregistration' && contactPerson.trim() && { contactPerson: contactPerson.trim() }),
  }
  // What is printed stands here as long as it is what one would ask for.
  const name = JSON.stringify(order)
  const mine = pdf?.of === name ? pdf : undefined
  return (
    <VerbDialog
      title={t('title')}
      about={count === undefined ? exporting('aboutAll') : exporting('about', { number: format(count) })}
      verb={t('verb')}
      isBusy={mine?.step === 'printing'}
      isBlocked={tooMany}
      onVerb={() =>
        void print(name, async (signal) => {
          const answer = await asking.send(order, { signal })
          setLeftOut(answer.leftOut)
          return answer
        })
      }
      onClose={onClose}
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
        />
      )}
      {mine?.step === 'ready' && leftOut > 0 && (
        <Box color="text-body-secondary">{t('leftOut', { number: format(leftOut) })}</Box>
      )}
    </VerbDialog>
  )
}
