/**
 * Which revision an approval released, and who has changed what is evaluated since. All of it is read from stored revisions,
 * so that it holds whichever way a change came: save, import, move, revert, restore.
 */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity, Revision, TimelineEvent } from '../../../shared/model/entity.ts'
import type { ApprovalRow, ProductData } from '../../../shared/model/product.ts'
import { personName } from '../../../shared/model/references.ts'
import { evaluatedChanges, evaluatedData } from '../../../shared/rules/evaluated.ts'
import { type DerivedOf, readsDerived, resolveKey } from '../../../shared/rules/resolution.ts'
import type { Json } from '../../../shared/rules/values.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { namingPages } from '../entity/naming.ts'
import { loadParents, type RevisionReader, revisionAt } from './parents.ts'

export type ReleaseReader = RevisionReader & Pick<EntityReader, 'history' | 'listNaming'>

/**
 * The revision that an approval released. Rows of before it was noted tell when: then it is the newest one of before that.
 * Undefined where nobody confirmed it, and where the stored revisions do not tell.
 */
export async function releasedRevision(
  entities: RevisionReader,
  product: Product,
  list: string,
  standard: string,
  { releasedRev, finalApprovalDate }: ApprovalRow,
): Promise<{ rev: number; isMigrated?: true } | undefined> {
  if (releasedRev !== undefined) return { rev: releasedRev }
  if (finalApprovalDate === undefined) return undefined
  const then = await revisionAt(entities, product, finalApprovalDate)
  if (!isProduct(then) || !then.data.listData[list]) return undefined
  if (then.updated < finalApprovalDate) return { rev: then.rev }
  const events = (await entities.getRevision(product.id, then.rev))?.events ?? []
  const isMigration = (event: TimelineEvent) =>
    event.kind === 'approvalMigrated' && event.list === list && event.standard === standard
  // With an import came the data too: nobody saw them ahead of it.
  if (events.some(isMigration)) return { rev: then.rev, isMigrated: true }
  return then.rev > 1 ? { rev: then.rev - 1 } : undefined
}

/** Every account of the person, also one that they may not use any more. */
async function accountsOf(entities: ReleaseReader, { account, sub }: Pick<Actor, 'account' | 'sub'>) {
  const accounts = new Set([account])
  for await (const { list } of namingPages(entities, personName(sub)))
    for (const { id, entityclass } of list) if (entityclass === 'account') accounts.add(id)
  return accounts
}

const evaluatedIn = (data: ProductData | undefined, list: string, derived: DerivedOf): Json => {
  const of = data?.listData[list]
  return data && of ? evaluatedData(of, (key) => resolveKey(data, list, key, derived)?.value) : {}
}

/** The last release of a list: its revision, and when it was given; zero and empty where there is none. */
interface LastRelease {
  rev: number
  at: string
}
/**
 * The last release of a list for which somebody else than who changed the data saw them: every one that notes its revision counts,
 * because it was given by this rule; of those of before it the ones that others gave, by hand.
 */
async function lastRelease(
  entities: ReleaseReader,
  product: Product,
  list: string,
  accounts: ReadonlySet<string>,
): Promise<LastRelease> {
  const last: LastRelease = { rev: 0, at: '' }
  for (const [standard, row] of Object.entries(product.data.listData[list]?._approval ?? {})) {
    const { finalApprovalAccountId: by, finalApprovalDate = '' } = row
    if (row.releasedRev === undefined && (by === undefined || accounts.has(by))) continue
    const released = await releasedRevision(entities, product, list, standard, row)
    if (!released || released.isMigrated) continue
    last.rev = Math.max(last.rev, released.rev)
    if (finalApprovalDate > last.at) last.at = finalApprovalDate
  }
  return last
}

type Step = Omit<Revision, 'entity'> & { entity: Omit<Entity, 'data'> }
/** Steps of a product's history, from one revision back to the one after `after`. */
async function* stepsBack(
  entities: ReleaseReader,
  id: string,
  from: number,
  after: number,
): AsyncGenerator<Step> {
  const head = (await entities.get(id))?.rev ?? 0
  let last = from + 1
  for (let start = Math.max(0, head - from); last - 1 > after; ) {
    const { revisions } = await entities.history(id, { start, limit: 250 })
    for (const step of revisions) {
      // One that is written just now moves the others by one.
      if (step.entity.rev >= last) continue
      if (step.entity.rev <= after) return
      last = step.entity.rev
      yield step
    }
    if (revisions.length === 0) return
    start += revisions.length
  }
}

