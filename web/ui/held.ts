/** Drawing less: a part of a page that is kept as it was drawn. */
import { type ReactNode, useRef } from 'react'

/** The element as it was, which React does not draw again, while it is held and made of the same. */
export function useHeld(element: ReactNode, isHeld: boolean, madeOf: readonly unknown[]): ReactNode {
  const held = useRef({ element, madeOf })
  const isSame = madeOf.every((one, index) => one === held.current.madeOf[index])
  if (!isHeld || !isSame) held.current = { element, madeOf }
  return held.current.element
}
