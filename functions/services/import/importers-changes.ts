/** Whose hand is in what an import would release. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isDataOf, isOfClass, unstored } from '../../../shared/model/entity-data.ts'
import { isObject } from '../../../shared/rules/values.ts'
import { approvalPlace, isUnchanged } from '../../domain/import/approval-memory.ts'
import type { MergedItem } from '../../domain/import/decide.ts'
import type { OwnChange } from '../../domain/product/approval.ts'
import type { Parents } from '../../domain/product/parent-revs.ts'
import { type HistoryReader, ownChanges } from '../product/own-changes.ts'

const none: ReadonlyMap<string, OwnChange> = new Map()

/** What only the register has said is nobody's hand: a new product that takes nothing from a parent. */
export const isOfRegisterAlone = (before: Entity | undefined, data: Entity['data']): boolean =>
  before === undefined && data['derivedProductId'] === undefined

/**
 * Lists, and words under standards, that would show something that who runs the import has entered by hand, and nobody has released since: of those that
 * the register brings new approvals for; of what is the register's alone (`isOfRegisterAlone`) there is nothing to ask. `data`: the product as
 * the import leaves it. What imports wrote does not count, nor what this one replaces.
 */
export async function importersChanges(
  { item, approvals, lastApprovals }: Pick<MergedItem, 'item' | 'approvals' | 'lastApprovals'>,
  product: { id: string; data: Entity['data']; before: Entity | undefined },
  { entities, derived, actor }: { entities: HistoryReader; derived: Parents; actor: Actor },
): Promise<ReadonlyMap<string, OwnChange>> {
  const state = { entityclass: item.kind, data: product.data }
  if (!isDataOf('product', state)) return none
  const isNew = ({ list, standard, row }: (typeof approvals)[number]) =>
    !isUnchanged(isObject(row) ? row : {}, approvalPlace(list, standard), lastApprovals)
  const brought = approvals.filter(isNew)
  const lists = [...new Set(brought.map(({ list }) => list))]
  const before = isOfClass('product', product.before) ? product.before : undefined
  if (lists.length === 0) return none
  const added = Object.keys(state.data.listData).filter((list) => !before?.data.listData[list])
  return ownChanges(
    entities,
    { ...unstored('product', product.id, state.data), ...before, data: state.data },
    derived,
    [...lists.map((list) => ({ list })), ...brought],
    actor,
    {
      hand: true,
      arrivals: before ? added.map((list) => [list, 'listAdded'] as const) : [],
    },
  )
}
