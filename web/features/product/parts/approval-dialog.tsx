import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Textarea from '@cloudscape-design/components/textarea'
import { useState } from 'react'
import { approvals } from '../../../../shared/calls/bml/product/approvals.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { defaultPeriod } from '../../../../shared/rules/approval-actions.ts'
import { type ApprovalAction, releases } from '../../../../shared/rules/approval-refusals.ts'
import { compareDays, storedDay } from '../../../../shared/rules/dates.ts'
import { restrictionFits } from '../../../../shared/rules/restriction.ts'
import { callApi } from '../../../api/client.ts'
import { useTexts } from '../../../texts/texts.ts'
import { todayText } from '../../../ui/date-text.ts'
import { DateField } from '../../../ui/dates.tsx'
import { useEdited } from '../../../ui/entity-editor.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { useOwnTyping } from '../../../ui/typed-input.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { type ApprovalEntry, changedText, contextFor, peopleOf, preview } from '../model/approvals.ts'
import { effective } from '../model/draft.ts'
import { endsToo } from '../model/ends-too.ts'
import { categoryPath } from '../model/fields.ts'
import { personIn } from '../model/person.ts'
import { periodText } from '../model/row-text.ts'
import { useProductPage } from '../page-context.ts'
import { missingOf, useApprovalStatus } from '../use-approval-status.ts'
import { SinceInitiated } from './since-initiated.tsx'

/** Actions whose dates are typed. A confirmation takes the dates that were initiated, if there are any. */
const asksDates = (action: ApprovalAction, entry: ApprovalEntry) =>
  action === 'initiate' || action === 'setdates' || (action === 'confirm' && entry.state !== 'initiated')

function startDates(
  action: ApprovalAction,
  entry: ApprovalEntry,
  today: string,
): { begin: string; end: string } {
  const { row, state } = entry
  const standard = defaultPeriod(today)
  if (action !== 'setdates') return standard
  const begin = state === 'initiated' ? row?.tmp_begin : row?.begin
  const end = state === 'initiated' ? row?.tmp_end : row?.end
  return { begin: begin ?? standard.begin, end: begin === undefined ? standard.end : (end ?? '') }
}

