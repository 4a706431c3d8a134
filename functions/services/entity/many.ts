import { chunksOf } from '../../../shared/chunks.ts'
import { companyBatchSize } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'

/** Chunks that one request reads at the same time. */
const chunksAtOnce = 4

/** Entities by id, however many: read in chunks that the store takes. Missing ones are left out, each is given once. */
export async function readMany(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  ids: Iterable<string>,
): Promise<Entity[]> {
  const chunks = chunksOf([...new Set(ids)], companyBatchSize)
  const found: Entity[] = []
  for (const some of chunksOf(chunks, chunksAtOnce))
    for (const chunk of await Promise.all(some.map((ids) => entities.getMany(ids))))
      for (const entity of chunk) found.push(entity)
  return found
}

/** The entities that are there; one that cannot be read keeps the others from nobody, and goes to `onUnread`. */
export async function readReadable(
  entities: { get(id: string): Promise<Entity | undefined>; getMany(ids: string[]): Promise<Entity[]> },
  ids: string[],
  onUnread: (id: string, error: unknown) => void,
): Promise<Entity[]> {
  try {
    return await entities.getMany(ids)
  } catch {
    const found: Entity[] = []
    for (const id of ids) {
      try {
        const one = await entities.get(id)
        if (one) found.push(one)
      } catch (error) {
        onUnread(id, error)
      }
    }
    return found
  }
}
