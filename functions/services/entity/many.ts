import { companyBatchSize } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'

/** Chunks that one request reads at the same time. */
const chunksAtOnce = 4

/** Entities by id, however many: read in chunks that the store takes. Missing ones are left out, each is given once. */
export async function readMany(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  ids: Iterable<string>,
): Promise<Entity[]> {
  const each = [...new Set(ids)]
  const chunks: string[][] = []
  for (let i = 0; i < each.length; i += companyBatchSize) chunks.push(each.slice(i, i + companyBatchSize))
  const found: Entity[] = []
  for (let i = 0; i < chunks.length; i += chunksAtOnce) {
    const some = chunks.slice(i, i + chunksAtOnce)
    for (const chunk of await Promise.all(some.map((ids) => entities.getMany(ids))))
      for (const entity of chunk) found.push(entity)
  }
  return found
}
