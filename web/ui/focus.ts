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

/** Where nothing is left that could have it, the focus goes to the content of the page: the next key leads into it. */
export function focusPage(): void {
  // Cloudscape's layout makes it, and gives no ref to it: there is one in a page.
  const page = document.querySelector<HTMLElement>('main')
  if (!page) return
  // For this once: a click on the text of the page is to take the focus from nothing.
  page.tabIndex = -1
  page.addEventListener('blur', () => page.removeAttribute('tabindex'), { once: true })
  page.focus({ preventScroll: true })
}

/** Focuses the control that work goes on with; the page where it is not there. */
export const focusOrPage = (control: Focusable | null): void => (control ? control.focus() : focusPage())
