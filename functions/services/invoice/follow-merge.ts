/** Brings drafts of a merged company to the one that stays, and back. */
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { type Invoice, invoiceSlot } from '../../../shared/model/invoice.ts'
import { invoicesName } from '../../../shared/model/references.ts'
import { entityNotFound, type Refusal } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { billingTurns } from '../../domain/invoice/draft.ts'
import { isDraftOf, joinedDraft, movedDraft, partedDraft } from '../../domain/invoice/merged.ts'
import {
  fitsInvoice,
  fixedInvoiceRefusal,
  type InvoiceOf,
  invoiceRule,
  isInvoice,
} from '../../domain/invoice/rules.ts'
import type { EntityStore, Write } from '../../ports/entity-store.ts'
import { namingPages } from '../entity/naming.ts'
import { untilTurn } from '../entity/turns.ts'
import { changed } from './stored.ts'

export interface FollowPorts {
  entities: EntityStore
  clock: { now(): string }
}
interface By {
  event: TimelineEvent
  by: string
}

/** The invoice that holds the place of a company's year; undefined where it is free. */
async function holderOf(
  entities: Pick<EntityStore, 'listNaming'>,
  company: string,
  of: Invoice,
): Promise<InvoiceOf | undefined> {
  const slot = invoiceSlot({ ...of, companyId: company })
  for await (const { list } of namingPages(entities, invoicesName(company))) {
    const found = list.filter(isInvoice).find((one) => !one.disabled && one.data.slot === slot)
    if (found) return found
  }
  return undefined
}

type Save = (writes: Write[]) => Promise<number>
/**
 * Decides and writes in a turn of the company that stays: a run that bills it side by side sees what came to it, or decides
 * again. `decide` reads anew all that it decides on.
 */
const inTurn = <T>(
  entities: EntityStore,
  survivor: string,
  event: TimelineEvent,
  decide: (save: Save) => Promise<T>,
): Promise<T> =>
  untilTurn(async () => {
    const counter = billingTurns(survivor)
    const turn = { counter, at: await entities.counter(counter) }
    return decide(async (writes) => {
      const [written] = await entities.putAll(
        writes.map(({ entity, options }, i) => ({
          entity,
          options: { ...options, events: [event], ...(i === 0 && { turn }) },
        })),
      )
      return written!.rev
    })
  })

/**
 * Gives a draft to the company that stays: as its own, or, where it has a draft of that year, joined with that and deleted. Gives the
 * revision that was written. Refuses: not_found, rule_violated where the invoice of the year has its number, or cannot hold both.
 */
export function followMerge(
  { entities, clock }: FollowPorts,
  before: InvoiceOf,
  to: string,
  { event, by }: By,
): Promise<number | Refusal> {
  return inTurn(entities, to, event, async (save) => {
    const company = await entities.get('company', to)
    if (!company) return entityNotFound(to)
    const own = await holderOf(entities, to, before.data)
    const stamp = { by, now: clock.now() }
    if (!own) return save([changed(before, movedDraft(before.data, company), stamp)])
    if (fixedInvoiceRefusal(own.data)) return invoiceRule('invoiceMergeFixed')
    const joined = joinedDraft(own.data, before)
    if (!fitsInvoice(joined)) return invoiceRule('invoiceTooLarge')
    const { slot: _, ...data } = before.data
    const gone = changed(before, data, stamp)
    return save([{ ...gone, entity: { ...gone.entity, disabled: true } }, changed(own, joined, stamp)])
  })
}

/**
 * Gives a draft back to the company that it was of; undefined where nothing is left to be given back: it was sent since, or deleted by
 * somebody. Refuses: not_found.
 */
export async function followBack(
  { entities, clock }: FollowPorts,
  now: InvoiceOf,
  step: { before: Entity; after: Entity },
  { merged, survivor }: { merged: string; survivor: string },
  { event, by }: By,
): Promise<number | Refusal | undefined> {
  const { before, after } = step
  if (!isInvoice(before) || !isInvoice(after)) return undefined
  return inTurn(entities, survivor, event, async (save) => {
    const company = await entities.get('company', merged)
    if (!company) return entityNotFound(merged)
    const stamp = { by, now: clock.now() }
    if (!after.disabled)
      return isDraftOf(now, survivor) ? save([changed(now, movedDraft(now.data, company), stamp)]) : undefined
    if (!now.disabled || !sameValue(now.data, after.data)) return undefined
    const back = changed(now, movedDraft(before.data, company), stamp)
    const own = await holderOf(entities, survivor, before.data)
    // What it was joined with has its number: its lines are billed there.
    if (own && fixedInvoiceRefusal(own.data)) return undefined
    return save([
      { ...back, entity: { ...back.entity, disabled: false } },
      ...(own && isDraftOf(own, survivor) ? [changed(own, partedDraft(own.data, before), stamp)] : []),
    ])
  })
}
