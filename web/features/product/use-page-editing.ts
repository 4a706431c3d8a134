/** What of the product's page is open for editing, and how one gets to a field of it. */

import type { ButtonProps } from '@cloudscape-design/components/button'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { ProductView } from '../../../shared/model/product.ts'
import { isEditedTab, type ProductTab } from '../../../shared/rules/product-tabs.ts'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useCover } from '../../frame/use-room.ts'
import { useEditKeys } from '../../ui/edit-keys.ts'
import type { FieldPlaces } from '../../ui/field-places.ts'
import { focusOrPage, useFocusNext } from '../../ui/focus.ts'
import type { Lookup } from './model/lookup.ts'
import { inPageOrder } from './model/problems.ts'
import { tabOfPath } from './model/tabs.ts'
import type { Section } from './page-context.ts'
import type { ProductEditor } from './use-product-editor.ts'
import { useShowPlace } from './use-show-place.ts'

interface Options {
  view: ProductView
  list: string
  lookup: Lookup
  editor: ProductEditor
  places: FieldPlaces
  isEditable: boolean
  /** Opens with its fields. */
  isNew: boolean
  /** What the address before left: the field that had the focus, and whether one came back from what was made. */
  begin: { focus?: string; isBack?: boolean } | null
  tab: ProductTab
  openTab(tab: string): void
  editButton: RefObject<ButtonProps.Ref | null>
  /** Nothing is edited any more. */
  onLeft(): void
}

const noSection: ReadonlySet<Section> = new Set()

export function usePageEditing(page: Options) {
  const { view, list, lookup, editor, places, isEditable, isNew, begin, tab, openTab, editButton } = page
  const [editing, setEditing] = useState<ReadonlySet<Section> | 'all'>(isNew ? 'all' : noSection)
  /** Tab whose first wrong field gets the focus once it is there. */
  const [seeking, setSeeking] = useState<ProductTab>()
  const focusNext = useFocusNext()
  const isAnyEditing = editing === 'all' || editing.size > 0

  const editAll = () => {
    setEditing('all')
    focusNext(() => places.focusFirst())
  }
  const leave = () => {
    setEditing(noSection)
    focusNext(page.onLeft)
  }
  const leaveEditing = async () => {
    if (await settleUnsaved()) leave()
  }
  const wrongInOrder = useCallback(() => {
    const state = editor.state.get()
    return inPageOrder([...state.issues.values()], state, view, list, lookup).map(({ path }) => path)
  }, [editor, view, list, lookup])
  // Behind a drawer that covers the page nothing begins, and Escape closes the drawer first.
  const { isCovered, uncover } = useCover()
  /** Opens the fields and goes to the first wrong one. */
  const showProblems = () =>
    uncover(() => {
      const homes = wrongInOrder().map((path) => tabOfPath(path, lookup))
      const home = homes.includes(tab) ? tab : (homes[0] ?? 'main')
      if (home !== tab) openTab(home)
      setEditing('all')
      setSeeking(home)
    })
  const startField = begin?.focus
  const isBack = begin?.isBack === true
  useEffect(() => {
    if (isNew) places.focusFirst(startField ? [startField] : undefined)
    else if (isBack) focusOrPage(editButton.current)
  }, [isNew, isBack, startField, places, editButton])
  useEffect(() => {
    if (seeking !== tab || editing !== 'all') return
    setSeeking(undefined)
    places.focusFirst(wrongInOrder())
  }, [seeking, tab, editing, places, wrongInOrder])
  const showPlace = useShowPlace({
    tabOf: (path) => tabOfPath(path, lookup),
    tab,
    openTab,
    isEditing: editing === 'all',
    edit: () => setEditing('all'),
    places,
  })
  useEditKeys({
    onEdit: isEditable && isEditedTab(tab) ? () => uncover(editAll) : undefined,
    onLeave: isAnyEditing && !isCovered ? leaveEditing : undefined,
  })
  const isEditing = useCallback(
    (section: Section) => isEditable && (editing === 'all' || editing.has(section)),
    [isEditable, editing],
  )
  const edit = useCallback(
    (section: Section) => setEditing((set) => (set === 'all' ? set : new Set([...set, section]))),
    [],
  )
  return { isAnyEditing, isEditing, edit, editAll, leave, leaveEditing, showProblems, showPlace }
}
