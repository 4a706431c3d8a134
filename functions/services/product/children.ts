/** Reads the products that are derived from a product. */
import { chunksOf } from '../../../shared/chunks.ts'
import { derivedChainLimit } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'

/** Parents whose children are looked up side by side. */
const atOnce = 20

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
          for await (const { list } of namingPages(entities, parent, { mustBeComplete: true }))
            for (const child of childrenAmong(list, parent))
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
