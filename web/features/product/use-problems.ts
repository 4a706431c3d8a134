import { useMemo } from 'react'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Lookup } from './model/lookup.ts'
import { blockingProblems, problemsOf } from './model/problems.ts'

export interface Problems {
  /** All problems of the draft's list by JSON pointer, in words. */
  byPath: ReadonlyMap<string, string>
  /** How many of them keep a save from happening. */
  blocking: number
}

/** Problems of a draft's list, by the same rules as on the server. */
export function useProblems(
  state: { original: ProductData; draft: ProductData },
  view: ProductView,
  list: string,
  lookup: Lookup,
): Problems {
  const t = useTexts('product')
  return useMemo(
    () => ({
      byPath: new Map(
        problemsOf(state.draft, view, list, lookup).map((p) => [p.path, t(`problem.${p.key}`)]),
      ),
      blocking: blockingProblems(state.original, state.draft, view, list, lookup).length,
    }),
    [state, view, list, lookup, t],
  )
}
