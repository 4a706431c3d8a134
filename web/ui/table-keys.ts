/** Keys of a list: `/` to the search, arrows between search and rows; and the row that Back returns to. */
import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { openDialogs } from './dialog.tsx'
import { type ElementMap, useElementMap } from './element-map.ts'

/** The search field of the list on the screen: there is one list at a time. */
export interface SearchField {
  element: HTMLElement
  focus(): void
  select(): void
  /** Is something typed that the list does not know yet? */
  isPending(): boolean
  /** Tells the list at once what is typed. */
  settle(): void
  /** Somebody goes to a row: what is typed is not told any more, which would lead back to the list. */
  drop(): void
}
let search: SearchField | undefined
/** Told by the search field while it is there; the answer takes it back. */
export function offerSearch(field: SearchField): () => void {
  search = field
  return () => {
    if (search === field) search = undefined
  }
}
/** A list's own search takes the slash ahead of the search over everything. */
export const hasTableSearch = (): boolean => search !== undefined

/** Where work goes on once a search was given up. */
export const focusTableSearch = (): void => search?.focus()

/** The links of the rows on the page, in their order. */
export type RowLinks = ElementMap<HTMLAnchorElement>
export const useRowLinks = (): RowLinks => useElementMap<HTMLAnchorElement>()

/**
 * The row that has the focus keeps it where its cells are drawn anew, as when a drawer takes a part of the table's room.
 * The answer belongs to what stands around the rows.
 */
export function useKeptRow(links: RowLinks) {
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return
    links.get(focused.current)?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.dataset['rowLink']
    },
    // What is drawn anew says nothing of it: somebody has gone elsewhere.
    onBlur: () => {
      focused.current = undefined
    },
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const isInSearch = () =>
  isTyping(document.activeElement) && search?.element.contains(document.activeElement) === true
/** While the search offers suggestions, the arrows are theirs. */
const offersSuggestions = () => document.activeElement?.getAttribute('aria-expanded') === 'true'

function step(links: HTMLAnchorElement[], event: KeyboardEvent) {
  const active = document.activeElement
  const at = links.indexOf(active as HTMLAnchorElement)
  // Where nothing has the focus, the first arrow begins with the first row.
  const isNowhere =
    (active === document.body || active?.matches('main, h1, #il-content')) && openDialogs.get() === 0
  if (at < 0 && !isInSearch() && !(isNowhere && event.key === 'ArrowDown')) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined || (isInSearch() && event.key !== 'ArrowDown')) return
  if (isInSearch() && offersSuggestions()) return
  const target = to < 0 ? search : links[to]
  if (!target) return
  event.preventDefault()
  target.focus()
  if (to >= 0) links[to]?.scrollIntoView({ block: 'nearest' })
}

/** The way from the search into rows that are not there yet; with Enter the first one opens when it comes. */
type Waiting = { opens: boolean } | undefined

/** `areOld`: the rows on the screen are those of an older search, or there are none yet. */
export function useTableKeys(links: RowLinks, areOld: boolean, rows: unknown) {
  const waiting = useRef<Waiting>(undefined)
  const areOldNow = useRef(areOld)
  areOldNow.current = areOld
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what it waits for
  useEffect(() => {
    const { current } = waiting
    if (!current || areOld || search?.isPending()) return
    waiting.current = undefined
    if (!search?.element.contains(document.activeElement)) return
    const [first] = links.all()
    first?.focus()
    if (current.opens) first?.click()
  }, [areOld, rows, links])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      if (isInSearch()) {
        if (waiting.current && event.key === 'Enter') {
          waiting.current.opens = true
          return
        }
        waiting.current = undefined
        if (event.key === 'ArrowDown' && !offersSuggestions() && (search?.isPending() || areOldNow.current)) {
          event.preventDefault()
          waiting.current = { opens: false }
          search?.settle()
          return
        }
      }
      if (event.key === '/' && !isTyping(event.target)) {
        if (!search) return
        event.preventDefault()
        search.focus()
        search.select()
        return
      }
      step(links.all(), event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [links])
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
/** What scrolls sideways around an element. */
function sideways(element: Element | null | undefined): Element | undefined {
  for (let at = element?.parentElement; at; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return at
  return undefined
}
export function rememberRow(tableId: string, rowId: string, links: RowLinks) {
  search?.drop()
  const left = sideways(links.get(rowId))?.scrollLeft ?? 0
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
export function returnToRow(links: RowLinks, { id, top, left }: OpenedRow) {
  const link = links.get(id)
  if (!link) return
  link.focus({ preventScroll: true })
  window.scrollTo(0, top)
  const frame = sideways(link)
  if (frame) frame.scrollLeft = left
  const { top: above, bottom } = link.getBoundingClientRect()
  if (above < 0 || bottom > window.innerHeight) link.scrollIntoView({ block: 'nearest' })
}
