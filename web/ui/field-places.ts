/** Where the fields of a form stand, so that the focus can be led to one: by its path, or to the first in the page. */
import { createContext, type RefCallback, useCallback, useContext, useRef } from 'react'

/** A control that can take the focus; Cloudscape's refs are such. */
export interface Focusable {
  focus(): void
}
interface Place {
  element?: HTMLElement | null
  control?: Focusable | null
}
export interface FieldPlaces {
  place(path: string): Place
  /** Focuses the first of these fields, in the order of the page; of all fields unless told. False if none is there. */
  focusFirst(paths?: Iterable<string>): boolean
  /**
   * Leads to the first field that one of these paths is of or in, also while it is only read, and marks all of them for a
   * while. False if none is there.
   */
  show(paths: readonly string[]): boolean
  /** The field that has the focus. */
  focused(): string | undefined
  /** Focuses the first field inside of an element. */
  focusFirstIn(element: HTMLElement | null): boolean
}

/** Focuses what is only read, for this once. */
const readOnly = (element: HTMLElement): Focusable => ({
  focus() {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
    element.focus()
  },
})
/** Long enough to be looked through. */
const markedMs = 30_000
/** Marks fields whose values have just changed; not what is around them. `ui.css` says how. */
function mark(elements: readonly HTMLElement[]): void {
  for (const old of document.querySelectorAll('[data-just-changed]')) old.removeAttribute('data-just-changed')
  for (const one of elements) {
    if (elements.some((other) => other !== one && one.contains(other))) continue
    one.setAttribute('data-just-changed', '')
    setTimeout(() => one.removeAttribute('data-just-changed'), markedMs)
  }
}
const isWithin = (path: string, above: string) => path === above || path.startsWith(`${above}/`)

function makeFieldPlaces(): FieldPlaces {
  const places = new Map<string, Place>()
  const firstOf = (found: Array<{ element: HTMLElement; control: Focusable }>) =>
    found.toSorted((a, b) =>
      a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    )[0]
  const focusFirst = (paths: Iterable<string>) => {
    const first = firstOf(
      [...paths].flatMap((path) => {
        const { element, control } = places.get(path) ?? {}
        return element && control ? [{ element, control }] : []
      }),
    )
    first?.control.focus()
    // Also where it had the focus already, half behind a bar.
    first?.element.scrollIntoView({ block: 'nearest' })
    return first !== undefined
  }
  return {
    place(path) {
      const found = places.get(path) ?? {}
      places.set(path, found)
      return found
    },
    focusFirst: (paths = places.keys()) => focusFirst(paths),
    show(paths) {
      const found = [...places].flatMap(([place, { element, control }]) =>
        element && paths.some((path) => isWithin(path, place) || isWithin(place, path))
          ? [{ element, control: control ?? readOnly(element) }]
          : [],
      )
      const first = firstOf(found)
      mark(found.map(({ element }) => element))
      first?.control.focus()
      first?.element.scrollIntoView({ block: 'nearest' })
      return first !== undefined
    },
    focused() {
      const around = [...places].filter(([, { element }]) => element?.contains(document.activeElement))
      // A cell before the table around it.
      const isInner = (element: HTMLElement) => around.every(([, other]) => other.element?.contains(element))
      return around.find(([, { element }]) => element && isInner(element))?.[0]
    },
    focusFirstIn: (box) =>
      focusFirst(
        [...places].flatMap(([path, { element }]) => (element && box?.contains(element) ? [path] : [])),
      ),
  }
}

export const FieldPlacesContext = createContext<FieldPlaces | undefined>(undefined)

/** Refs of a field: the element it stands in, and the control that takes its focus. Outside of a form they do nothing. */
export function useFieldPlace(path: string): {
  place: RefCallback<HTMLElement>
  control: RefCallback<Focusable>
} {
  const places = useContext(FieldPlacesContext)
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (places) places.place(path).element = element
    },
    [places, path],
  )
  const control = useCallback(
    (focusable: Focusable | null) => {
      if (places) places.place(path).control = focusable
    },
    [places, path],
  )
  return { place, control }
}

/** The places of a form that lives as long as the component. */
export function useFieldPlaces(): FieldPlaces {
  const places = useRef<FieldPlaces | undefined>(undefined)
  places.current ??= makeFieldPlaces()
  return places.current
}
