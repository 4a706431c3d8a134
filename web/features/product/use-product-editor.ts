/** The draft of one list of a product. */
import { useCallback } from 'react'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { callApi } from '../../api/client.ts'
import { useEntityEditor } from '../../frame/use-entity-editor.ts'
import { useTexts } from '../../texts/texts.ts'
import { changesetOf } from '../../ui/changeset.ts'
import type { EntityEditor } from '../../ui/entity-editor.ts'
import type { EditState } from '../../ui/save-draft.ts'
import { alongWithLink, fieldOfPlace, isTypedAt } from './model/draft.ts'
import type { Lookup } from './model/lookup.ts'
import { personIn } from './model/person.ts'
import { blockingProblems, problemsOf } from './model/problems.ts'
import { newProductId, useFirstSave } from './use-first-save.ts'

export type ProductEditor = EntityEditor<ProductData, ProductView>
type State = EditState<ProductData>

interface Input {
  view: ProductView
  list: string
  account: string
  lookup: Lookup
  /** False on an older revision and where the viewer may not edit. */
  isEditable: boolean
  onView(view: ProductView, isLeaving: boolean): void
  onRefused(): void
  onFix(): void
}

export function useProductEditor({
  view,
  list,
  account,
  lookup,
  isEditable,
  onView,
  onRefused,
  onFix,
}: Input): ProductEditor {
  const t = useTexts('product')
  const first = useFirstSave()
  const isStored = view.id !== newProductId
  return useEntityEditor<ProductData, ProductView>({
    kind: 'product',
    draftKey: `product:${account}:${view.id}:${list}`,
    view,
    isEditable,
    t,
    save: isStored
      ? async (input) => (await callApi(save, input, { quiet: true })) as ProductView
      : first.save,
    load: isStored ? async (id) => (await callApi(load, { id }, { quiet: true })) as ProductView : first.load,
    issues: useCallback((state: State) => problemsOf(state.draft, view, list, lookup), [view, list, lookup]),
    blocking: ({ original, draft }) =>
      blockingProblems(isStored ? original : undefined, draft, view, list, lookup),
    along: alongWithLink,
    fieldOf: fieldOfPlace,
    isTypedAt,
    describe: (patch) => changesetOf(patch),
    issuesOf,
    isKept,
    onSaved: onView,
    onRefused,
    onFix,
    onDeleted: (gone) => onView(gone, false),
    othersText: (others) => {
      // A save whose answer was lost comes back as one's own.
      const theirs = others.filter((o) => o.updatedBy !== account)
      const names = new Set(theirs.map((o) => personIn(o, o.updatedBy) ?? t('someone')))
      return names.size === 0 ? '' : t('save.others', { names: [...names].join(', ') })
    },
  })
}

/** Wrong places of the product that the server named. */
const issuesOf = (error: unknown) =>
  isCallError(error) ? (error.details.issues ?? []).filter((i) => i.path.startsWith('/listData/')) : []

const isKept = (value: State): boolean =>
  typeof value.rev === 'number' &&
  typeof value.original?.listData === 'object' &&
  typeof value.draft?.listData === 'object'
