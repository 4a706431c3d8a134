import { companyBatchSize } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'

/** Entities by id, however many: read in chunks that the store takes. Missing ones are left out, each is given once. */
export async function readMany(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  ids: Iterable<string>,
): Promise<Entity[]> {
  const each = [...new Set(ids)]
  const chunks: string[][] = []
  for (let i = 0; i < each.length; i += companyBatchSize) chunks.push(each.slice(i, i + companyBatchSize))
  return (await Promise.all(chunks.map((chunk) => entities.getMany(chunk)))).flat()
}
