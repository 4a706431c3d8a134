/** Whether what was confirmed still holds, as product and lists stand today. */
import type { List } from '../../../shared/model/administration.ts'
import type { ConfirmationContent } from '../../../shared/model/confirmation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import type { RulingOf } from '../../../shared/rules/approval.ts'
import { countingStandards } from './problems.ts'

export interface HoldsContext {
  /** Undefined where it was erased. */
  product: Pick<Entity<ProductData>, 'id' | 'data' | 'disabled'> | undefined
  lists: ReadonlyMap<string, Pick<Entity<List>, 'disabled'>>
  standards: RulingOf
  today: string
}
type Confirmed = { list: string; standard: string }

/** The standards that were confirmed and do not count any more. Empty: all of it holds. */
export function endedStandards({ lists }: Pick<ConfirmationContent, 'lists'>, c: HoldsContext): Confirmed[] {
  const { product } = c
  const holding = (list: string): string[] => {
    const of = product?.data.listData[list]
    const isListed = of?._active && !of._archived && !of._preventPublicDisplay
    if (!product || product.disabled || product.data.archived || !isListed) return []
    return c.lists.get(list)?.disabled === false ? countingStandards(product, list, c) : []
  }
  return lists.flatMap(({ list, standards }) => {
    const now = holding(list)
    return standards.flatMap(({ standard }) => (now.includes(standard) ? [] : { list, standard }))
  })
}
