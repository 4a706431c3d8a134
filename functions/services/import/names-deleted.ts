import type { Entity } from '../../../shared/model/entity.ts'
import { isEntityName, namesOf } from '../../../shared/model/references.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { titleOf } from '../../domain/search-calls/titles.ts'
import { readMany } from '../entity/many.ts'

/**
 * Refuses an entity that names anew what is deleted, as the store would: here before anything is written, so that a dry
 * run tells it too, and with the name of what is deleted. `living` holds ids that were seen not to be deleted; what is
 * named here and lives is added.
 */
export async function deletedRefusal(
  after: Pick<Entity, 'id' | 'entityclass' | 'data'>,
  before: Entity | undefined,
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  living: Set<string>,
): Promise<Refusal | undefined> {
  const named = new Set(before && namesOf(before))
  const asked = namesOf(after).filter((id) => isEntityName(id) && !named.has(id) && !living.has(id))
  if (asked.length === 0) return undefined
  let refused: Refusal | undefined
  for (const entity of await readMany(entities, asked)) {
    if (!entity.disabled) living.add(entity.id)
    else
      refused ??= refuseRule(
        'importNamesDeleted',
        `An entry that is named here was deleted: ${entity.entityclass} ${titleOf(entity) ?? entity.id}`,
        { params: { title: titleOf(entity) ?? entity.id } },
      )
  }
  return refused
}
