/** What is wrong with where things lie on a page as it stands: measured in the browser, told in words. */
import type { Page } from 'playwright-core'

/** Runs in the browser: it may use nothing from outside. */
function measure(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  const slack = 1.5
  const nameOf = (e: Element) =>
    `${e.tagName.toLowerCase()} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 50)}"`
  const isShown = (e: Element) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  if (root.scrollWidth > root.clientWidth)
    faults.push(`scrolls sideways: ${root.scrollWidth} of ${root.clientWidth} px`)

  // An open dialog hides the rest; a sheet makes it inert.
  const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(isShown)
  const modal = dialogs.find((d) => d.matches('dialog[open]')) ?? dialogs.at(-1)
  const scope = modal ?? document.body
  const controls = [
    ...scope.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, [role=tab], [role=option], [role=combobox], [role=treeitem]',
    ),
  ].filter((e) => {
    const box = e.getBoundingClientRect()
    // Shown only with the focus, and the handles between columns that lie on their edges.
    return (
      isShown(e) &&
      !e.closest('[inert]') &&
      box.width > 2 &&
      box.right > 0 &&
      !e.matches('[class*=awsui_resizer]')
    )
  })

  /** The page is no taller than what stands on it, with some space below. */
  const room = 100
  if (!modal) {
    // The bar of unsaved changes sticks to the window until it is reached.
    scrollTo(0, root.scrollHeight)
    const lowest = [...document.querySelectorAll<HTMLElement>('#il-content *, nav *')]
      .filter((e) => e.childElementCount === 0 && isShown(e))
      .reduce((most, e) => Math.max(most, e.getBoundingClientRect().bottom + scrollY), 0)
    const least = Math.max(innerHeight, lowest)
    if (root.scrollHeight > least + room)
      faults.push(`is ${root.scrollHeight} px tall, its content ends at ${Math.round(lowest)}`)
    scrollTo(0, 0)
  }

  const clips = (style: CSSStyleDeclaration, axis: 'X' | 'Y') =>
    ['hidden', 'clip'].includes(axis === 'X' ? style.overflowX : style.overflowY)
  const textWidth = (e: Element) => {
    const range = document.createRange()
    range.selectNodeContents(e)
    return range.getBoundingClientRect().width
  }
  for (const control of controls) {
    const cut: string[] = []
    const box = control.getBoundingClientRect()
    const clipped = [control.scrollWidth - control.clientWidth, control.scrollHeight - control.clientHeight]
    const isButton = control.matches('button') && control.textContent?.trim() !== ''
    const own = getComputedStyle(control)
    // A text that is cut on purpose ends in an ellipsis; one that wraps or overflows does not.
    if (
      isButton &&
      own.textOverflow !== 'ellipsis' &&
      textWidth(control) > box.width + slack &&
      clipped[0]! > slack
    )
      cut.push(`its text is ${clipped[0]} px wider`)
    for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.display === 'contents') continue
      const around = at.getBoundingClientRect()
      if (clips(style, 'X') && (box.left < around.left - slack || box.right > around.right + slack))
        cut.push(
          `reaches ${Math.round(Math.max(around.left - box.left, box.right - around.right))} px out of ${at.className.slice(0, 40)}`,
        )
      if (clips(style, 'Y') && (box.top < around.top - slack || box.bottom > around.bottom + slack))
        cut.push(
          `reaches ${Math.round(Math.max(around.top - box.top, box.bottom - around.bottom))} px above or below ${at.className.slice(0, 40)}`,
        )
      // What scrolls brings it into view.
      if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.position === 'fixed') break
    }
    if (cut.length > 0) faults.push(`${nameOf(control)} is cut: ${cut[0]}`)
  }

  /** How far the frame of the focus reaches beyond the link of a row. */
  const frame = 5
  for (const link of controls.filter((e) => e.matches('[data-row-link]'))) {
    const { left } = link.getBoundingClientRect()
    let around = link.parentElement
    while (around && getComputedStyle(around).overflowX === 'visible') around = around.parentElement
    if (around && left - around.getBoundingClientRect().left < frame) {
      faults.push(`${nameOf(link)} has no room for the frame of the focus`)
      break
    }
  }

  /** What lies where the middle of the control is, unless that is the control. */
  const overIt = (control: HTMLElement): Element | null | undefined => {
    const box = control.getBoundingClientRect()
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const isItself =
      hit !== null &&
      (control.contains(hit) ||
        hit.contains(control) ||
        (hit.closest('label') as HTMLLabelElement | null)?.control === control ||
        // A box that is drawn over the input that it stands for.
        (control.matches('input') && control.parentElement?.contains(hit) === true))
    return isItself ? undefined : hit
  }
  const before = { x: scrollX, y: scrollY }
  for (const control of controls) {
    if (overIt(control) === undefined) continue
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const over = overIt(control)
    // What happened is told for a moment, where it covers least: where that is has tests of its own (test/web/frame-notify.test.tsx).
    if (over?.closest('.il-toasts')) continue
    if (over !== undefined)
      faults.push(
        `${nameOf(control)} is covered by ${over ? `${nameOf(over)} ${over.className}`.slice(0, 120) : 'nothing that can be seen'}`,
      )
  }
  scrollTo(before.x, before.y)
  return faults
}

/** No sideways scroll, nothing to click that is cut or covered, no page taller than its content. Empty: all is well. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(measure)
