/** What an import tells of an item: why it was rejected, or what of it was not taken and why. */
import { type ImportItem, importItem } from '../../../shared/calls/bml/import/run.ts'
import type { Issue } from '../../../shared/errors.ts'
import type { Biostandard, List } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { JobReason } from '../../../shared/model/job.ts'
import type { Message } from '../../../shared/model/message.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { valueUnfit } from '../../../shared/schema-issues.ts'
import { type Why, whyOf } from '../job/why.ts'

export type Note = Why & Pick<JobReason, 'isPartly'>
const kinds: readonly string[] = importItem.shape.kind.options
/** How the sentence of an item begins that was taken, but not all of it. */
const takenWithout = 'taken without'
/** Places and approvals that one note names. */
const maxNamed = 10

/** Why a refusal was one, place by place where it names any. What staff read of it is never the English of `expected`. */
export function noteOf({ code, message, details }: Pick<Refusal, 'code' | 'message' | 'details'>): Note {
  const { issues = [] } = details
  if (issues.length > 0) {
    // One reason a place: the first is the most exact.
    const byPlace = [...Map.groupBy(issues, ({ path }) => path)]
    const places = byPlace.slice(0, maxNamed).map(([place, [issue]]) => ({
      key: 'reasonPlace',
      params: { path: { place }, problem: sentenceOf(issue!) },
    }))
    return { message, text: { key: 'reasonPlaces', params: { places } } }
  }
  const why = whyOf({ message, details }, details.key ?? code)
  return details.key === unknownKey && why.text ? { ...why, text: withReference(why.text) } : why
}
const unknownKey = 'importUnknownKey'
/** What an item refers to is said as items are: `category:copper` is no word of any language. */
function withReference(text: Message): Message {
  const [, kind, key = ''] = /^([a-z]+):(.*)$/s.exec(String(text.params?.['reference'] ?? '')) ?? []
  return kind !== undefined && kinds.includes(kind)
    ? { ...text, params: { reference: { key: `importItem_${kind}`, params: { key } } } }
    : text
}
const sentenceOf = ({ key = valueUnfit, params }: Issue): Message => ({ key, ...(params && { params }) })

const whys = {
  importKept: 'somebody has changed them by hand',
  importFrozen: 'the list is archived',
  importProductFrozen: 'the product is archived',
} as const
/** New values of the register that were not taken; none where there are no such places. */
export function withoutNews(places: readonly string[], key: keyof typeof whys): Note[] {
  if (places.length === 0) return []
  const rest = places.length - maxNamed
  const named = places.slice(0, maxNamed)
  const more = rest > 0 ? ` and ${rest} more` : ''
  const told: Message[] = named.map((place) => ({ key: 'reasonPlaceOnly', params: { path: { place } } }))
  if (rest > 0) told.push({ key: 'reasonMore', params: { count: rest } })
  return [
    {
      message: `${takenWithout} new values of ${named.join(', ')}${more}: ${whys[key]}`,
      text: { key, params: { places: told } },
      isPartly: true,
    },
  ]
}

export interface ApprovalTitles {
  lists: ReadonlyMap<string, Pick<Entity<List>, 'data'>>
  standards: ReadonlyMap<string, Pick<Entity<Biostandard>, 'data'>>
}
interface Named {
  list: string
  standard: string
}
const approvalName = ({ list, standard }: Named, { lists, standards }: ApprovalTitles): string =>
  `${titleIn(standards.get(standard)?.data.name, 'en_GB')} in ${titleIn(lists.get(list)?.data.title, 'en_GB')}`
const approvalText = ({ list, standard }: Named, { lists, standards }: ApprovalTitles): Message => ({
  key: 'importApprovalName',
  params: {
    standard: { in: standards.get(standard)?.data.name ?? {} },
    list: { in: lists.get(list)?.data.title ?? {} },
  },
})

/** An approval that was not given, and why. */
export const withoutApproval = (approval: Named & { reason: Note }, titles: ApprovalTitles): Note => ({
  message: `${takenWithout} the approval ${approvalName(approval, titles)}: ${approval.reason.message}`,
  text: {
    key: 'importWithoutApproval',
    params: {
      approval: approvalText(approval, titles),
      reason: approval.reason.text ?? approval.reason.message,
    },
  },
  isPartly: true,
})
/** The note of an item whose approvals nobody asked for. */
export function withoutApprovals(approvals: readonly Named[], titles: ApprovalTitles): Note[] {
  if (approvals.length === 0) return []
  const named = approvals.slice(0, maxNamed)
  const names = named.map((one) => approvalName(one, titles))
  return [
    {
      message: `${takenWithout} its approvals (${names.join(', ')}): approvals were not to be migrated`,
      text: {
        key: 'importWithoutApprovals',
        params: { approvals: named.map((one) => approvalText(one, titles)) },
      },
      isPartly: true,
    },
  ]
}
export const decidedByHand: Note = {
  message: 'somebody has decided on it by hand',
  text: { key: 'importDecidedByHand' },
}

/** A reason of the job: where the item stands in the source, what it is, and what is to be told of it. */
export function reasonOf({ kind, key, line }: ImportItem, { message, text, isPartly }: Note): JobReason {
  const item: Message = { key: `importItem_${kind}`, params: { key } }
  return {
    unit: line === undefined ? `${kind} ${key}` : `line ${line}, ${kind} ${key}`,
    unitText: line === undefined ? item : { key: 'importLine', params: { line, item } },
    message,
    ...(text && { text }),
    ...(isPartly && { isPartly }),
  }
}

/** Notes of an older Inputlist were sentences alone. */
export const asNote = (note: Note | string): Note => (typeof note === 'string' ? { message: note } : note)
