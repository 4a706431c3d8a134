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
