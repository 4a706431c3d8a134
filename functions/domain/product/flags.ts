import { can } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { noChange, notAllowed, type Refusal, refuseInput, refuseRule } from '../../../shared/rules/refusal.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import type { ProductDecision } from './accept.ts'
import { type Product, productArchived, type WriteContext } from './context.ts'

/** Flags that a product shall have, each with the revision that it is set at, and those that it shall not have. */
export interface FlagChange {
  set: Readonly<Record<string, number>>
  remove: readonly string[]
  /** Job that does it. */
  job?: string
}
/** What is decided with; a product that is deleted is not asked about. */
export interface FlagContext extends Pick<WriteContext, 'before' | 'actor'> {
  reference: Pick<WriteContext['reference'], 'lists'>
}

export const flagsOf = ({ data }: Pick<Product, 'data'>): Readonly<Record<string, number>> =>
  data.invoiceFlags ?? {}

/**
 * Sets flags and removes others. They are no evaluated data: who sets them may still release the product. Refuses: forbidden,
 * rule_violated (archived, no change).
 */
export function decideFlags(c: FlagContext, { set, remove, job }: FlagChange): ProductDecision | Refusal {
  const { before, actor, reference } = c
  if (!can(actor, 'product:flag', productSubject(before.data, reference.lists))) return notAllowed()
  const was = flagsOf(before)
  const added = Object.entries(set).filter(([flag]) => !Object.hasOwn(was, flag))
  const gone = new Set(remove.filter((flag) => Object.hasOwn(was, flag)))
  if (added.length + gone.size === 0) return noChange()
  if (before.data.archived) return productArchived()
  const kept = Object.entries(was).filter(([flag]) => !gone.has(flag))
  const data = { ...before.data, invoiceFlags: Object.fromEntries([...kept, ...added]) }
  const events = timelineEvents(before.data, data, { ...(job !== undefined && { job }) })
  return { data, events, related: [] }
}

interface Option {
  disabled: boolean
  data: { type: string; enabled: boolean }
}
/** Is it a flag that may be set, or removed: what is no longer offered can still be taken away? */
export const isFlag = (option: Option | undefined, action: 'assign' | 'remove'): boolean =>
  option?.data.type === 'invoice-flags' && !option.disabled && (action === 'remove' || option.data.enabled)
export const flagUnknown = (path: string): Refusal =>
  refuseRule('flagUnknown', 'Choose a flag that exists.', { path })

/**
 * Sets and removes flags by hand. Refuses as `decideFlags`; rule_violated, too, where a flag that is set is none, or is not offered
 * any more.
 */
export function decideFlagsByHand(
  c: WriteContext,
  { set, remove }: { set: readonly string[]; remove: readonly string[] },
): ProductDecision | Refusal {
  const both = set.findIndex((flag) => remove.includes(flag))
  if (both >= 0)
    return refuseInput([{ path: `/set/${both}`, expected: 'expected no flag that is removed as well' }])
  const was = flagsOf(c.before)
  const isOffered = (flag: string) => isFlag(c.reference.options.get(flag), 'assign')
  if (!set.every((flag) => Object.hasOwn(was, flag) || isOffered(flag))) return flagUnknown('/set')
  const rev = c.before.rev + 1
  return decideFlags(c, { set: Object.fromEntries(set.map((flag) => [flag, rev])), remove })
}
