/** A new fee schedule: for whom and which year, and what it is copied from; the page shows it before it is stored. */
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { invoiceYear } from '../../../../../shared/model/fee-schedule.ts'
import { feeScheduleHref } from '../../../../frame/links.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useToday } from '../../../../ui/dates.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { useOwnTyping } from '../../../../ui/typed-input.tsx'
import { VerbDialog } from '../../../../ui/verb-dialog.tsx'
import { latestBefore } from '../model/list.ts'
import type { FeeWords } from '../use-fee-words.ts'
import type { ScheduleEntity } from '../use-schedules.ts'

interface Props {
  words: FeeWords
  schedules: readonly ScheduleEntity[]
  preset: { institution?: string | undefined }
  onClose(): void
}

/** A raise beyond is a slip. */
const maxRaise = 1000

export function NewScheduleDialog({ words, schedules, preset, onClose }: Props) {
  const t = words.fees
  const ui = useTexts('ui')
  const navigate = useNavigate()
  const thisYear = Number(useToday().slice(0, 4))
  const has = (institution: string, year: number) =>
    schedules.some(({ data }) => data.institution === institution && data.year === year)
  /** The first year from this one on that has none. */
  const nextOf = (institution: string) => {
    let year = thisYear
    while (has(institution, year)) year++
    return year
  }
  const [institution, setInstitution] = useState(preset.institution)
  const [year, setYear] = useState<number | undefined>(institution ? nextOf(institution) : thisYear)
  const [from, setFrom] = useState<string>()
  const [raise, setRaise] = useState<number | undefined>(0)
  const typing = { year: useOwnTyping(), raise: useOwnTyping() }
  const isYear = invoiceYear.safeParse(year).success
  const isTaken = institution !== undefined && year !== undefined && has(institution, year)
  const isRaise = raise === undefined || (raise >= -100 && raise <= maxRaise)
  const none = { value: '', label: t('new.fromNone') }
  const sources = [none, ...schedules.map(({ id, data }) => ({ value: id, label: words.name(data) }))]
  const source =
    from ??
    (institution !== undefined && year !== undefined
      ? latestBefore(schedules, institution, year)?.id
      : undefined)
  const create = () => {
    const params = new URLSearchParams({ institution: institution ?? '', year: String(year) })
    if (source) params.set('from', source)
    if (source && raise) params.set('raise', String(raise))
    void navigate(`${feeScheduleHref('new')}?${params}`)
  }
  return (
    <VerbDialog
      title={t('new.title')}
      verb={t('new.verb')}
      isBlocked={
        institution === undefined ||
        !isYear ||
        isTaken ||
        !isRaise ||
        typing.year.isUnread ||
        typing.raise.isUnread
      }
      onVerb={create}
      onClose={onClose}
    >
      <FormField label={t('field.institution')}>
        <Select
          options={words.institutions}
          selectedOption={words.institutions.find(({ value }) => value === institution) ?? null}
          placeholder={ui('select.choose')}
          filteringType={words.institutions.length > 8 ? 'auto' : 'none'}
          filteringAriaLabel={ui('select.search')}
          expandToViewport
          onChange={({ detail }) => {
            const chosen = detail.selectedOption.value ?? ''
            setInstitution(chosen)
            setYear(nextOf(chosen))
            setFrom(undefined)
          }}
        />
      </FormField>
      <FormField
        label={t('field.year')}
        errorText={
          typing.year.problem ??
          (isTaken ? t('new.taken') : year !== undefined && !isYear ? t('issue.year') : undefined)
        }
      >
        <NumberField isWhole value={year} typing={typing.year} onChange={setYear} />
      </FormField>
      <FormField label={t('new.from')} description={t('new.fromText')}>
        <Select
          options={sources}
          selectedOption={sources.find(({ value }) => value === (source ?? '')) ?? none}
          filteringType={sources.length > 8 ? 'auto' : 'none'}
          filteringAriaLabel={ui('select.search')}
          expandToViewport
          onChange={({ detail }) => setFrom(detail.selectedOption.value)}
        />
      </FormField>
      {source && (
        <FormField
          label={t('new.raise')}
          description={t('new.raiseText')}
          errorText={typing.raise.problem ?? (isRaise ? undefined : t('issue.raise'))}
        >
          <NumberField unit="%" value={raise} typing={typing.raise} onChange={setRaise} />
        </FormField>
      )}
    </VerbDialog>
  )
}
