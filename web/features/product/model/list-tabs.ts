/** The lists that a product is in, as the switcher above its tabs shows them. */
import type { ProductView } from '../../../../shared/model/product.ts'
import { approvalsByState } from './approvals.ts'
import type { Lookup } from './lookup.ts'
import type { Words } from './words.ts'

export function listTabs(
  view: ProductView,
  {
    lookup,
    words,
    isDeleted,
    hrefOf,
  }: { lookup: Lookup; words: Words; isDeleted: boolean; hrefOf(list: string): string },
) {
  return lookup.orderedLists
    .filter((l) => Object.hasOwn(view.data.listData, l.id))
    .map((l) => ({
      id: l.id,
      title: l.name,
      href: hrefOf(l.id),
      isActive: !isDeleted && view.data.listData[l.id]?._active === true,
      isArchived: view.data.listData[l.id]?._archived ?? false,
      approvals: approvalsByState(view, l.id, words),
    }))
}
