import { chunksOf } from '../../../shared/chunks.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { jsonBytes } from '../../domain/json-bytes.ts'

/** Read at once: so many of the largest entities fit into memory together. */
const readAtOnce = 10
/** JSON of a group, which its last entities may pass. */
const groupBytes = 8 * 1024 * 1024

/** Entities by id in groups that fit into memory, however large they are. Missing ones are left out. */
export async function* inGroups(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  ids: readonly string[],
): AsyncGenerator<Entity[]> {
  let group: Entity[] = []
  let bytes = 0
  for (const some of chunksOf(ids, readAtOnce)) {
    const found = await entities.getMany(some)
    for (const entity of found) bytes += jsonBytes(entity.data)
    group.push(...found)
    if (bytes < groupBytes) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}
