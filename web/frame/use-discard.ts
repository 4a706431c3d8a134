/** Discarding by the button: nobody is asked before, so it can be undone for as long as the notice is there. */
import { useEffect, useRef } from 'react'
import { useTexts } from '../texts/texts.ts'
import type { EntityEditor } from '../ui/entity-editor.ts'
import { notify } from './notify.ts'

const noticeId = 'discarded'

/** `onUndone`: what was discarded is back, and its fields are to be seen. */
export function useDiscard<D, V>(editor: EntityEditor<D, V>, onUndone: () => void): () => void {
  const t = useTexts('ui')
  const latest = useRef(onUndone)
  latest.current = onUndone
  // On another page nothing would show that it is back.
  useEffect(() => () => notify.clear(noticeId), [])
  return () => {
    const undo = editor.discard()
    const run = () => {
      undo()
      latest.current()
    }
    notify.success({ id: noticeId, text: t('save.discarded'), action: { label: t('save.undo'), run } })
  }
}
