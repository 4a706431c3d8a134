import { chunksOf } from '../../../shared/chunks.ts'
import { companyBatchSize } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isEntityName, namesOf } from '../../../shared/model/references.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { idNotFound } from '../../domain/entity/class-rules.ts'
import { fitsPlace, type NamedPlace, newlyNamed } from '../../domain/entity/named-places.ts'
import { wrongValues } from '../../domain/product/schema.ts'
import { titleOf } from '../../domain/search-calls/titles.ts'
import { readMany } from '../entity/many.ts'
import type { ImportPorts } from './ports.ts'

/** What is looked at of what an item names. Its state may be large, and is not kept. */
type Named = Pick<Entity, 'entityclass' | 'data'>
const keptOf = ({ entityclass, data }: Named): Named => ({ entityclass, data: { type: data['type'] } })
/** What items of a unit name, as it was found: entities that are not deleted. */
export type Living = Map<string, Named>

/**
 * Refuses an entity that names anew what is deleted or erased, as the store would, or what is not there or something else than
 * belongs there, as a save would: here before anything is written, so that a dry run tells it too, and with the name of what
 * is deleted. What it names is read at once, and added to `living`, so that items that name the same read it once. `chosen`:
 * what fields choose.
 */
export async function wronglyNamedRefusal(
  after: Pick<Entity, 'id' | 'entityclass' | 'data'>,
  before: Entity | undefined,
  chosen: readonly NamedPlace[],
  entities: Pick<ImportPorts['entities'], 'getMany' | 'erasedAmong'>,
  living: Living,
): Promise<Refusal | undefined> {
  const named = new Set(before && namesOf(before))
  const places = [...newlyNamed(before, after), ...chosen]
  const ids = new Set(namesOf(after).filter((id) => !named.has(id)))
  for (const { id } of places) ids.add(id)
  const asked = [...ids].filter((id) => isEntityName(id) && !living.has(id))
  const found = asked.length > 0 ? await readMany(entities, asked) : []
  const deleted = found.find((entity) => entity.disabled)
  for (const entity of found) if (!entity.disabled) living.set(entity.id, keptOf(entity))
  if (deleted) return refusalOf(`${deleted.entityclass} `, titleOf(deleted) ?? deleted.id)
  // What is not there at all was erased, or is nothing of the store's.
  const missing = asked.filter((id) => !living.has(id))
  for (const some of chunksOf(missing, companyBatchSize)) {
    const [erased] = await entities.erasedAmong(some)
    if (erased !== undefined) return refusalOf('', erased)
  }
  const wrong = places.filter((place) => !fitsPlace(place, living.get(place.id)))
  return wrong.length > 0 ? wrongValues(wrong.map(({ path }) => idNotFound(path))) : undefined
}
const refusalOf = (entityclass: string, title: string) =>
  refuseRule('importNamesDeleted', `An entry that is named here was deleted: ${entityclass}${title}`, {
    params: { title },
  })
