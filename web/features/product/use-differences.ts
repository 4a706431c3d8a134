/** What differs between two states of a product, in titles and words, with the names that the page does not know yet. */
import { useMemo } from 'react'
import type { ProductView } from '../../../shared/model/product.ts'
import { compareRevisions, type Difference } from '../../../shared/rules/compare.ts'
import { comparedState, type DifferenceLine, differenceLines } from './model/differences.ts'
import type { Words } from './model/words.ts'
import { useProductPage } from './page-context.ts'
import { namedIn, useNames } from './use-names.ts'

/** `select` stays the same function as long as it selects the same. Undefined until both states are there. */
export function useDifferences(
  before: ProductView | undefined,
  after: ProductView | undefined,
  select: (found: Difference[], before: ProductView, after: ProductView) => Difference[],
): DifferenceLine[] | undefined {
  const { view, words } = useProductPage()
  const named = useMemo(() => namedIn(before?.data, after?.data), [before, after])
  const known = useMemo(
    () => ({ ...before?.titles, ...after?.titles, ...view.titles }),
    [before, after, view.titles],
  )
  const nameOf = useNames(named, known)
  return useMemo(() => {
    if (!before || !after) return undefined
    const mine: Words = { ...words, nameOf: (id) => nameOf(id) ?? words.nameOf(id) }
    const found = compareRevisions(comparedState(before), comparedState(after))
    return differenceLines(select(found, before, after), mine)
  }, [before, after, words, nameOf, select])
}
