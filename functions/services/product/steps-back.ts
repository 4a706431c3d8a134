/** Steps of a product's history, read without their states, the newest first. */
import { isOfImport, type TimelineEvent } from '../../../shared/model/entity.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { type RevisionReader, stepAt } from './parents.ts'

export type StepReader = RevisionReader & Pick<EntityReader, 'history'>

/** A step of a product's history, without its state. */
export interface Step {
  rev: number
  updated: string
  updatedBy: string
  events: readonly TimelineEvent[]
  isOfImport: boolean
}

/** Revisions of an entity without their states, from one back to the first. `head`: the newest, as far as is known. */
export async function* revisionsBack(
  entities: Pick<StepReader, 'history'>,
  { id, rev: head }: { id: string; rev: number },
  from: number,
) {
  let last = from + 1
  for (let start = Math.max(0, head - from); last > 1; ) {
    const { revisions } = await entities.history(id, { start, limit: 250 })
    for (const revision of revisions) {
      // One that is written just now moves the others by one.
      if (revision.entity.rev >= last) continue
      last = revision.entity.rev
      yield revision
    }
    if (revisions.length === 0) return
    start += revisions.length
  }
}

/** Steps of a product's history, from one revision back to the first. */
export async function* stepsBack(entities: StepReader, id: string, from: number): AsyncGenerator<Step> {
  const rev = (await entities.get(id))?.rev ?? 0
  for await (const { entity, events = [], changeset } of revisionsBack(entities, { id, rev }, from)) {
    const { rev, updated, updatedBy } = entity
    yield { rev, updated, updatedBy, events, isOfImport: changeset !== undefined && isOfImport(changeset) }
  }
}

/** A product before a list went from it. */
export async function beforeMove(
  entities: StepReader,
  id: string,
  to: string,
  at: string,
  list: string | undefined,
): Promise<Product | undefined> {
  const head = await entities.get(id)
  if (!isProduct(head)) return undefined
  const then = await stepAt(entities, head, at)
  // Where the clocks of two writers differ, the instant does not lead there.
  for (const from of new Set([then?.entity.rev ?? head.rev, head.rev]))
    for await (const { rev, updated, events } of stepsBack(entities, id, from)) {
      if (updated > at) continue
      if (!events.some((event) => event.kind === 'moved' && event.list === list && event.to === to)) continue
      const before = (await entities.getRevision(id, rev - 1))?.entity
      return isProduct(before) ? before : undefined
    }
  return undefined
}
