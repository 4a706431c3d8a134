/**
 * Who entered what a list shows and nobody has released: read from stored revisions, so that it holds whichever way it came
 * there, by a save, an import, a move, a revert or a restoration, and from whichever product.
 */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity, Revision } from '../../../shared/model/entity.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { personName } from '../../../shared/model/references.ts'
import { type SingleValues, singleValues } from '../../../shared/rules/evaluated.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { type Parents, readParents } from '../../domain/product/parent-revs.ts'
import {
  type Child,
  evaluatedIn,
  type Question,
  questionOf,
  readings,
  standingPaths,
  type Visit,
} from '../../domain/product/shown-values.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { namingPages } from '../entity/naming.ts'
import { loadParents, type RevisionReader } from './parents.ts'
import { lastRelease } from './releases.ts'

export type HistoryReader = RevisionReader & Pick<EntityReader, 'history' | 'listNaming'>

/** Of one person: beyond that they count as who entered it, and somebody else releases it. */
const ownRevisionLimit = 1000
const productLimit = 20
/** Each may have 5 MB. */
const keptStates = 20

/** Every account of the person, also one that they may not use any more. */
async function accountsOf(entities: HistoryReader, { account, sub }: Pick<Actor, 'account' | 'sub'>) {
  const accounts = new Set([account])
  for await (const { list } of namingPages(entities, personName(sub)))
    for (const { id, entityclass } of list) if (entityclass === 'account') accounts.add(id)
  return accounts
}

type Step = Omit<Revision, 'entity'> & { entity: Omit<Entity, 'data'> }

class OwnChanges {
  /** Lists of which the person entered something. */
  readonly found = new Set<string>()
  private readonly pending = new Set<Question>()
  private readonly queue: Visit[] = []
  private readonly visited = new Set<string>()
  private readonly states = new Map<string, Promise<ProductData | undefined>>()
  private readonly releases = new Map<string, Promise<SingleValues | undefined>>()
  private count = 0
  private readonly entities: HistoryReader
  readonly product: Product
  readonly derived: Parents
  private readonly accounts: ReadonlySet<string>
  constructor(entities: HistoryReader, product: Product, derived: Parents, accounts: ReadonlySet<string>) {
    this.entities = entities
    this.product = product
    this.derived = derived
    this.accounts = accounts
  }

  async ask(lists: readonly string[]): Promise<void> {
    for (const list of lists) {
      if (!this.product.data.listData[list]) continue
      const release = await lastRelease(this.entities, this.product, list, this.accounts)
      const question = questionOf(this.product, list, this.derived, release)
      if (question) this.pending.add(question)
    }
    this.add({ product: this.product })
    await this.addParents({ ...this.product, derived: this.derived })
    for (let next = this.queue.shift(); next && this.pending.size > 0; next = this.queue.shift())
      await this.visit(next)
  }

  private add(visit: Visit): void {
    const { product, child } = visit
    const key = `${product.id} ${child ? `${child.id} ${child.rev}` : ''}`
    if (this.visited.has(key)) return
    this.visited.add(key)
    if (this.visited.size > productLimit) this.answerAll()
    else this.queue.push(visit)
  }
  private async addParents(child: Child): Promise<void> {
    for (const parent of readParents(child.data, child.derived)) {
      const state = (await this.entities.getRevision(parent.id, parent.rev))?.entity
      if (isProduct(state)) this.add({ product: state, child })
    }
  }
  private answer(question: Question): void {
    this.found.add(question.list)
    this.pending.delete(question)
  }
  private answerAll(): void {
    for (const question of this.pending) this.answer(question)
  }

  private async visit(visit: Visit): Promise<void> {
    const { id, rev: from } = visit.product
    for await (const step of stepsBack(this.entities, id, from)) {
      const { rev, updatedBy } = step.entity
      if ([...this.pending].every((question) => rev <= question.afterAll(id))) return
      if (!visit.child) await this.addOrigins(step, id)
      if (!this.accounts.has(updatedBy)) continue
      if (++this.count > ownRevisionLimit) this.answerAll()
      const [was, is] = await Promise.all([this.state(id, rev - 1), this.state(id, rev)])
      for (const question of this.pending)
        if (await this.isOwn(question, step, was, is, visit)) this.answer(question)
    }
  }

