/** Reads who names a product, and the products that are derived from it. */
import { chunksOf } from '../../../shared/chunks.ts'
import { derivedChainLimit } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'

export interface NamingReader {
  listNaming(
    name: string,
    page: { cursor?: string; limit: number; mustBeComplete?: boolean },
  ): Promise<{ list: Entity[]; cursor?: string }>
}
const pageSize = 100
/** Parents whose children are looked up side by side. */
const atOnce = 20

/** Entities that name this one, deleted ones too, page by page. */
export async function* namingPages(
  entities: NamingReader,
  id: string,
  { mustBeComplete = false } = {},
): AsyncGenerator<Entity[]> {
  let cursor: string | undefined
  do {
    const page = await entities.listNaming(id, {
      limit: pageSize,
      mustBeComplete,
      ...(cursor !== undefined && { cursor }),
    })
    yield page.list
    cursor = page.cursor
  } while (cursor !== undefined)
}
export const childrenAmong = (entities: readonly Entity[], id: string): Product[] =>
  entities.filter(isProduct).filter(({ data }) => data.derivedProductId === id)

/**
 * How many generations of products are derived from this one; at most one more than a chain may have. Errors:
 * `rule_violated` (`upgradePending`), while products may be there of which the store does not know what they name.
 */
export async function generationsBelow(entities: NamingReader, id: string): Promise<number> {
  const seen = new Set([id])
  let generation = [id]
  for (let depth = 0; depth <= derivedChainLimit; depth++) {
    const next: string[] = []
    for (const some of chunksOf(generation, atOnce))
      await Promise.all(
        some.map(async (parent) => {
          for await (const page of namingPages(entities, parent, { mustBeComplete: true }))
            for (const child of childrenAmong(page, parent))
              if (!seen.has(child.id)) {
                seen.add(child.id)
                next.push(child.id)
              }
        }),
      )
    if (next.length === 0) return depth
    generation = next
  }
  return derivedChainLimit + 1
}
