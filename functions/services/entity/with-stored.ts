import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import { readMany } from './many.ts'

interface ReadPorts {
  entities: Pick<EntityStore, 'getMany'>
  reference: Pick<ReferenceData, 'all'>
}

/**
 * For what has effects, which `decideOnStored` could not decide twice: the same ports, whose reference data has these entries of a
 * class as the store has them now, whatever another process wrote some seconds ago. The other entries may be 15 s old.
 */
export async function withStored<P extends ReadPorts>(
  ports: P,
  entityclass: EntityClassName,
  ids: readonly string[],
): Promise<P> {
  const found = await readMany(ports.entities, ids)
  const stored = new Map(found.filter((one) => one.entityclass === entityclass).map((one) => [one.id, one]))
  const all = async (asked: EntityClassName) => {
    const known = await ports.reference.all(asked)
    if (asked !== entityclass) return known
    const rest = [...known].filter(([id]) => !ids.includes(id))
    return new Map([...rest, ...stored])
  }
  return { ...ports, reference: { all } as ReferenceData }
}
