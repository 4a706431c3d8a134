/** What an entity names must be there, and be what it is named as. */
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { namedClasses } from '../../../shared/model/references.ts'
import { type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { idNotFound } from '../../domain/entity/class-rules.ts'
import { readMany } from './many.ts'

/** Ids at a pointer of one key, or of all values of one. */
function idsAt(data: Entity['data'] | undefined, pointer: string): { path: string; id: string }[] {
  const [key = '', each] = pointer.split('/').slice(1)
  const value = data?.[key]
  const found: [path: string, id: unknown][] =
    each === undefined
      ? [[`/${key}`, value]]
      : Array.isArray(value)
        ? value.map((id, n) => [`/${key}/${n}`, id])
        : []
  return found.flatMap(([path, id]) => (typeof id === 'string' ? { path, id } : []))
}

/** Refuses ids that the entity did not name there before, of nothing or of another class. */
export async function namedClassesRefusal(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  before: Pick<Entity, 'data'> | undefined,
  after: Pick<Entity, 'id' | 'entityclass' | 'data'>,
): Promise<Refusal | undefined> {
  const pointers: Readonly<Record<string, EntityClassName>> = isOfNaming(after.entityclass)
    ? namedClasses[after.entityclass]
    : {}
  const named = Object.entries(pointers).flatMap(([pointer, entityclass]) => {
    const known = new Set(idsAt(before?.data, pointer).map(({ id }) => id))
    return idsAt(after.data, pointer)
      .filter(({ id }) => !known.has(id) && id !== after.id)
      .map((one) => ({ ...one, entityclass }))
  })
  if (named.length === 0) return undefined
  const ids = [...new Set(named.map(({ id }) => id))]
  const found = new Map((await readMany(entities, ids)).map((entity) => [entity.id, entity.entityclass]))
  const wrong = named.filter(({ id, entityclass }) => found.get(id) !== entityclass)
  return wrong.length > 0 ? refuseInput(wrong.map(({ path }) => idNotFound(path))) : undefined
}
const isOfNaming = (name: string): name is keyof typeof namedClasses => Object.hasOwn(namedClasses, name)
