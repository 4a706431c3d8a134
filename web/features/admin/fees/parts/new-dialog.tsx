/**
 * A new fee schedule: for whom and which year, and what it is copied from. A copy is stored and opened; one without fees is only
 * prepared on its page.
 */
import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { copyfeeschedule } from '../../../../../shared/calls/bml/invoice/copyfeeschedule.ts'
import { invoiceYear } from '../../../../../shared/model/fee-schedule.ts'
import { feeScheduleHref } from '../../../../frame/links.ts'
import { useErrorText } from '../../../../texts/error-text.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useToday } from '../../../../ui/dates.tsx'
import { FieldError } from '../../../../ui/field-error.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { useOwnTyping } from '../../../../ui/typed-input.tsx'
import { VerbDialog } from '../../../../ui/verb-dialog.tsx'
import { newEntry } from '../../model/list.ts'
import { latestBefore } from '../model/list.ts'
import { useCopy } from '../use-copy.ts'
import type { FeeWords } from '../use-fee-words.ts'
import { type ScheduleEntity, useFeeSchedules } from '../use-schedules.ts'

interface Props {
  words: FeeWords
  /** Whose it is, until another is chosen. */
  institution?: string | undefined
  /** What is copied for its own institution; without it both are chosen here. */
  source?: ScheduleEntity
  onClose(): void
}
const { raisePercent } = copyfeeschedule.input.shape

export function NewScheduleDialog({ words, institution: preset, source, onClose }: Props) {
  const t = words.fees
  const ui = useTexts('ui')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const thisYear = Number(useToday().slice(0, 4))
  const { list = [], deleted = [], refresh } = useFeeSchedules()
  const holderOf = (institution: string | undefined, year: number | undefined) =>
    [...list, ...deleted].find(({ data }) => data.institution === institution && data.year === year)
  /** The first year from this one on, or behind that of the source, that has none. */
  const nextOf = (institution: string | undefined) => {
    let year = source ? source.data.year + 1 : thisYear
    while (holderOf(institution, year)) year++
    return year
  }
  const [institution, setInstitution] = useState(source?.data.institution ?? preset)
  // Until somebody has chosen one: which years are taken may not be known yet.
  const [chosen, setChosen] = useState<{ year: number | undefined }>()
  const year = chosen ? chosen.year : nextOf(institution)
  const setYear = (year: number | undefined) => setChosen({ year })
  const [from, setFrom] = useState<string>()
  const [raise, setRaise] = useState<number | undefined>(0)
  const typing = { year: useOwnTyping(), raise: useOwnTyping() }
  const { copy, isCopying, refused, forget } = useCopy(words, () => void refresh())
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      forget()
    }
  }
  const none = { value: '', label: t('new.fromNone') }
  const sources = [none, ...list.map(({ id, data }) => ({ value: id, label: words.name(data) }))]
  const usual =
    institution !== undefined && year !== undefined ? latestBefore(list, institution, year) : undefined
  const copied = source ?? (from === undefined ? usual : list.find(({ id }) => id === from))
  const isYear = invoiceYear.safeParse(year).success
  const isRaise = raisePercent.safeParse(raise).success
  const holder = holderOf(institution, year)
  const isReady = isYear && !holder && (!copied || (isRaise && !typing.raise.isUnread))
  const make = async () => {
    if (institution === undefined || year === undefined) return
    if (!copied) {
      const params = new URLSearchParams({ institution, year: String(year) })
      return navigate(`${feeScheduleHref(newEntry)}?${params}`)
    }
    // Also where somebody else takes it meanwhile, which is said of this one.
    setYear(year)
    const made = await copy(copied, { institution, year, raisePercent: raise ?? 0 })
    if (!made) return
    onClose()
    void navigate(feeScheduleHref(made.id))
  }
  return (
    <VerbDialog
      title={t(source ? 'copy.title' : 'new.title')}
      verb={t(copied ? 'copy.verb' : 'new.verb')}
      {...(source && { about: words.name(source.data) })}
      isBusy={isCopying}
      isBlocked={institution === undefined || !isReady || typing.year.isUnread}
      onVerb={() => void make()}
      onClose={onClose}
    >
      {!source && (
        <FormField label={t('field.institution')}>
          <Select
            options={words.institutions}
            selectedOption={words.institutions.find(({ value }) => value === institution) ?? null}
            placeholder={ui('select.choose')}
            filteringType={words.institutions.length > 8 ? 'auto' : 'none'}
            filteringAriaLabel={ui('select.search')}
            expandToViewport
            onChange={({ detail }) => {
              const picked = detail.selectedOption.value ?? ''
              change(setInstitution)(picked)
              setChosen(undefined)
              setFrom(undefined)
            }}
          />
        </FormField>
      )}
      <FormField
        label={t('field.year')}
        errorText={
          typing.year.problem ??
          (holder || refused?.at === 'year' ? (
            <Taken holder={holder} words={words} onClose={onClose} />
          ) : (
            year !== undefined && !isYear && t('issue.year')
          ))
        }
      >
        <NumberField isWhole value={year} typing={typing.year} onChange={change(setYear)} />
      </FormField>
      {!source && (
        <FormField label={t('new.from')} description={t('new.fromText')}>
          <Select
            options={sources}
            selectedOption={sources.find(({ value }) => value === (copied?.id ?? '')) ?? none}
            filteringType={sources.length > 8 ? 'auto' : 'none'}
            filteringAriaLabel={ui('select.search')}
            expandToViewport
            onChange={({ detail }) => change(setFrom)(detail.selectedOption.value)}
          />
        </FormField>
      )}
      {copied && (
        <FormField
          label={t('new.raise')}
          description={t('new.raiseText')}
          errorText={
            typing.raise.problem ??
            (!isRaise ? t('issue.raise') : refused?.at === 'raise' && t('issue.raisedFee'))
          }
        >
          <NumberField unit="%" value={raise} typing={typing.raise} onChange={change(setRaise)} />
        </FormField>
      )}
      {source && <Box color="text-body-secondary">{t('new.fromText')}</Box>}
      <FieldError text={refused?.at === 'all' && errorText(refused.error)} />
    </VerbDialog>
  )
}

/** A deleted one holds its year, too; it is found nowhere else. */
function Taken({
  holder,
  words,
  onClose,
}: {
  holder: ScheduleEntity | undefined
  words: FeeWords
  onClose(): void
}) {
  return (
    <>
      {words.fees(holder?.disabled ? 'new.takenByDeleted' : 'new.taken')}{' '}
      {holder && (
        <Link className="fees-taken" to={feeScheduleHref(holder.id)} onClick={onClose}>
          {words.name(holder.data)}
        </Link>
      )}
    </>
  )
}
