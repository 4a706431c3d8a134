/**
 * Who entered what a list shows and nobody has released: read from stored revisions, so that it holds whichever way it came
 * there, by a save, an import, a move, a revert or a restoration, and from whichever product.
 */

import { isCallError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { readsDerived } from '../../../shared/rules/resolution.ts'
import { jsonBytes } from '../../domain/json-bytes.ts'
import { type OwnChange, ownKey } from '../../domain/product/approval.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { type Parents, readParents } from '../../domain/product/parent-revs.ts'
import {
  type Arrival,
  type Child,
  heldBy,
  isArrival,
  isOfMerge,
  type PendingList,
  type SourceProduct,
  unreleasedPaths,
  type ValueSource,
  valueSources,
} from '../../domain/product/shown-values.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { everAccountsOf } from '../account/of-person.ts'
import { type MergedToday, mergedToday } from '../company/merged-today.ts'
import { type TimeLimit, timeLimit } from '../time-limit.ts'
import { loadParentsAt, type RevisionReader } from './parents.ts'
import { type Part, pendingLists } from './pending-lists.ts'
import { type ReadLimits, usualLimits } from './read-limits.ts'
import { ReadStates } from './read-states.ts'
import { beforeMove, type Step, stepsBack } from './steps-back.ts'

export type HistoryReader = RevisionReader & Pick<EntityReader, 'history' | 'listNaming'>

/** How an import asks. */
interface ByHand {
  /** What the person's imports wrote is their register's: only what was entered by hand counts. */
  hand: boolean
  /** How lists come into the product by what is not written yet. */
  arrivals: readonly (readonly [list: string, arrival: Arrival])[]
}

/** Steps whose states are read at once. */
const batch = 5

/** A step of the person, and how the lists came later into the product. */
interface OwnStep {
  step: Step
  arrivals: ReadonlyMap<string, Arrival>
}
interface Visit extends SourceProduct {
  /** Revisions up to this one have been read for the same child. */
  after: number
}

class OwnChanges {
  /** Of what the person entered something, or may have: lists, and words under their standards (`ownKey`). */
  readonly found = new Map<string, OwnChange>()
  private readonly pending = new Set<PendingList>()
  private readonly queue: Visit[] = []
  /** The newest revision that was read, by product and child. */
  private readonly walked = new Map<string, number>()
  private readonly writtenIn = new Set<string>()
  private readonly reads: ReadStates
  private count = 0
  private readonly time: TimeLimit
  private readonly merged: MergedToday
  private readonly entities: HistoryReader
  readonly product: Product
  readonly derived: Parents
  private readonly accounts: ReadonlySet<string>
  private readonly limits: ReadLimits
  private readonly by: ByHand
  constructor(
    entities: HistoryReader,
    product: Product,
    derived: Parents,
    accounts: ReadonlySet<string>,
    limits: ReadLimits,
    by: ByHand,
  ) {
    this.entities = entities
    this.product = product
    this.derived = derived
    this.accounts = accounts
    this.limits = limits
    this.by = by
    this.time = timeLimit(limits.milliseconds)
    this.merged = mergedToday(entities)
    this.reads = new ReadStates(entities, accounts, this.merged, limits)
  }

  async ask(parts: readonly Part[]): Promise<void> {
    const { entities, product, derived, accounts, merged } = this
    const pending = await pendingLists(entities, product, derived, parts, accounts, merged)
    for (const one of pending) this.pending.add(one)
    if (this.pending.size === 0) return
    this.add({ product: this.product })
    await this.addParents({ ...this.product, derived: this.derived })
    for (let next = this.queue.shift(); next && this.pending.size > 0; next = this.queue.shift())
      await this.visit(next)
  }

  private add(source: SourceProduct): void {
    const { product, child } = source
    const key = `${product.id} ${child ? `${child.id} ${child.rev}` : ''}`
    const after = this.walked.get(key) ?? 0
    if (product.rev <= after) return
    this.walked.set(key, product.rev)
    this.reads.bytes += jsonBytes(product.data)
    this.queue.push({ ...source, after })
  }
  /** False where a product that values were read from cannot be read any more. */
  private async addParents(child: Child): Promise<boolean> {
    const parents = readParents(child.data, child.derived)
    for (const parent of parents) {
      const state = (await this.entities.getRevision(parent.id, parent.rev))?.entity
      if (!isProduct(state)) return false
      this.add({ product: state, child })
    }
    const top = parents.at(-1)?.data ?? child.data
    return !readsDerived(top) || top.derivedProductId === undefined || !!child.derived(top.derivedProductId)
  }
  private answer(pending: PendingList, change: OwnChange): void {
    const key = ownKey(pending.list, pending.standard)
    this.found.set(key, change)
    for (const one of this.pending) if (ownKey(one.list, one.standard) === key) this.pending.delete(one)
  }
  private answerAll(): void {
    for (const pending of this.pending) this.answer(pending, 'unexamined')
  }
  private isOver(): boolean {
    return (
      this.count > this.limits.revisions ||
      this.writtenIn.size > this.limits.products ||
      this.reads.bytes > this.limits.bytes ||
      this.time.isOver()
    )
  }

  private async visit(visit: Visit): Promise<void> {
    const { id, rev: from } = visit.product
    const arrivals = new Map(id === this.product.id ? this.by.arrivals : [])
    let own: OwnStep[] = []
    let isThere = false
    for await (const step of stepsBack(this.entities, id, from)) {
      isThere = true
      // What is known of older steps rests on how lists came into the product later.
      const isWalked = step.rev <= visit.after && arrivals.size === 0
      if (isWalked) break
      await this.addOrigins(step, visit)
      for (const { kind, list } of step.events)
        if (list !== undefined && isArrival(kind) && (arrivals.get(list) ?? 'unarchived') === 'unarchived')
          arrivals.set(list, kind)
      if (this.accounts.has(step.updatedBy) && !(this.by.hand && step.isOfImport)) {
        this.count++
        this.writtenIn.add(id)
        own.push({ step, arrivals: new Map(arrivals) })
      }
      if (own.length >= batch || this.isOver()) {
        await this.judge(own, visit)
        own = []
      }
      if (this.pending.size === 0) return
    }
    await this.judge(own, visit)
    // It was erased meanwhile.
    if (!isThere) this.answerAll()
  }

  private async judge(own: readonly OwnStep[], visit: Visit): Promise<void> {
    const { id } = visit.product
    const states = await Promise.all(
      own.map(({ step: { rev } }) => Promise.all([this.reads.state(id, rev - 1), this.reads.state(id, rev)])),
    )
    for (const [n, one] of own.entries())
      for (const pending of this.pending) {
        const [was, is] = await this.reads.as(pending, states[n] ?? [])
        if (!is) this.answer(pending, 'unexamined')
        else if (await this.isOwn(pending, one, was, is, visit)) this.answer(pending, 'entered')
      }
    if (this.isOver()) this.answerAll()
  }

  /** Products that one had a list or values from. */
  private async addOrigins(step: Step, visit: Visit): Promise<void> {
    const { id } = visit.product
    for (const { kind, list, from } of step.events) {
      if (from === undefined) continue
      if (kind === 'parentChanged') {
        const data = await this.reads.state(id, step.rev - 1)
        // As they were then: what stayed came through them.
        const then = data && (await loadParentsAt(this.entities, data, step.updated))
        const derived = then && Object.assign(then.atRevision, { revOf: then.revAt })
        const isRead = data && derived && (await this.addParents({ id, rev: step.rev - 1, data, derived }))
        if (!isRead)
          await this.answerUnread(step, visit, (pending) => valueSources(pending.list, visit, this))
      }
      if (kind !== 'moved' || ![...this.pending].some((pending) => pending.list === list)) continue
      const source = await beforeMove(this.entities, from, id, step.updated, list)
      if (source) this.add({ product: source })
      else await this.answerUnread(step, visit, (pending) => (pending.list === list ? [heldBy(list)] : []))
    }
  }
  /** Nobody can tell any more who entered what came with this step: where the list still shows it, anybody may have. */
  private async answerUnread(
    { rev }: Step,
    visit: Visit,
    sourcesOf: (pending: PendingList) => ValueSource[],
  ): Promise<void> {
    const { id } = visit.product
    const states = await Promise.all([this.reads.state(id, rev - 1), this.reads.state(id, rev)])
    for (const pending of this.pending) {
      const [was, is] = await this.reads.as(pending, states)
      for (const source of sourcesOf(pending))
        if ((await this.openPaths(pending, source, was, is, visit)).length > 0)
          this.answer(pending, 'unexamined')
    }
  }
  /** Is something of this step still what the list shows, while no release has shown it? */
  private async isOwn(
    pending: PendingList,
    { step: { events }, arrivals }: OwnStep,
    was: ProductData | undefined,
    is: ProductData | undefined,
    visit: Visit,
  ): Promise<boolean> {
    const { list } = pending
    if (pending.isStored && events.some(isOfMerge)) return false
    for (const source of valueSources(list, visit, this, arrivals.get(list))) {
      const paths = unreleasedPaths(pending, source, was, is)
      if (paths.length === 0) continue
      // Who moves a list into the product decides that it shows this there.
      if (events.some((event) => event.kind === 'moved' && event.list === list && event.from)) return true
      if ((await this.openPaths(pending, source, was, is, visit)).length > 0) return true
    }
    return false
  }
  /** Paths of a step that the list still shows, and that no release of where they were entered has shown either. */
  private async openPaths(
    pending: PendingList,
    source: ValueSource,
    was: ProductData | undefined,
    is: ProductData | undefined,
    { product }: Visit,
  ): Promise<string[]> {
    const paths = unreleasedPaths(pending, source, was, is)
    if (paths.length === 0) return []
    // The release of another standard's approval was about its own words.
    const lists = source.lists.filter((of) => pending.standard === undefined || of !== pending.list)
    const shown = await Promise.all(lists.map((of) => this.reads.shownByRelease(pending, product, of)))
    return paths.filter((path) => !shown.some((one) => one && one.get(path) === pending.values.get(path)))
  }
}

/**
 * Parts that show something the person entered which no release has shown since, or of which that cannot be told within the limits:
 * they cannot be the one who releases them. `derived`: the parents as the product was read with. Histories are read without their
 * states (250 steps in one read), and of the revisions that the person wrote two states each, the newest first.
 */
export async function ownChanges(
  entities: HistoryReader,
  product: Product,
  derived: Parents,
  parts: readonly Part[],
  actor: Pick<Actor, 'account' | 'sub'>,
  { hand = false, arrivals = [], ...limits }: Partial<ReadLimits & ByHand> = {},
): Promise<ReadonlyMap<string, OwnChange>> {
  const accounts = await everAccountsOf(entities, actor).catch((error: unknown) => {
    if (isCallError(error) && error.details.key === 'upgradePending') return undefined
    throw error
  })
  if (!accounts) return new Map(parts.map(({ list, standard }) => [ownKey(list, standard), 'unexamined']))
  const within = { ...usualLimits, ...limits }
  const changes = new OwnChanges(entities, product, derived, accounts, within, { hand, arrivals })
  await changes.ask(parts)
  return changes.found
}
