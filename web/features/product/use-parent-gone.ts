/** A colleague may take the parent away, and delete it, while the product is open here. */
import { useEffect, useRef } from 'react'
import type { ProductView } from '../../../shared/model/product.ts'
import { notify } from '../../frame/notify.ts'
import { useLocale } from '../../texts/texts.ts'
import { effective, isEmptyValue } from './model/draft.ts'
import { keyTitle } from './model/place.ts'
import type { Words } from './model/words.ts'

/** So many fields are named. */
const mostNamed = 8

/** Keys of fields that were read from the parent in `before`, and hold nothing in `after`. */
function emptiedWithParent(before: ProductView, after: ProductView): string[] {
  const keys = new Set<string>()
  for (const [list, values] of Object.entries(before.resolved)) {
    if (!Object.hasOwn(after.data.listData, list)) continue
    for (const [key, { source, value }] of Object.entries(values))
      if (source === 'derived' && !isEmptyValue(value))
        if (isEmptyValue(effective(after, after.data, list, key).value)) keys.add(key)
  }
  return [...keys]
}

/** Tells that the product has no parent any more, and which fields are empty without it, where somebody else did that. */
export function useParentGone(view: ProductView, account: string, words: Words): void {
  const { tag } = useLocale()
  const shown = useRef(view)
  useEffect(() => {
    const before = shown.current
    shown.current = view
    const hadParent = before.data.derivedProductId !== undefined
    if (!hadParent || view.data.derivedProductId !== undefined || view.rev <= before.rev) return
    // Who writes the next revision has done it, and is told so by what they did it with.
    if (view.rev === before.rev + 1 && view.updatedBy === account) return
    const titles = emptiedWithParent(before, view).map((key) => keyTitle(key, words))
    const { t } = words
    const named = titles.slice(0, mostNamed)
    if (titles.length > mostNamed) named.push(t('history.more', { count: titles.length - mostNamed }))
    const fields = new Intl.ListFormat(tag, { style: 'narrow', type: 'unit' }).format(named)
    const text =
      titles.length > 0 ? `${t('parent.gone')} ${t('parent.emptied', { fields })}` : t('parent.gone')
    notify.warning({ id: `parent-gone:${view.id}`, text })
  }, [view, account, words, tag])
}