/** Asks for what an approval action needs, and says in words what it will do. */
export function ApprovalDialog({
  entry,
  action,
  title,
  initiatedRev,
  onDone,
  onClose,
}: {
  entry: ApprovalEntry
  action: ApprovalAction
  title: string
  /** Revision in which it was initiated, where that is known. */
  initiatedRev: number | undefined
  onDone: () => void
  onClose: () => void
}) {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const { view, name, list, lookup, words, actor, today, act, isActing, editor } = useProductPage()
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  const { row, standard } = entry
  const standardTitle = lookup.standardTitle(standard)
  const [dates, setDates] = useState(() => startDates(action, entry, today))
  const [comment, setComment] = useState(row?.comment ?? '')
  const [restriction, setRestriction] = useState(row?.restriction ?? '')
  const [textId, setTextId] = useState(row?.restrictionTextId ?? '')
  const isRelease = releases(action, row, entry.definition, today)
  const hasDates = asksDates(action, entry)
  const isNote = action === 'annotate'
  const [isEndless, setEndless] = useState(dates.end === '')
  const begin = useOwnTyping()
  const end = useOwnTyping()
  const isBeginMissing = dates.begin === '' && !begin.isUnread
  const isEndMissing = dates.end === '' && !end.isUnread && !isEndless
  const isIncomplete = hasDates && (begin.isUnread || end.isUnread || isBeginMissing || isEndMissing)
  const isWrongWay = hasDates && !isIncomplete && dates.end !== '' && compareDays(dates.begin, dates.end) > 0
  const beginError = begin.problem ?? (isBeginMissing ? t('mandatory') : undefined)
  const endError =
    end.problem ?? (isEndMissing ? t('mandatory') : isWrongWay ? t('approvals.endError') : undefined)
  const context = contextFor(view, list, standard, lookup, actor, today)
  const after = isIncomplete ? undefined : preview(action, context, hasDates ? dates : {})
  const sinceRev = action === 'confirm' && entry.state === 'initiated' ? initiatedRev : undefined
  // Without an initiation before it, a confirmation is the approval itself.
  const step = action === 'confirm' && entry.state !== 'initiated' ? 'approve' : action
  const effect = () => {
    const params = {
      standard: standardTitle,
      before: periodText(row?.begin, row?.end, words) || t('approvals.noDates'),
      after: periodText(
        after?.tmp_begin ?? after?.begin,
        after?.tmp_begin ? after?.tmp_end : after?.end,
        words,
      ),
      end: words.date(row?.end),
      newEnd: words.date(after?.end),
      name: personIn(view, row?.approvalInitiatorAccountId) ?? t('someone'),
      changed: changedText(entry, words),
    }
    if (action === 'release' && entry.changed.length === 0) return t('approvals.effect.releaseUnseen', params)
    if (action === 'setdates' && entry.state === 'initiated')
      return t('approvals.effect.setdatesInitiated', params)
    return t(`approvals.effect.${step}`, params)
  }
  const save = async () => {
    const done = await act({
      id: `approval:${view.id}:${list}:${standard}`,
      done: t(`approvals.done.${step}`, { standard: standardTitle }),
      // What is released is what was seen: it is never repeated on another revision.
      depends: (v) =>
        isRelease
          ? [v.rev, v.parentRevs]
          : [v.data.listData[list]?._approval[standard], v.data.listData[list]?._companies],
      call: async (rev, { parentRevs = [] }) =>
        (await callApi(
          approvals,
          {
            id: view.id,
            rev,
            parentRevs,
            list,
            standard,
            action,
            ...(hasDates ? { begin: dates.begin, end: dates.end as '' } : {}),
            ...(isNote ? { comment, restriction, restrictionTextId: textId as '' } : {}),
          },
          { quiet: true },
        )) as ProductView,
    })
    if (!done) return
    onDone()
    onClose()
  }
  const category = effective(view, view.data, list, '_category').value
  const known = new Map(lookup.categories.map((entry) => [entry.id, entry]))
  const categories = categoryPath(known, typeof category === 'string' ? category : undefined).map((c) => c.id)
  const texts = lookup.restrictionTexts.filter(
    (r) => r.id === textId || restrictionFits(r, standard, categories),
  )
  const isDangerous = action === 'removedates' || action === 'reset' || action === 'deactivate'
  /** Who took the step, in words, where the row will not tell it any more. */
  const goneOf = (step: 'initiated' | 'confirmed') => {
    const [was, stays] = [peopleOf(row)[step], peopleOf(after)[step]]
    if (!was || (stays?.at === was.at && stays.account === was.account)) return ''
    return t('status.by', {
      date: words.date(storedDay(todayText(Date.parse(was.at)))),
      name: personIn(view, was.account) ?? t('someone'),
    })
  }
  /** What the row has and will not have any more. */
  const removed: Fact[] =
    !isDangerous || !row || after === undefined
      ? []
      : [
          [t('approvals.column.period'), after.begin ? '' : periodText(row.begin, row.end, words)] as const,
          [
            t('approvals.proposed'),
            after.tmp_begin ? '' : periodText(row.tmp_begin, row.tmp_end, words),
          ] as const,
          ...(['initiated', 'confirmed'] as const).map(
            (step) => [t(`approvals.${step}`), goneOf(step)] as const,
          ),
        ].filter(([, text]) => text !== '')
  /** What is granted for a year may have been granted for longer. */
  const isShorter =
    action === 'grantyear' &&
    !!row?.begin &&
    !!after?.end &&
    (!row.end || compareDays(after.end, row.end) < 0)
  const { unmet } = missingOf(useApprovalStatus().status.get(list))
  const tellsUnmet = unmet.length > 0 && (isRelease || action === 'initiate')
  const others = after === undefined ? [] : endsToo(view, list, standard, after, lookup, today)
  return (
    <VerbDialog
      size={isNote || sinceRev !== undefined ? 'large' : 'medium'}
      title={t('approvals.dialog', { action: title, standard: standardTitle })}
      verb={isNote ? t('approvals.saveNote') : title}
      about={[name, lookup.listTitle(list)].join(' · ')}
      isDangerous={isDangerous || isShorter}
      isBusy={isActing}
      isBlocked={isWrongWay || isIncomplete || (!isNote && after === undefined)}
      onVerb={() => void save()}
      onClose={onClose}
    >
      {hasDates && (
        <div className="product-dates">
          <FormField label={t('approvals.begin')} errorText={beginError}>
            <DateField
              ariaLabel={t('approvals.begin')}
              typing={begin}
              invalid={beginError !== undefined}
              value={dates.begin}
              onChange={(next) => setDates({ ...dates, begin: next })}
            />
          </FormField>
          <div>
            <FormField
              label={t('approvals.end')}
              constraintText={t('approvals.endHint')}
              errorText={endError}
            >
              <DateField
                ariaLabel={t('approvals.end')}
                value={dates.end}
                relativeTo={dates.begin}
                typing={end}
                invalid={endError !== undefined}
                disabled={isEndless}
                onChange={(next) => setDates({ ...dates, end: next })}
              />
            </FormField>
            <Checkbox
              checked={isEndless}
              onChange={({ detail }) => {
                setEndless(detail.checked)
                end.set(undefined)
                setDates({
                  ...dates,
                  end: detail.checked ? '' : defaultPeriod(dates.begin || today).end,
                })
              }}
            >
              {t('approvals.withoutEnd')}
            </Checkbox>
          </div>
        </div>
      )}
      {isNote && (
        <SpaceBetween size="m">
          <FormField stretch label={t('approvals.comment')}>
            <Textarea value={comment} rows={3} onChange={({ detail }) => setComment(detail.value)} />
          </FormField>
          <FormField stretch label={t('approvals.restrictionText')}>
            <Select
              expandToViewport
              filteringType="auto"
              filteringAriaLabel={ui('select.search')}
              options={[
                { value: '', label: t('noChoice') },
                ...texts.map((r) => ({ value: r.id, label: r.text })),
              ]}
              selectedOption={
                textId === ''
                  ? { value: '', label: t('noChoice') }
                  : { value: textId, label: texts.find((r) => r.id === textId)?.text ?? textId }
              }
              onChange={({ detail }) => setTextId(detail.selectedOption.value ?? '')}
            />
          </FormField>
          <FormField stretch label={t('approvals.restriction')}>
            <Textarea value={restriction} rows={3} onChange={({ detail }) => setRestriction(detail.value)} />
          </FormField>
        </SpaceBetween>
      )}
      {!isWrongWay && !isIncomplete && (
        <Alert type={isDangerous || isShorter ? 'warning' : 'info'}>
          <SpaceBetween size="xs">
            <div>
              {isNote
                ? t('approvals.effect.annotate')
                : after === undefined
                  ? t('approvals.effect.nothing')
                  : effect()}
            </div>
            {tellsUnmet && (
              <div>{t('checklist.unmetTitle', { count: unmet.length, list: lookup.listTitle(list) })}</div>
            )}
            {isShorter && <div>{t('approvals.shortens')}</div>}
            {removed.length > 0 && (
              <SpaceBetween size="xxs">
                <div>{t('approvals.removes')}</div>
                <Facts facts={removed} />
              </SpaceBetween>
            )}
            {others.length > 0 && (
              <div>
                {t('approvals.endsToo')}
                <ul>
                  {others.map((other) => (
                    <li key={`${other.list} ${other.standard}`}>
                      {lookup.standardTitle(other.standard)} · {lookup.listTitle(other.list)}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </SpaceBetween>
        </Alert>
      )}
      {sinceRev !== undefined && <SinceInitiated rev={sinceRev} standards={[standard]} />}
      {hasChanges && <Box color="text-body-secondary">{t('act.savesFirst')}</Box>}
    </VerbDialog>
  )
}
