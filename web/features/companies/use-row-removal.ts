/** Takes a row out of the form: the button that adds one gets the focus, and for a while it can be undone. */
import type { ButtonProps } from '@cloudscape-design/components/button'
import { type RefObject, useContext } from 'react'
import { confirm } from '../../frame/dialogs.ts'
import { notices, notify } from '../../frame/notify.ts'
import { FieldPlacesContext } from '../../ui/field-places.ts'
import { focusOrPage, useFocusNext } from '../../ui/focus.ts'
import { isGoneRow, isOnlyMainAddress, type RowKind, removeRow, restoreRow } from './model/draft.ts'
import { rowTitle } from './model/titles.ts'
import type { SectionContext } from './parts/draft-part.ts'

const noticePrefix = 'company:removed:'
/** Takes the offers to undo away: what they would undo is over. */
export const forgetRemovals = (): void => {
  for (const { id } of notices.get()) if (id.startsWith(noticePrefix)) notify.clear(id)
}

/** `firstField` is what the focus goes to in a row that is put back. */
export function useRowRemoval(
  { editor, words, onEdit }: SectionContext,
  kind: RowKind,
  firstField: string,
  addButton: RefObject<ButtonProps.Ref | null>,
): (id: string) => Promise<void> {
  const places = useContext(FieldPlacesContext)
  const focusNext = useFocusNext()
  return async (id) => {
    const { draft: before } = editor.state.get()
    if (kind === 'addresses' && isOnlyMainAddress(before, id)) {
      const isSure = await confirm({
        title: words.t('address.removeMain'),
        text: words.t('address.removeMainText'),
        verb: words.t('row.remove'),
        isDangerous: true,
      })
      if (!isSure) return
    }
    const text = words.t('row.removed', { name: rowTitle(before, kind, id, words) })
    editor.change((draft) => removeRow(draft, kind, id))
    focusNext(() => focusOrPage(addButton.current))
    const undo = () => {
      if (!isGoneRow(editor.state.get().draft, kind, id)) return
      onEdit()
      editor.change((draft) => restoreRow(draft, before, kind, id))
      focusNext(() => places?.focusFirst([`/${kind}/${id}/${firstField}`]))
    }
    const noticeId = `${noticePrefix}${id}`
    notify.info(
      { id: noticeId, text, action: { label: words.t('row.undo'), run: undo } },
      { id: noticeId, text },
    )
  }
}
