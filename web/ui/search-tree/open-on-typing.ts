/** A closed list with a search takes what is typed on it: it opens, and the key stands in its search. */
import type { KeyboardEvent } from 'react'

export function openOnTyping(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  // Space and Enter open it anyway.
  if ([...key].length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLButtonElement) || !currentTarget.contains(target)) return
  if (target.ariaHasPopup === null || target.getAttribute('aria-expanded') === 'true') return
  event.preventDefault()
  // Cloudscape's lists open as the button goes down.
  target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  // Their search has the focus once it is drawn.
  requestAnimationFrame(() => {
    const search = document.activeElement
    if (search instanceof HTMLInputElement && search.value === '') typeInto(search, key)
  })
}

/** As a key does it: React hears of a value only if it is set behind its back. */
function typeInto(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
