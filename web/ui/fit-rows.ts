/** How many rows of a list fill the window, so that nobody scrolls and nothing is left empty. */
import { useEffect, useState } from 'react'

/** Pixels above the rows (bar, title, search, conditions, heads) and below them (footer). */
const around = 219 + 58
const rowHeight = { compact: 31, comfortable: 39 }
const mostRows = 250

/** At least `least`: where less fits, the page scrolls. */
export const rowsThatFit = (height: number, isComfortable: boolean, least: number): number =>
  Math.min(
    mostRows,
    Math.max(least, Math.floor((height - around) / rowHeight[isComfortable ? 'comfortable' : 'compact'])),
  )

/** After the window has kept its size for a moment: rows are asked for anew. */
const settleMs = 300

export function useRowsThatFit(isComfortable: boolean, least: number): number {
  const [height, setHeight] = useState(() => window.innerHeight)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setHeight(window.innerHeight), settleMs)
    }
    window.addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', onResize)
    }
  }, [])
  return rowsThatFit(height, isComfortable, least)
}
