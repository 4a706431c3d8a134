/** Exports what is found or selected: says how many rows and which columns the file will have, and starts the job. */

import FormField from '@cloudscape-design/components/form-field'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import { useMemo, useState } from 'react'
import { run } from '../../../../shared/calls/bml/export/run.ts'
import { type Locale, locales } from '../../../../shared/constants.ts'
import {
  type ExportFormat,
  exportFormats,
  maxChosen,
  maxExportColumns,
  packageColumnCount,
  type Separator,
  separatorOf,
  separators,
  workbookRows,
} from '../../../../shared/rules/export.ts'
import { useCan } from '../../../api/can.ts'
import { useKept } from '../../../api/kept.ts'
import { useStartJob } from '../../../frame/use-start-job.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useLanguageName } from '../../../ui/localized.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import type { ChosenProducts } from '../model/chosen.ts'
import { furtherFields } from '../model/export-fields.ts'
import type { useProductFields } from '../use-product-fields.ts'
import { ExportContent } from './export-content.tsx'
import { ExportSets } from './export-sets.tsx'
import { useContent } from './use-content.ts'

const nameOfSeparator: Record<Separator, string> = { ';': 'semicolon', ',': 'comma', '\t': 'tab' }

interface Props {
  /** What it can be about: the selection first, where there is one, then all that is found. */
  of: readonly { which: 'selected' | 'all'; products: ChosenProducts }[]
  /** Of the list, in their order. */
  columns: readonly { id: string; title: string }[]
  /** Titles of all columns that there are. */
  titles: ReadonlyMap<string, string>
  product: ReturnType<typeof useProductFields>
  /** The list whose values are shown; empty: the base list. */
  list: string
  sort: string
  onClose(): void
}
export function ExportDialog({ of, columns, titles, product, list, sort, onClose }: Props) {
  const t = useTexts('exporting')
  const { tag } = useLocale()
  const mayKeep = useCan()('saved:create')
  const { reference, catalogue, viewableLists } = product
  const fieldOptions = useMemo(
    () => furtherFields(catalogue, product.words, titles),
    [catalogue, product.words, titles],
  )
  const content = useContent({ columns, titles, fieldOptions, list, lists: viewableLists })
  const all = useKept('exportset', mayKeep)
  const sets = useMemo(() => {
    const compare = titleOrder(tag)
    return all.entries && [...all.entries].sort((a, b) => compare(a.data.title, b.data.title))
  }, [all.entries, tag])
  const [open, setOpen] = useState<'save' | 'manage'>()
  const { locale } = useLocale()
  const { format: number } = useNumberFormat()
  const errorText = useErrorText()
  const languageName = useLanguageName()
  const [which, setWhich] = useState(of[0]?.which)
  const { about, count } = (of.find((one) => one.which === which) ?? of[0])!.products
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [language, setLanguage] = useState<Locale>(locale)
  // As long as nobody has chosen one, it follows the language.
  const [ownSeparator, setSeparator] = useState<Separator>()
  const { start, isStarting, error, forgetError } = useStartJob(run, {
    started: t('started'),
    onStarted: onClose,
  })
  const separator = ownSeparator ?? separatorOf(language)
  const languages = locales
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale.replace('_', '-')))
  const separatorOptions = separators.map((value) => ({
    value,
    label: t(`separator.${nameOfSeparator[value]}`),
  }))
  const tooMany = Math.max(about.ids?.length ?? 0, about.except?.length ?? 0) > maxChosen
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      forgetError()
    }
  }
  const order = {
    ...about,
    format,
    language,
    columns: [...new Set([...content.columns, ...content.fields])],
    ...(content.packages.length > 0 && { packages: [...content.packages] }),
    sorting: [sort],
    ...(content.list && { list: content.list }),
    ...(format === 'csv' && { csv: { separator } }),
  }
  if (open)
    return (
      <ExportSets
        open={open}
        content={content}
        all={all}
        titles={titles}
        reference={reference}
        onClose={() => setOpen(undefined)}
      />
    )
  const maxRows = workbookRows(order.columns.length + packageColumnCount(content.packages))
  const isTooWide = order.columns.length > maxExportColumns
  return (
    <VerbDialog
      title={t('title')}
      // Where there is a choice, it says how many each of them is.
      {...(of.length === 1 && {
        about: count === undefined ? t('aboutAll') : t('about', { number: number(count) }),
      })}
      verb={t('verb')}
      isBusy={isStarting}
      isBlocked={tooMany || isTooWide}
      onVerb={() => void start(order)}
      onClose={onClose}
    >
      {of.length > 1 && (
        <FormField label={t('of.label')}>
          <RadioGroup
            value={which ?? null}
            items={of.map(({ which: value, products }) => ({
              value,
              label:
                products.count === undefined
                  ? t('aboutAll')
                  : t(`of.${value}`, { number: number(products.count) }),
            }))}
            onChange={({ detail }) => change(setWhich)(detail.value as typeof which)}
          />
        </FormField>
      )}
      <FormField label={t('format.label')}>
        <RadioGroup
          value={format}
          items={exportFormats.map((value) => ({
            value,
            label: t(`format.${value}`),
            // How many rows a workbook holds concerns who has more.
            description: t(
              value === 'xls' && (count ?? 0) > maxRows ? 'format.xlsManyText' : `format.${value}Text`,
              {
                max: number(maxRows),
              },
            ),
          }))}
          onChange={({ detail }) => change(setFormat)(detail.value as ExportFormat)}
        />
      </FormField>
      <FormField label={t('language')}>
        <Select
          options={languages}
          selectedOption={languages.find(({ value }) => value === language)!}
          onChange={({ detail }) => change(setLanguage)(detail.selectedOption.value as Locale)}
        />
      </FormField>
      {format === 'csv' && (
        <FormField label={t('separator.label')}>
          <Select
            options={separatorOptions}
            selectedOption={separatorOptions.find(({ value }) => value === separator)!}
            onChange={({ detail }) => change(setSeparator)(detail.selectedOption.value as Separator)}
          />
        </FormField>
      )}
      <ExportContent
        content={content}
        sets={mayKeep ? sets : []}
        mayKeep={mayKeep}
        hasFailed={all.error !== undefined && !sets}
        onSave={() => setOpen('save')}
        onManage={() => setOpen('manage')}
      />
      <FieldError
        text={
          tooMany
            ? t('tooMany', { max: number(maxChosen) })
            : isTooWide
              ? t('content.tooMany', { max: number(maxExportColumns) })
              : error === undefined
                ? undefined
                : errorText(error)
        }
      />
    </VerbDialog>
  )
}
