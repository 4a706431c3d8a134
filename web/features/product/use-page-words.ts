/** How the product's page says things: names of what the draft refers to, dates, numbers, texts. */
import { useCallback, useMemo, useState } from 'react'
import type { ProductView } from '../../../shared/model/product.ts'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat, useToday } from '../../ui/dates.tsx'
import { useEdited } from '../../ui/entity-editor.ts'
import { useMoney } from '../../ui/money.ts'
import { useNumberFormat } from '../../ui/numbers.ts'
import { isShallowSame } from '../../ui/store.ts'
import type { Lookup } from './model/lookup.ts'
import type { Words } from './model/words.ts'
import { namedIn, useNames } from './use-names.ts'
import type { ProductEditor } from './use-product-editor.ts'

export function usePageWords(view: ProductView, editor: ProductEditor, lookup: Lookup) {
  const t = useTexts('product')
  const { date } = useDateFormat()
  const numbers = useNumberFormat()
  const { amount } = useMoney()
  const today = useToday()
  /** Names of what was chosen here, which no answer has told yet. */
  const [remembered, setRemembered] = useState<Record<string, string>>({})
  const named = useEdited(
    editor,
    ({ draft }) => [...new Set([...namedIn(draft, view.data), view.data.derivedProductId ?? []].flat())],
    isShallowSame,
  )
  const known = useMemo(() => ({ ...remembered, ...view.titles }), [remembered, view.titles])
  const nameOf = useNames(named, known)
  const words = useMemo<Words>(
    () => ({
      t,
      lookup,
      nameOf,
      date,
      number: (value) => numbers.format(value),
      amount,
      percent: numbers.percent,
      today,
    }),
    [t, lookup, nameOf, date, numbers, amount, today],
  )

  const remember = useCallback(
    (id: string, name: string) => setRemembered((names) => ({ ...names, [id]: name })),
    [],
  )
  return { words, today, remember }
}
