/**
 * A dialog over the screen, open as long as it is drawn. It begins at its first field, or at the way out where it has
 * none: that is the first button of its foot, or the one with `data-way-out`. Others ask here whether one is open.
 */
import Modal, { type ModalProps } from '@cloudscape-design/components/modal'
import { useEffect, useRef } from 'react'
import { focusPage } from './focus.ts'
import { makeStore } from './store.ts'

/** How many dialogs are open. */
export const openDialogs = makeStore(0)

/** Dialogs in the order of their opening: the last one takes the key. */
const stack: object[] = []

/** By their kind: the library's dialog hands out no references to what is drawn in it. */
const fields = 'input, textarea, select, button[aria-haspopup="listbox"]'

function startOf(dialog: Element): HTMLElement | undefined {
  const open = (selector: string) =>
    [...dialog.querySelectorAll<HTMLElement>(selector)].filter(
      (one) =>
        !one.matches(':disabled, [tabindex="-1"]') && one.checkVisibility({ visibilityProperty: true }),
    )
  const [first] = open(fields)
  if (!first) return open('.il-dialog-foot [data-way-out]')[0] ?? open('.il-dialog-foot button')[0]
  // Of a group of choices the one that is chosen.
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return open('input:checked').find((one) => one.getAttribute('name') === first.name) ?? first
}

/** Stands in the dialog's content: the dialog itself is drawn elsewhere on the page, and takes the focus to its cross. */
function Start() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const dialog = mark.current?.closest('[role="dialog"]')
    queueMicrotask(() => {
      if (dialog?.isConnected) startOf(dialog)?.focus()
    })
  }, [])
  return <span ref={mark} hidden />
}

export function Dialog({ children, footer, ...props }: Omit<ModalProps, 'visible'>) {
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
  // What had the focus before gets it back from the dialog, if it is still there.
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusPage()
      }),
    [],
  )
  return (
    <Modal visible {...props} footer={footer && <div className="il-dialog-foot">{footer}</div>}>
      {children}
      <Start />
    </Modal>
  )
}
