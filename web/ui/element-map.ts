/** Elements of a list by the ids of what they show, told by their refs: to find one, and their order on the page. */
import { useRef } from 'react'

export interface ElementMap<E extends HTMLElement> {
  set(id: string, element: E | null): void
  get(id: string): E | undefined
  /** In the order of the page. */
  ids(): string[]
  all(): E[]
}

export function useElementMap<E extends HTMLElement>(): ElementMap<E> {
  const map = useRef<ElementMap<E> | undefined>(undefined)
  map.current ??= makeElementMap()
  return map.current
}

function makeElementMap<E extends HTMLElement>(): ElementMap<E> {
  const byId = new Map<string, E>()
  const sorted = () =>
    [...byId].sort(([, a], [, b]) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    )
  return {
    set: (id, element) => {
      if (element) byId.set(id, element)
      else byId.delete(id)
    },
    get: (id) => byId.get(id),
    ids: () => sorted().map(([id]) => id),
    all: () => sorted().map(([, element]) => element),
  }
}
