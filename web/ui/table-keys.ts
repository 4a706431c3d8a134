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

/** Last opened row by table and place in the history. */
const opened = new Map<string, string>()
const placeOf = (tableId: string) => `${tableId} ${location.pathname}${location.search}`
export const rememberRow = (tableId: string, rowId: string) => opened.set(placeOf(tableId), rowId)
/** The row to return to, once. */
export function rowToRestore(tableId: string): string | undefined {
  const key = placeOf(tableId)
  const id = opened.get(key)
  opened.delete(key)
  return id
}
export function focusRow(host: HTMLElement, rowId: string) {
  const link = rowLinks(host).find((one) => one.dataset['rowLink'] === rowId)
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'nearest' })
}
