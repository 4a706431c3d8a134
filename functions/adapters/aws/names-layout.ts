/**
 * Whether the table holds the names of all its entities (docs/data-model.md, "Names"). Entities that were written before
 * names were noted have none until they are written again, so nothing may be deleted by them until all were looked at.
 */
import type { Dynamo, Item } from './dynamo.ts'

/** Raised when `shared/model/references.ts` finds more names in entities that are stored already. */
export const namesLayout = 4
const marker = { pk: 'L#names', sk: 'L' }

/** The layout in which a head's names are noted: 0 if they are not. */
function layoutOfNames(head: Item): number {
  const noted = head['named']
  return typeof noted === 'number' ? noted : noted === true ? 1 : 0
}
/** Of other heads all names are written with their next save, not only new ones. */
export const areNamesNoted = (head: Item) => layoutOfNames(head) >= namesLayout

/** Whether all entities of the table have their names noted. */
export async function areNamesComplete(dynamo: Dynamo): Promise<boolean> {
  const found = await dynamo.get(marker)
  return Number(found?.['layout'] ?? 0) >= namesLayout
}

/**
 * All entities were looked at, or there are none yet. Also where a newer version had said so: a stage that has gone back to this one
 * notes what this one knows, so that the newer one has to look again.
 */
export async function markNamesComplete(dynamo: Dynamo): Promise<void> {
  await dynamo.put({ ...marker, layout: namesLayout })
}

/** Until all entities were looked at again, nothing is deleted by what names it. Functions that are running may believe the mark of before. */
export async function withdrawNamesComplete(dynamo: Dynamo): Promise<void> {
  await dynamo.delete(marker)
}
