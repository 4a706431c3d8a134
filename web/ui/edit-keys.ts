import { useEffect, useRef } from 'react'

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** In a date field Escape takes back what was typed there. */
const isDate = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('.il-date') !== null
// The button of an open drawer is no menu.
const open =
  '[role="dialog"], [aria-expanded="true"][aria-haspopup]:focus:not([class*="awsui_drawers"]), [role="listbox"]:not(:empty)'
/** An open list of options, calendar or dialog takes the key first. Cloudscape tells of none of them but by their roles. */
export const isSomethingOpen = () =>
  // Closed lists with a filter, and controls that are hidden on this width, keep what they would show.
  [...document.querySelectorAll(open)].some((one) => one.checkVisibility({ visibilityProperty: true }))

/** Keys that the page took. */
const taken = new WeakSet<Event>()
/** What sets the width of a drawer, which has the focus once that is open, prevents Escape without doing anything with it. */
const isDone = (event: KeyboardEvent) =>
  taken.has(event) ||
  (event.defaultPrevented &&
    !(
      event.key === 'Escape' &&
      event.target instanceof HTMLElement &&
      event.target.getAttribute('role') === 'slider'
    ))

/**
 * `E` edits the whole page, Escape leaves editing; what is undefined does nothing. Nothing happens while a dialog is
 * open or, for `E`, in a field.
 */
export function useEditKeys(keys: {
  onEdit: (() => void) | undefined
  onLeave: (() => void) | undefined
}): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    // Asked on the way down: what closes by this very key is still open then.
    let wasOpen = false
    const onCapture = () => {
      wasOpen = isSomethingOpen()
    }
    const onKey = (event: KeyboardEvent) => {
      if (isDone(event) || event.ctrlKey || event.metaKey || event.altKey || wasOpen) return
      if (event.key === 'Escape') {
        if (isDate(event.target) || !latest.current.onLeave) return
        // A drawer beside the page stays open.
        event.preventDefault()
        taken.add(event)
        latest.current.onLeave()
      } else if (event.key.toLowerCase() === 'e' && !isTyping(event.target)) {
        if (!latest.current.onEdit) return
        event.preventDefault()
        latest.current.onEdit()
      }
    }
    document.addEventListener('keydown', onCapture, true)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onCapture, true)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** Escape, where neither the page nor anything open on it takes the key; `undefined` does nothing. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    let wasOpen = false
    const onCapture = () => {
      wasOpen = isSomethingOpen()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isDone(event) || wasOpen || isDate(event.target)) return
      latest.current?.()
    }
    // At the window: the page listens at the document and comes first.
    window.addEventListener('keydown', onCapture, true)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onCapture, true)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}
