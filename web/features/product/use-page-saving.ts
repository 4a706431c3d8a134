/** Saves or discards what was typed on the page: the same functions while somebody types. */
import { useMemo, useRef } from 'react'
import { useDiscard } from '../../frame/use-discard.ts'
import type { ProductEditor } from './use-product-editor.ts'

export interface PageSaving {
  save(): Promise<void>
  discard(): void
}

export function usePageSaving(
  editor: ProductEditor,
  page: {
    isStored: boolean
    /** Opens the fields: what was discarded is back. */
    editAll(): void
    /** The fields are read again. */
    leave(): void
    /** Asks before something typed is lost, then leaves. */
    leaveEditing(): Promise<void>
    /** The save was refused. */
    onRefused(): void
  },
): PageSaving {
  const undoable = useDiscard(editor, page.editAll)
  const latest = useRef({ ...page, undoable, editor })
  latest.current = { ...page, undoable, editor }
  return useMemo(
    () => ({
      async save() {
        const now = latest.current
        if ((await now.editor.save()) === undefined) now.onRefused()
      },
      discard() {
        const now = latest.current
        // One that is not stored is left with that: nothing could be brought back, so it is asked before.
        if (!now.isStored) return void now.leaveEditing()
        now.undoable()
        now.leave()
      },
    }),
    [],
  )
}
