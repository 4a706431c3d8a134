/** Keys of a list: `/` to the search, arrows between search and rows; and the row that Back returns to. */
import { type RefObject, useEffect } from 'react'

const rowLinks = (host: HTMLElement) => [...host.querySelectorAll<HTMLElement>('[data-row-link]')]
const searchOf = (host: HTMLElement) =>
  host.querySelector<HTMLInputElement>('[data-table-search] input') ??
  document.querySelector<HTMLInputElement>('[data-table-search] input')

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

function step(host: HTMLElement, event: KeyboardEvent) {
  const links = rowLinks(host)
  const search = searchOf(host)
  const active = document.activeElement as HTMLElement | null
  const at = active ? links.indexOf(active) : -1
  const isInSearch = active !== null && active === search
  if (at < 0 && !isInSearch) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined || (isInSearch && event.key !== 'ArrowDown')) return
  // While the search offers suggestions, the arrows are theirs.
  if (isInSearch && active.getAttribute('aria-expanded') === 'true') return
  const target = to < 0 ? search : links[to]
  if (!target) return
  event.preventDefault()
  target.focus()
  if (to >= 0) target.scrollIntoView({ block: 'nearest' })
}

export function useTableKeys(host: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = host.current
      if (!element || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === '/' && !isTyping(event.target)) {
        const search = searchOf(element)
        if (!search) return
        event.preventDefault()
        search.focus()
        search.select()
        return
      }
      step(element, event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [host])
}

/** A row that was opened, and how the list was scrolled then. */
interface OpenedRow {
  id: string
  top: number
  /** Of the table in its frame. */
  left: number
}
/** Last opened row by table and place in the history. */
const opened = new Map<string, OpenedRow>()
const placeOf = (tableId: string) => `${tableId} ${location.pathname}${location.search}`
const linkOf = (host: ParentNode, rowId: string) =>
  [...host.querySelectorAll<HTMLElement>('[data-row-link]')].find((one) => one.dataset['rowLink'] === rowId)
/** What scrolls sideways around an element. */
function sideways(element: Element | null | undefined): Element | undefined {
  for (let at = element?.parentElement; at; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return at
  return undefined
}
export function rememberRow(tableId: string, rowId: string) {
  const left = sideways(linkOf(document, rowId))?.scrollLeft ?? 0
  opened.set(placeOf(tableId), { id: rowId, top: window.scrollY, left })
}
/** The row to return to, once. */
export function rowToRestore(tableId: string): OpenedRow | undefined {
  const key = placeOf(tableId)
  const row = opened.get(key)
  opened.delete(key)
  return row
}
/** Focuses the row, with the list scrolled as it was; where the row is elsewhere now, to the row. */
export function returnToRow(host: HTMLElement, { id, top, left }: OpenedRow) {
  const link = linkOf(host, id)
  if (!link) return
  link.focus({ preventScroll: true })
  window.scrollTo(0, top)
  const frame = sideways(link)
  if (frame) frame.scrollLeft = left
  const { top: above, bottom } = link.getBoundingClientRect()
  if (above < 0 || bottom > window.innerHeight) link.scrollIntoView({ block: 'nearest' })
}
