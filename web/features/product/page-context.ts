/**
 * What every part of the product page reads: the product, the list, names and rights. It stays the same object while
 * somebody types; the draft is read in parts, so that a keystroke draws the field it was typed in.
 */
import { createContext, useContext } from 'react'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { useEdited } from '../../ui/entity-editor.ts'
import { isShallowSame } from '../../ui/store.ts'
import { type Effective, effective } from './model/draft.ts'
import type { Lookup } from './model/lookup.ts'
import type { Words } from './model/words.ts'
import type { PageSaving } from './use-page-saving.ts'
import type { ProductEditor } from './use-product-editor.ts'

/** A part that is edited by itself; groups of fields by the path that they begin with, entries of the checklist by their tab. */
export type Section =
  | 'name'
  | 'companies'
  | 'specialItems'
  | 'components'
  | 'documents'
  | 'permits'
  | 'standards'
  | 'checklist'
  | `checklist ${string}`
  | `fields ${string}`

export interface ProductPage {
  view: ProductView
  /** The trade name in the list, or that there is none. */
  name: string
  list: string
  editor: ProductEditor
  lookup: Lookup
  words: Words
  actor: Actor
  /** The newest revision that is known; higher than the shown one on an older state. */
  newestRev: number
  /** The list may be edited here and now: not an older revision, and the rules allow it. */
  isEditable: boolean
  may(permission: string): boolean
  /** Keeps the name of what was picked until an answer brings it along. */
  remember(id: string, name: string): void
  isEditing(section: Section): boolean
  edit(section: Section): void
  /** Opens the fields for editing, and goes to a place by its JSON pointer. */
  showPlace(path: string): void
  /** The day that states are judged on, `YYYY-MM-DD`. */
  today: string
  /** Saves what was typed, makes the call with the current revision, and shows the answer. */
  act: ProductAct
  isActing: boolean
  /** Saves or discards what was typed. */
  saving: PageSaving
}
export interface ActInput {
  /** Stable id of the notification. */
  id: string
  /** `view`: what is shown, or what was saved just before. */
  call(rev: number, view: ProductView): Promise<ProductView>
  /** What is told once it is done; nothing where the page itself shows it. */
  done?: string | (() => string)
  /** Takes it back, from the message that tells it. */
  undo?(after: ProductView): void
  /** Revision to begin with, where it is not the shown one. */
  startRev?: number
  /** What the call depends on: where another person has changed it meanwhile, the call is not repeated. */
  depends?(view: ProductView): unknown
}
export type ProductAct = (input: ActInput) => Promise<ProductView | undefined>

export const ProductPageContext = createContext<ProductPage | undefined>(undefined)
export function useProductPage(): ProductPage {
  const page = useContext(ProductPageContext)
  if (!page) throw new Error('a part of the product page needs the page around it')
  return page
}

/** A part of the draft. The component is drawn again only when the part changes. */
export function useDraftPart<S>(select: (draft: ProductData) => S, isSame?: (a: S, b: S) => boolean): S {
  return useEdited(useProductPage().editor, ({ draft }) => select(draft), isSame)
}
/** The value that a reader sees in the list, as it stands in the draft, and where it comes from. */
export function useEffective(key: string): Effective {
  const { view, list } = useProductPage()
  return useDraftPart((draft) => effective(view, draft, list, key), isShallowSame)
}
