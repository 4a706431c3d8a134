/** Ids that entities hold where something else belongs: they keep what has the id from being deleted. */

import { fitsPlace, newlyNamed } from '../../functions/domain/entity/named-places.ts'
import { newlyChosen } from '../../functions/domain/import/chosen-options.ts'
import { titleOf } from '../../functions/domain/search-calls/titles.ts'
import type { EntityReader } from '../../functions/ports/entity-store.ts'
import { readMany } from '../../functions/services/entity/many.ts'
import type { FieldDefinition } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import { isOfClass } from '../../shared/model/entity-data.ts'
import { isEntityName, namedClasses } from '../../shared/model/references.ts'
import { cursorOf, pagesOf } from '../../shared/pages.ts'
import type { Command } from './command.ts'

type Reader = Pick<EntityReader, 'listByClass' | 'getMany'>
type Found = Pick<Entity, 'entityclass' | 'data'>
const pageSize = 100

const listsOf = (entities: Reader, entityclass: string) =>
  pagesOf((cursor) => entities.listByClass(entityclass, { limit: pageSize, ...cursorOf(cursor) }))

/** A line for each place of an entity that is not deleted; what is not there at all keeps nothing, and is left out. */
export async function* misnamed(entities: Reader): AsyncGenerator<string> {
  const fields = new Map<string, FieldDefinition>()
  for await (const { list } of listsOf(entities, 'fielddefinition'))
    for (const entity of list)
      if (isOfClass('fielddefinition', entity)) fields.set(entity.data.path, entity.data)
  /** Of what is named, what a place asks for; by its id, `undefined` where nothing has it. */
  const known = new Map<string, Found | undefined>()
  for (const entityclass of Object.keys(namedClasses) as EntityClassName[])
    for await (const { list } of listsOf(entities, entityclass)) {
      const places = list
        .filter((entity) => !entity.disabled)
        .flatMap((entity) => {
          const chosen = isOfClass('product', entity) ? newlyChosen(undefined, entity.data, fields) : []
          return [...newlyNamed(undefined, entity), ...chosen].map((place) => ({ entity, place }))
        })
        .filter(({ place }) => isEntityName(place.id))
      const asked = places.map(({ place }) => place.id).filter((id) => !known.has(id))
      for (const id of asked) known.set(id, undefined)
      for (const { id, entityclass, data } of await readMany(entities, asked))
        known.set(id, { entityclass, data: { type: data['type'] } })
      for (const { entity, place } of places) {
        const found = known.get(place.id)
        if (found && !fitsPlace(place, found))
          yield `${entityclass} ${entity.id} (${titleOf(entity) ?? ''}): ${place.path} names the ${found.entityclass} ${place.id}`
      }
    }
}

/** Says what stands where something else belongs. Reads every entity that can name one. */
export const names: Command = {
  usage: '',
  async run(o) {
    let count = 0
    for await (const line of misnamed(await o.store())) {
      count += 1
      o.say(line)
    }
    o.say(
      count === 0 ? 'Every id stands where it belongs.' : `${count} ids stand where something else belongs.`,
    )
    return count === 0
  },
}