  /** Products that one had a list or values from. */
  private async addOrigins({ entity, events = [] }: Step, id: string): Promise<void> {
    for (const { kind, list, from } of events) {
      if (from === undefined) continue
      if (kind === 'parentChanged') {
        const data = await this.state(id, entity.rev - 1)
        const derived = data && (await loadParents(this.entities, [data]))
        if (data && derived) await this.addParents({ id, rev: entity.rev - 1, data, derived })
      }
      if (kind !== 'moved' || ![...this.pending].some((question) => question.list === list)) continue
      const source = await this.beforeMove(from, id, entity.updated, list)
      if (source) this.add({ product: source })
    }
  }
  /** A product before a list went from it. */
  private async beforeMove(id: string, to: string, at: string, list: string | undefined) {
    const head = await this.entities.get(id)
    if (!isProduct(head)) return undefined
    for await (const { entity, events = [] } of stepsBack(this.entities, id, head.rev)) {
      if (entity.updated > at) continue
      if (!events.some((event) => event.kind === 'moved' && event.list === list && event.to === to)) continue
      const before = (await this.entities.getRevision(id, entity.rev - 1))?.entity
      return isProduct(before) ? before : undefined
    }
    return undefined
  }

  /** Is something of this step still what the list shows, while no release has shown it? */
  private async isOwn(
    question: Question,
    { entity: { rev }, events = [] }: Step,
    was: ProductData | undefined,
    is: ProductData | undefined,
    visit: Visit,
  ): Promise<boolean> {
    const { list, values } = question
    for (const reading of readings(list, visit, this)) {
      const standing = standingPaths(question, reading, visit.product.id, rev, was, is)
      if (standing.length === 0) continue
      // Who moves a list into the product decides that it shows this there.
      if (events.some((event) => event.kind === 'moved' && event.list === list && event.from)) return true
      const shown = await Promise.all(reading.lists.map((of) => this.shownByRelease(visit.product, of)))
      if (standing.some((path) => !shown.some((one) => one && one.get(path) === values.get(path))))
        return true
    }
    return false
  }

  private shownByRelease(product: Product, list: string): Promise<SingleValues | undefined> {
    const key = `${product.id} ${product.rev} ${list}`
    const known = this.releases.get(key)
    if (known) return known
    const read = lastRelease(this.entities, product, list, this.accounts).then(
      (release) => release && singleValues(evaluatedIn(release.data, list, release.parents.atRevision)),
    )
    this.releases.set(key, read)
    return read
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
}

/** Steps of a product's history, from one revision back to the first. */
async function* stepsBack(entities: HistoryReader, id: string, from: number): AsyncGenerator<Step> {
  const head = (await entities.get(id))?.rev ?? 0
  let last = from + 1
  for (let start = Math.max(0, head - from); last > 1; ) {
    const { revisions } = await entities.history(id, { start, limit: 250 })
    for (const step of revisions) {
      // One that is written just now moves the others by one.
      if (step.entity.rev >= last) continue
      last = step.entity.rev
      yield step
    }
    if (revisions.length === 0) return
    start += revisions.length
  }
}

/**
 * Lists that show something the person entered which no release has shown since: they cannot be the one who releases them.
 * `derived`: the parents as the product was read with. The reads grow with the revisions that the person wrote (two states
 * each, to the first that is found and at most 1000), and with the length of the histories (250 in one read); none where a
 * list is as it was released.
 */
export async function ownChanges(
  entities: HistoryReader,
  product: Product,
  derived: Parents,
  lists: readonly string[],
  actor: Pick<Actor, 'account' | 'sub'>,
): Promise<ReadonlySet<string>> {
  const changes = new OwnChanges(entities, product, derived, await accountsOf(entities, actor))
  await changes.ask(lists)
  return changes.found
}
