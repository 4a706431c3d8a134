/** How much a person may keep: nobody else removes it, and all of it is found, listed and stored. */
import { keptBytesPerPerson, keptPerPerson } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isKept, keptName } from '../../../shared/model/references.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { jsonBytes } from '../../domain/json-bytes.ts'
import type { EntityReader, Turn } from '../../ports/entity-store.ts'
import { namingPages } from './naming.ts'

type Keeper = Pick<EntityReader, 'listNaming' | 'counter'>

const bytesOf = ({ data }: Entity): number => jsonBytes(data)

const tooMany = (): Refusal =>
  refuseRule('keptTooMany', `You can keep ${keptPerPerson} of these. Delete some that you no longer need.`, {
    params: { max: keptPerPerson },
  })
function tooLarge(): Refusal {
  const max = keptBytesPerPerson / 1_000_000
  return refuseRule(
    'keptTooLarge',
    `What you keep of these may take ${max} MB in all. Delete some that you no longer need, or make this one smaller.`,
    { params: { max } },
  )
}

/**
 * Refuses what a person would come to keep too much by: one more, new or restored, or a change that makes one larger. It counts in the
 * store, and gives the turn that it is to be written in: of two who keep something for one person at the same time only one writes on
 * this count. Undefined where it has nothing to do with it. Administrators keep as much as they like.
 */
export async function judgeKept(
  before: Entity | undefined,
  after: Entity,
  actor: Actor,
  entities: Keeper,
): Promise<Turn | Refusal | undefined> {
  const { entityclass, createdBy } = after
  if (!isKept(entityclass) || after.disabled || can(actor, 'account:manage', undefined)) return undefined
  const bytes = bytesOf(after)
  const isKeptAlready = before !== undefined && !before.disabled
  if (isKeptAlready && bytes <= bytesOf(before)) return undefined
  // The turn first: what is read after it is as it was then, or the write is refused.
  const counter = keptName(entityclass, createdBy)
  const turn = { counter, at: await entities.counter(counter) }
  const sum = { count: 0, bytes }
  for await (const { list } of namingPages(entities, keptName(entityclass, createdBy))) {
    for (const one of list) {
      if (one.id === after.id) continue
      sum.count++
      sum.bytes += bytesOf(one)
    }
    // Of one that was there before there was this limit only the size counts.
    if (!isKeptAlready && sum.count >= keptPerPerson) return tooMany()
    if (sum.bytes > keptBytesPerPerson) return tooLarge()
  }
  return sum.bytes > keptBytesPerPerson ? tooLarge() : turn
}