/** Each may have 5 MB. */
const keptStates = 20

/** What the accounts of one person changed. */
class OwnChanges {
  private readonly states = new Map<string, Promise<ProductData | undefined>>()
  private readonly entities: ReleaseReader
  private readonly accounts: ReadonlySet<string>
  private readonly derived: DerivedOf
  constructor(entities: ReleaseReader, accounts: ReadonlySet<string>, derived: DerivedOf) {
    this.entities = entities
    this.accounts = accounts
    this.derived = derived
  }

  private state(id: string, rev: number): Promise<ProductData | undefined> {
    const key = `${id} ${rev}`
    const known = this.states.get(key)
    if (known) return known
    if (this.states.size >= keptStates) this.states.clear()
    const read = this.entities
      .getRevision(id, rev)
      .then((found) => (isProduct(found?.entity) ? found.entity.data : undefined))
    this.states.set(key, read)
    return read
  }

  /** Did they change the list's evaluated data in a product, from revision `from` back to its last release? */
  async inProduct(id: string, from: number, list: string, after: number): Promise<boolean> {
    for await (const { entity, events = [] } of stepsBack(this.entities, id, from, after)) {
      const { rev } = entity
      if (this.accounts.has(entity.updatedBy)) {
        const [before, after] = await Promise.all([this.state(id, rev - 1), this.state(id, rev)])
        const [was, is] = [before, after].map((data) => evaluatedIn(data, list, this.derived)) as [Json, Json]
        if (evaluatedChanges(was, is).length > 0) return true
      }
      const arrival = events.find(({ kind, list: of, from }) => kind === 'moved' && of === list && from)
      if (arrival?.from !== undefined) return this.beforeMove(arrival.from, id, entity.updated, list)
      // What was under the same list before was another list's.
      if (events.some((event) => event.list === list && event.kind === 'listAdded')) return false
    }
    return false
  }
  /** Before the list came from a product, where it left its approvals: what they changed there since the last of them. */
  private async beforeMove(id: string, to: string, at: string, list: string): Promise<boolean> {
    const source = await this.entities.get(id)
    if (!source) return false
    const isMove = (event: TimelineEvent) => event.kind === 'moved' && event.list === list && event.to === to
    for await (const { entity, events = [] } of stepsBack(this.entities, id, source.rev, 0)) {
      if (entity.updated > at || !events.some(isMove)) continue
      const before = (await this.entities.getRevision(id, entity.rev - 1))?.entity
      if (!isProduct(before)) return false
      const { rev } = await lastRelease(this.entities, before, list, this.accounts)
      return this.inProduct(id, before.rev, list, rev)
    }
    return false
  }

  /** Did they change what the list reads from derived parents? */
  async inParents(product: ProductData, list: string, since: string): Promise<boolean> {
    let child = product
    const seen = new Set<string>()
    while (child.derivedProductId !== undefined && readsDerived(child) && !seen.has(child.derivedProductId)) {
      const id = child.derivedProductId
      seen.add(id)
      const parent = await this.entities.get(id)
      if (!isProduct(parent)) return false
      for await (const { entity } of stepsBack(this.entities, id, parent.rev, 0)) {
        if (entity.updated <= since) break
        if (!this.accounts.has(entity.updatedBy)) continue
        const states = await Promise.all([this.state(id, entity.rev - 1), this.state(id, entity.rev)])
        const [was, is] = states.map((data) =>
          evaluatedIn(product, list, (one) => (one === id ? data : this.derived(one))),
        ) as [Json, Json]
        if (evaluatedChanges(was, is).length > 0) return true
      }
      child = parent.data
    }
    return false
  }
}

/**
 * Lists of which the person changed evaluated data since their last release, or ever where there is none: they cannot be
 * the one who releases them. Also what came with a list that was moved, and what it reads from derived parents.
 */
export async function ownChanges(
  entities: ReleaseReader,
  product: Product,
  lists: readonly string[],
  actor: Pick<Actor, 'account' | 'sub'>,
): Promise<Set<string>> {
  const accounts = await accountsOf(entities, actor)
  const derived = await loadParents(entities, [product.data])
  const changes = new OwnChanges(entities, accounts, derived)
  const found = new Set<string>()
  for (const list of lists) {
    if (!product.data.listData[list]) continue
    const last = await lastRelease(entities, product, list, accounts)
    if (
      (await changes.inProduct(product.id, product.rev, list, last.rev)) ||
      (await changes.inParents(product.data, list, last.at))
    )
      found.add(list)
  }
  return found
}
