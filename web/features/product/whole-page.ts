/** Hundreds of fields take longer than a look: what a window can show is drawn first, all that follows once it is seen. */
import { createContext, useContext, useDeferredValue } from 'react'

/** Fields, or rows of a table, that are drawn first: more than a window shows. */
const drawnFirst = 24

const WholePageContext = createContext(true)
export const WholePage = WholePageContext.Provider

/** False until the first frame was drawn; true from the beginning where somebody is to be led to a field. */
export const useIsWhole = (isAtOnce: boolean): boolean => useDeferredValue(true, isAtOnce)

/** How many fields or rows may be drawn now. */
export const useMostDrawn = (): number =>
  useContext(WholePageContext) ? Number.POSITIVE_INFINITY : drawnFirst
