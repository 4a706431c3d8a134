import { chunksOf } from '../../../shared/chunks.ts'
import { companyBatchSize } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isEntityName, namesOf } from '../../../shared/model/references.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { titleOf } from '../../domain/search-calls/titles.ts'
import { readMany } from '../entity/many.ts'
import type { ImportPorts } from './ports.ts'

/**
 * Refuses an entity that names anew what is deleted or erased, as the store would: here before anything is written, so
 * that a dry run tells it too, and with the name of what is deleted. `living` holds ids that were seen not to be deleted; what is
 * named here and lives is added.
 */
export async function deletedRefusal(
  after: Pick<Entity, 'id' | 'entityclass' | 'data'>,
  before: Entity | undefined,
  entities: Pick<ImportPorts['entities'], 'getMany' | 'erasedAmong'>,
  living: Set<string>,
): Promise<Refusal | undefined> {
  const named = new Set(before && namesOf(before))
  const asked = namesOf(after).filter((id) => isEntityName(id) && !named.has(id) && !living.has(id))
  if (asked.length === 0) return undefined
  const found = await readMany(entities, asked)
  const deleted = found.find((entity) => entity.disabled)
  for (const entity of found) if (!entity.disabled) living.add(entity.id)
  if (deleted) return refusalOf(`${deleted.entityclass} `, titleOf(deleted) ?? deleted.id)
  // What is not there at all was erased, or is nothing of the store's.
  const missing = asked.filter((id) => !found.some((entity) => entity.id === id))
  for (const some of chunksOf(missing, companyBatchSize)) {
    const [erased] = await entities.erasedAmong(some)
    if (erased !== undefined) return refusalOf('', erased)
  }
  return undefined
}
const refusalOf = (entityclass: string, title: string) =>
  refuseRule('importNamesDeleted', `An entry that is named here was deleted: ${entityclass}${title}`, {
    params: { title },
  })
