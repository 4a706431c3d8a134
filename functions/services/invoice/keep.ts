/** Writes what was decided of the drafts of a company, and tells of a job what it has made, in whatever try. */
import { unstored } from '../../../shared/model/entity-data.ts'
import type { Bill, Invoice } from '../../../shared/model/invoice.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import { billingTurns } from '../../domain/invoice/draft.ts'
import type { InvoiceOf } from '../../domain/invoice/rules.ts'
import type { EntityReader, EntityStore } from '../../ports/entity-store.ts'
import { revOfStep } from '../job/steps.ts'

/** A bill, and what is stored of it now. */
export interface Decided {
  bill: Bill
  draft?: Invoice | undefined
  before?: InvoiceOf | undefined
  /** Where there is none: those of its place that were deleted. */
  deleted?: readonly InvoiceOf[]
}
/** By whom, and by which job if one does it. */
export interface Biller {
  account: string
  job?: { id: string; created: string } | undefined
}
interface KeepPorts {
  entities: Pick<EntityStore, 'put'>
  clock: { now(): string }
  ids: { next(): string }
}

/**
 * Writes of what was read from now on: the first one that comes behind somebody else's for the same company is refused. What one
 * invoice of it says is decided by all of them. Errors, then: `too_many_requests` (`turnTaken`).
 */
export async function inBillingTurn(
  entities: EntityStore,
  companyId: string,
): Promise<Pick<EntityStore, 'put'>> {
  const counter = billingTurns(companyId)
  let at = await entities.counter(counter)
  return {
    async put(entity, options) {
      const written = await entities.put(entity, { ...options, turn: { counter, at } })
      at++
      return written
    },
  }
}

export async function keep(
  { entities, clock, ids }: KeepPorts,
  { account, job }: Biller,
  { bill, draft, before }: Decided,
): Promise<Bill> {
  const now = clock.now()
  const stamp = { updated: now, updatedBy: account }
  const by = job && { job: job.id }
  if (bill.outcome === 'new' && draft) {
    const made = unstored('invoice', ids.next(), draft)
    const entity = { ...made, rev: 1, created: now, createdBy: account, ...stamp }
    const unique = uniqueValues('invoice', draft)
    await entities.put(entity, { expectRev: 0, unique, events: [{ kind: 'created', ...by }] })
    return { ...bill, invoiceId: entity.id }
  }
  if (bill.outcome === 'changed' && draft && before) {
    const next = { ...before, ...stamp, rev: before.rev + 1, data: draft }
    const unique = uniqueValues('invoice', draft)
    await entities.put(next, { expectRev: before.rev, unique, events: [{ kind: 'saved', ...by }] })
  }
  if (bill.outcome === 'emptied' && before) await deleteDraft(entities, before, stamp, by)
  return bill
}

/** The draft as deleted: another one may be made for its year. */
export async function deleteDraft(
  entities: Pick<EntityStore, 'put'>,
  before: InvoiceOf,
  stamp: { updated: string; updatedBy: string },
  by: { job?: string } = {},
): Promise<void> {
  const { slot: _, ...data } = before.data
  const next = { ...before, ...stamp, rev: before.rev + 1, disabled: true, data }
  await entities.put(next, {
    expectRev: before.rev,
    unique: uniqueValues('invoice', data),
    events: [{ kind: 'deleted', ...by }],
  })
}

/** What the job has made of it: also where a try before did, and this one found it so. */
export async function madeBy(
  entities: Pick<EntityReader, 'history'>,
  { id, created: since }: { id: string; created: string },
  { bill, before, deleted = [] }: Decided,
): Promise<Bill['outcome']> {
  const { outcome } = bill
  const has = async (one: InvoiceOf, kind: 'created' | 'saved' | 'deleted') =>
    (await revOfStep(entities, one, { id, since, kind })) !== undefined
  if (outcome === 'nothing') {
    for (const one of deleted) if (await has(one, 'deleted')) return 'emptied'
    return outcome
  }
  if (!before || !['same', 'changed', 'fixed'].includes(outcome)) return outcome
  if (await has(before, 'created')) return 'new'
  return outcome !== 'changed' && (await has(before, 'saved')) ? 'changed' : outcome
}
