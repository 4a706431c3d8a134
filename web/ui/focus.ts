/** Where the focus goes when what had it is taken away. */
import { useCallback, useEffect, useState } from 'react'
import type { Focusable } from './field-places.ts'

/**
 * `const focusNext = useFocusNext()`; `focusNext(() => button.current?.focus())` beside the change of state that takes
 * the focused element away: it runs once the change is drawn.
 */
export function useFocusNext(): (lead: () => unknown) => void {
  const [next, setNext] = useState<{ lead(): unknown }>()
  useEffect(() => {
    next?.lead()
  }, [next])
  return useCallback((lead) => setNext({ lead }), [])
}

/** Ref of what a dialog begins with. The dialog takes the focus for itself first, so this comes a frame later. */
export function startFocus(element: (Focusable & { scrollIntoView?(where: object): void }) | null): void {
  if (!element) return
  requestAnimationFrame(() => {
    element.focus()
    element.scrollIntoView?.({ block: 'center' })
  })
}

/** For this once: a click on the text of the page is to take the focus from nothing. */
function focusOnce(element: HTMLElement, more: Readonly<Record<string, string>> = {}): void {
  const attributes = { ...more, tabindex: '-1' }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const clear = () => {
    for (const name of Object.keys(attributes)) element.removeAttribute(name)
  }
  element.addEventListener('blur', clear, { once: true })
  element.focus({ preventScroll: true })
}

/** Where nothing is left that could have it, the focus goes to the content of the page: the next key leads into it. */
export function focusPage(): void {
  // Cloudscape's layout makes it, and gives no ref to it: there is one in a page.
  const page = document.querySelector<HTMLElement>('main')
  if (page) focusOnce(page)
}

/** A screen begins behind bar and navigation; who hears it is told its name, which stands in the bar. False where a drawer covers it. */
export function focusContent(nameId: string): boolean {
  const content = document.getElementById('il-content')
  if (!content || content.inert) return false
  // Of the screen before, where nothing in it had the focus: the name is told anew.
  if (document.activeElement === content) content.blur()
  focusOnce(content, { role: 'group', 'aria-labelledby': nameId })
  return true
}

/** Focuses the control that work goes on with; the page where it is not there. */
export const focusOrPage = (control: Focusable | null): void => (control ? control.focus() : focusPage())
