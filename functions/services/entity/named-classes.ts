/** What an entity names must be there, and be what it is named as. */
import type { Entity } from '../../../shared/model/entity.ts'
import { isEntityName } from '../../../shared/model/references.ts'
import { type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { idNotFound } from '../../domain/entity/class-rules.ts'
import { fitsPlace, newlyNamed } from '../../domain/entity/named-places.ts'
import { readMany } from './many.ts'

/** Refuses ids that the entity did not name there before, of nothing or of another class. */
export async function namedClassesRefusal(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  before: Pick<Entity, 'data'> | undefined,
  after: Pick<Entity, 'id' | 'entityclass' | 'data'>,
): Promise<Refusal | undefined> {
  const named = newlyNamed(before, after)
  if (named.length === 0) return undefined
  const ids = named.map(({ id }) => id).filter(isEntityName)
  const found = new Map((await readMany(entities, ids)).map((entity) => [entity.id, entity]))
  const wrong = named.filter((place) => !fitsPlace(place, found.get(place.id)))
  return wrong.length > 0 ? refuseInput(wrong.map(({ path }) => idNotFound(path))) : undefined
}
