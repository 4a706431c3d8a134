import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import { memo, useCallback } from 'react'
import { isOver, isUnmet } from '../../../../shared/rules/checklist.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DateField } from '../../../ui/dates.tsx'
import { useTyping } from '../../../ui/entity-editor.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { type Focusable, useFieldPlace } from '../../../ui/field-places.ts'
import { StateBadge } from '../../../ui/state-badge.tsx'
import {
  answersOf,
  type ChecklistEntry,
  type ChecklistRow,
  isAnswered,
  withAnswer,
} from '../model/checklist.ts'
import { baseList } from '../model/draft.ts'
import { answerText } from '../model/row-text.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useProblem } from '../use-problems.ts'

const maxComment = 20_000
interface Props {
  entry: ChecklistEntry
  /** The table has a column for the last day. */
  hasUntil: boolean
}
function useAnswer(id: string, list: string): ChecklistRow | undefined {
  return useDraftPart((draft) => answersOf(draft, list)[id])
}

/** Title, what an entry demands, and, of one for reference, what the base list answered. */
function EntryHead({
  entry: { id, title, definition },
  isEditing,
}: Pick<Props, 'entry'> & { isEditing: boolean }) {
  const t = useTexts('product')
  const { list, words } = useProductPage()
  const ofBase = useAnswer(id, baseList)
  return (
    <>
      {title}
      {isEditing && definition.mandatory && !definition.isOptional && (
        <span className="product-mandatory" title={t('mandatory')}>
          *
        </span>
      )}
      {definition.modus === 'reference' && list !== baseList && (
        <div className="product-field-hint">
          {t('checklist.ofBase', { answer: answerText(ofBase, definition, words) || t('checklist.open') })}
        </div>
      )}
    </>
  )
}

/** The answer in a word with its sign: met, not met, to be looked at. */
function Answer({ entry: { definition }, row }: Pick<Props, 'entry'> & { row: ChecklistRow | undefined }) {
  const t = useTexts('product')
  const { lookup, today } = useProductPage()
  const option = definition.options.find(({ id }) => id === row?.status)
  const title = option ? lookup.title(option.title) : (row?.status ?? '')
  return (
    <span className="product-checklist-states">
      {isAnswered(row) ? (
        <StateBadge tone={option?.okay ? (option.warning ? 'warning' : 'positive') : 'negative'}>
          {title}
        </StateBadge>
      ) : (
        <span className="product-muted">{t('checklist.open')}</span>
      )}
      {definition.mandatory && isUnmet(definition, row) && (
        <StateBadge tone="warning">{t('checklist.unmet')}</StateBadge>
      )}
      {isOver(row, today) && <StateBadge tone="warning">{t('checklist.over')}</StateBadge>}
    </span>
  )
}

export const ChecklistLine = memo(function ChecklistLine({ entry, hasUntil }: Props) {
  const t = useTexts('product')
  const { list, words } = useProductPage()
  const row = useAnswer(entry.id, list)
  return (
    <tr>
      <td className="product-checklist-entry">
        <EntryHead entry={entry} isEditing={false} />
      </td>
      <td data-label={t('checklist.status')}>
        <Answer entry={entry} row={row} />
      </td>
      <td data-label={t('checklist.date')}>{row?.date && words.date(row.date)}</td>
      {hasUntil && <td data-label={t('checklist.until')}>{row?.until && words.date(row.until)}</td>}
      <td className="product-value product-checklist-comment" data-label={t('checklist.comment')}>
        {row?.comment}
      </td>
      <td data-label={t('checklist.by')}>{row?.updatedBy && words.nameOf(row.updatedBy)}</td>
    </tr>
  )
})

export const ChecklistEditorLine = memo(function ChecklistEditorLine({ entry, hasUntil }: Props) {
  const t = useTexts('product')
  const { list, lookup, editor } = useProductPage()
  const { id, title, definition } = entry
  const row = useAnswer(id, list)
  const path = `/listData/${list}/_checklist/${id}`
  const statusProblem = useProblem(`${path}/status`)
  const entryProblem = useProblem(path)
  const ofEntry = useFieldPlace(path)
  const ofStatus = useFieldPlace(`${path}/status`)
  const control = useCallback(
    (focusable: Focusable | null) => {
      ofEntry.control(focusable)
      ofStatus.control(focusable)
    },
    [ofEntry.control, ofStatus.control],
  )
  const change = useCallback(
    (to: Partial<ChecklistRow>) => editor.change((d) => withAnswer(d, list, id, to)),
    [editor, list, id],
  )
  const options = definition.options
    .toSorted((a, b) => a.sorting - b.sorting)
    .map((option) => ({ value: option.id, label: lookup.title(option.title) }))
  const none = { value: '', label: t('noChoice') }
  const status = row?.status ?? ''
  return (
    <tr ref={ofEntry.place}>
      <td className="product-checklist-entry">
        <EntryHead entry={entry} isEditing />
      </td>
      <td ref={ofStatus.place} className="product-checklist-status" data-label={t('checklist.status')}>
        <Select
          ref={control}
          ariaLabel={t('checklist.statusOf', { title })}
          expandToViewport
          invalid={statusProblem !== undefined}
          selectedOption={
            options.find(({ value }) => value === status) ?? (status === '' ? none : { value: status })
          }
          options={[none, ...options]}
          onChange={({ detail }) => {
            editor.touch(`${path}/status`)
            change({ status: detail.selectedOption.value || undefined })
          }}
        />
        <FieldError text={statusProblem ?? entryProblem} />
      </td>
      <DayCell
        path={`${path}/date`}
        head={t('checklist.date')}
        label={t('checklist.dateOf', { title })}
        isMandatory={definition.dateEffectiveMandatory && isAnswered(row)}
        value={row?.date}
        onChange={(date) => change({ date })}
      />
      {hasUntil && (
        <DayCell
          path={`${path}/until`}
          head={t('checklist.until')}
          label={t('checklist.untilOf', { title })}
          isMandatory={definition.dateUntilMandatory && isAnswered(row)}
          value={row?.until}
          relativeTo={row?.date}
          onChange={(until) => change({ until })}
        />
      )}
      <td className="product-checklist-comment" data-label={t('checklist.comment')}>
        <Input
          ariaLabel={t('checklist.commentOf', { title })}
          value={row?.comment ?? ''}
          onChange={({ detail }) => change({ comment: detail.value.slice(0, maxComment) })}
        />
      </td>
    </tr>
  )
})

function DayCell(props: {
  path: string
  /** Of the column. */
  head: string
  label: string
  isMandatory: boolean
  value: string | undefined
  relativeTo?: string | undefined
  onChange(value: string | undefined): void
}) {
  const t = useTexts('product')
  const { editor } = useProductPage()
  const { path, head, label, isMandatory, value, relativeTo } = props
  const problem = useProblem(path)
  const typing = useTyping(editor, path)
  const { place, control } = useFieldPlace(path)
  return (
    <td ref={place} className="product-checklist-day" data-label={head}>
      <div className="product-checklist-date">
        <DateField
          focusRef={control}
          ariaLabel={isMandatory ? `${label} (${t('mandatory')})` : label}
          invalid={problem !== undefined}
          typing={typing}
          value={value ?? ''}
          {...(relativeTo !== undefined && { relativeTo })}
          onChange={(next) => {
            editor.touch(path)
            props.onChange(next || undefined)
          }}
        />
        {isMandatory && (
          <span className="product-mandatory" aria-hidden>
            *
          </span>
        )}
      </div>
      <FieldError text={problem} />
    </td>
  )
}
