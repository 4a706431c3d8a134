/** A dialog over the screen, open as long as it is drawn. Others ask here whether one is open. */
import Modal, { type ModalProps } from '@cloudscape-design/components/modal'
import { useEffect } from 'react'
import { makeStore } from './store.ts'

/** How many dialogs are open. */
export const openDialogs = makeStore(0)

export function Dialog(props: Omit<ModalProps, 'visible'>) {
  useEffect(() => {
    openDialogs.set((count) => count + 1)
    return () => openDialogs.set((count) => count - 1)
  }, [])
  return <Modal visible {...props} />
}
