/** Reads the products that are derived from a product. */
import { chunksOf } from '../../../shared/chunks.ts'
import { derivedChainLimit } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isRefusal, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'

/** Parents whose children are looked up side by side, and what is read of one at a time: whole entities, which may be large. */
export const atOnce = 8
const pageSize = 25

export const childrenAmong = (entities: readonly Entity[], id: string): Product[] =>
  entities.filter(isProduct).filter(({ data }) => data.derivedProductId === id)

/** Entities that are looked through below a product; more cannot be judged in the time of one request. */
const farthest = 2_000

const familyTooLarge = () =>
  refuseRule('familyTooLarge', 'Too many products derive from this one to make this change.')

/**
 * Visits the products derived from this one, each once, generation by generation, deleted ones too. `visit` says whether those
 * below a child are visited as well; a refusal ends the walk, and is the answer. Else it answers in how many generations one was
 * followed, at most `most`; as many are read. Refuses families that are too large. Errors: those of reading; `rule_violated` (`upgradePending`), while products may be there of which the store does not know what they name.
 */
export async function walkBelow(
  entities: NamingReader,
  id: string,
  { most, visit }: { most: number; visit: (child: Product) => boolean | Refusal },
): Promise<number | Refusal> {
  const seen = new Set([id])
  let generation = [id]
  let looked = 0
  for (let depth = 0; depth < most; depth++) {
    const next: string[] = []
    const refusals: Refusal[] = []
    const lookBelow = async (parent: string) => {
      for await (const { list } of namingPages(entities, parent, { limit: pageSize, mustBeComplete: true })) {
        if (refusals.length > 0) return
        for (const child of childrenAmong(list, parent)) {
          if (seen.has(child.id)) continue
          seen.add(child.id)
          const answer = visit(child)
          if (isRefusal(answer)) return refusals.push(answer)
          if (answer) next.push(child.id)
        }
        looked += list.length
        if (looked > farthest) return refusals.push(familyTooLarge())
      }
    }
    for (const some of chunksOf(generation, atOnce)) {
      await Promise.all(some.map(lookBelow))
      if (refusals[0]) return refusals[0]
    }
    if (next.length === 0) return depth
    generation = next
  }
  return most
}

/**
 * How many generations of products are derived from this one; at most one more than a chain may have. Refusals and errors:
 * those of `walkBelow`.
 */
export const generationsBelow = (entities: NamingReader, id: string): Promise<number | Refusal> =>
  walkBelow(entities, id, { most: derivedChainLimit + 1, visit: () => true })
