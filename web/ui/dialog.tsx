/** A dialog over the screen, open as long as it is drawn. Others ask here whether one is open. */
import Modal, { type ModalProps } from '@cloudscape-design/components/modal'
import { useEffect, useRef } from 'react'
import { makeStore } from './store.ts'

/** How many dialogs are open. */
export const openDialogs = makeStore(0)

/** Dialogs in the order of their opening: the last one takes the key. */
const stack: object[] = []

export function Dialog(props: Omit<ModalProps, 'visible'>) {
  const dismiss = useRef(props.onDismiss)
  dismiss.current = props.onDismiss
  // A click on text or a disabled button takes the focus out of the dialog; Escape means the dialog all the same.
  useEffect(() => {
    const self = {}
    stack.push(self)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (event.target !== document.body || stack.at(-1) !== self) return
      event.preventDefault()
      dismiss.current?.(new CustomEvent('dismiss', { detail: { reason: 'keyboard' } }))
    }
    document.addEventListener('keydown', onKey)
    return () => {
      stack.splice(stack.indexOf(self), 1)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  useEffect(() => {
    openDialogs.set((count) => count + 1)
    return () => openDialogs.set((count) => count - 1)
  }, [])
  return <Modal visible {...props} />
}
