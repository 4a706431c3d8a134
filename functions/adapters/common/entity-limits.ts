/** What every store refuses, in the same words. */
import { CallError } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { PutOptions } from '../../ports/entity-store.ts'

/** A transaction of DynamoDB takes so many items; the embedded store keeps to it, so that nothing grows past it. */
const maxItems = 100
/** Ids that may be asked for at once. */
export const maxIds = 500

const tooManyItems = (items: number) =>
  new CallError('too_large', `One save may touch ${maxItems} items at most, this one ${items}.`, {
    key: 'tooManyItems',
    params: { max: maxItems, items },
  })

/** Items of a save: head, revision, unique values, counters, what an import remembers. */
export const itemsOf = (values: number, { counters, memory, turn }: PutOptions) =>
  2 + values + (counters?.length ?? 0) + (memory ? 1 : 0) + (turn ? 1 : 0)
export function checkItems(items: number): void {
  if (items > maxItems) throw tooManyItems(items)
}

/** Which entities may not name one while it is written. */
export interface Namers {
  /** Not only those that are not deleted. */
  areDeletedToo: boolean
  /** Only those of this class. */
  ofClass?: EntityClassName
  /** Only those of which this is true. */
  counts?: (by: Entity) => boolean
}
export function namersOf({ onlyIfUnnamed, onlyIfUnnamedBy, ifNamedSo }: PutOptions): Namers | undefined {
  if (onlyIfUnnamedBy)
    return { areDeletedToo: true, ofClass: onlyIfUnnamedBy, ...(ifNamedSo && { counts: ifNamedSo }) }
  return onlyIfUnnamed ? { areDeletedToo: false } : undefined
}
/** Something still names the entity that is to go. */
export const stillNamed = () =>
  new CallError('rule_violated', 'Something still names this entry.', { key: 'stillNamed' })
/** So much has once named the entity that it cannot be looked at while somebody waits. */
export const tooManyNamers = () =>
  new CallError('rule_violated', 'Too many entries name this one, or did, to look at all of them in time.', {
    key: 'tooManyNamers',
  })
/** Nobody can know yet what names the entity. */
export const upgradePending = () =>
  new CallError(
    'rule_violated',
    'This is not possible until the data has been brought to this version (npm run ops -- upgrade).',
    { key: 'upgradePending' },
  )
/** Something that is not deleted would name what is. */
export const namesDeleted = (id: string) =>
  new CallError('rule_violated', `An entry that is named here was deleted: ${id}`, {
    key: 'namesDeleted',
    params: { id },
  })

export const tooManyIds = () => new CallError('too_large', `At most ${maxIds} ids at once.`)
