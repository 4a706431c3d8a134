/** Shows what a colleague has saved meanwhile. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { FieldPlaces, Focusable } from './field-places.ts'
import { focusOrPage, useFocusNext } from './focus.ts'

/**
 * What was pressed for it is gone then: the focus goes to the first field that has changed, on whichever tab it stands,
 * else to the control that work goes on with. `changes` says by their paths which fields differ.
 */
export function useTakeIn<V>(
  view: V,
  places: FieldPlaces,
  how: {
    reload(): Promise<unknown>
    changes(before: V, after: V): readonly string[]
    goOn: RefObject<Focusable | null>
    /** Opens where the first of these that is not to be seen stands; false where there is no such place. */
    open?(paths: readonly string[]): boolean
  },
): () => Promise<void> {
  const focusNext = useFocusNext()
  const newest = useRef(view)
  useLayoutEffect(() => {
    newest.current = view
  }, [view])
  return async () => {
    await how.reload()
    focusNext(() => {
      const paths = how.changes(view, newest.current)
      const show = () => places.show(paths)
      const goOn = () => focusOrPage(how.goOn.current)
      if (show()) return
      if (how.open?.(paths)) focusNext(() => show() || goOn())
      else goOn()
    })
  }
}
