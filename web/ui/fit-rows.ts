/** How many rows of a list fill the window, so that nobody scrolls. */
import { useEffect, useLayoutEffect, useState } from 'react'
import { keepMeasured, type MeasuredLast, measuredLast } from './measured-last.ts'

/** Pixels below the rows: the page's padding and the footer, as frame.css has them; and the table's border in two rows. */
const below = 78
/** Where nothing is drawn to be measured: bar, title, tools and heads. */
const usualTop = 181
const lineHeight = { compact: 31, comfortable: 39 }
/** What the second line of a row adds (`.il-row-under`). */
const underHeight = 9
const fewestRows = 5
const mostRows = 250

/** Pixels: of the window, from the page's top to the first row, and of one row. */
interface Measured {
  window: number
  top: number
  row: number
}
export const rowsThatFit = ({ window, top, row }: Measured): number =>
  Math.min(mostRows, Math.max(fewestRows, Math.floor((window - top - below) / row)))

/** After the window, or what stands above the rows, has kept its size for a moment: rows are asked for anew. */
const settleMs = 300

/** The highest row drawn so far, by table and density: page sizes do not follow the rows of each page. */
const highest = new Map<string, number>()

export interface FitOptions {
  /** Names the table. */
  id: string
  isComfortable: boolean
  wrapLines: boolean
  /** Each row has a second line. */
  hasUnder: boolean
  /** Pixels of the table, which say whether its heads take two lines; 0 where its columns do not follow them. */
  room?: number
}

function measure({ id, isComfortable, wrapLines, hasUnder }: FitOptions): Measured {
  const host = document.querySelector(`.il-table[data-table="${id}"]`)
  const body = host?.querySelector('tbody')
  const tools = host?.querySelector<HTMLElement>('.il-list-tools')
  // What a list has to say comes and goes, and does not change the number of its rows.
  const notices = tools ? (tools.parentElement?.offsetHeight ?? 0) - tools.offsetHeight : 0
  // The first and the last one hold the table's border, too.
  const rows = [...(host?.querySelectorAll<HTMLElement>('tbody tr:has([data-row-link])') ?? [])].map(
    (row) => row.offsetHeight,
  )
  const drawn = wrapLines
    ? rows.reduce((sum, one) => sum + one, 0) / (rows.length || 1)
    : Math.max(0, ...rows.slice(1, -1))
  const key = JSON.stringify([id, isComfortable, wrapLines, hasUnder])
  const usual = lineHeight[isComfortable ? 'comfortable' : 'compact'] + (hasUnder ? underHeight : 0)
  const row = Math.max(highest.get(key) ?? usual, drawn)
  highest.set(key, row)
  // The table has its head twice, the second one to stay when it is scrolled, and at first both take room.
  const bodyTop = body?.getBoundingClientRect().top ?? 0
  const headEnd = host?.querySelector('thead')?.getBoundingClientRect().bottom ?? bodyTop
  const top = Math.min(bodyTop, headEnd) + window.scrollY - notices
  return { window: window.innerHeight, top: top > 0 ? top : usualTop, row }
}

/** What fitted last time, in a window as high as this one. */
const fitting = ({ id, isComfortable, wrapLines, hasUnder = false }: FitOptions): MeasuredLast => ({
  name: `rows.${id}`,
  conditions: [window.innerHeight, isComfortable, wrapLines, hasUnder],
})
function fittedLast(options: FitOptions): number | undefined {
  const rows = measuredLast(fitting(options)) ?? 0
  return rows >= fewestRows && rows <= mostRows ? rows : undefined
}

/** Undefined before the page is laid out in this room, in its first drawing only, which nobody sees. */
export function useRowsThatFit({
  id,
  isComfortable,
  wrapLines,
  hasUnder,
  room = 0,
}: FitOptions): number | undefined {
  const [measured, setMeasured] = useState(() => ({
    rows: fittedLast({ id, isComfortable, wrapLines, hasUnder }),
    room,
  }))
  useLayoutEffect(() => {
    const options = { id, isComfortable, wrapLines, hasUnder }
    const rows = rowsThatFit(measure(options))
    setMeasured({ rows, room })
    keepMeasured(fitting(options), rows)
  }, [id, isComfortable, wrapLines, hasUnder, room])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => setMeasured({ rows: rowsThatFit(measure({ id, isComfortable, wrapLines, hasUnder })), room }),
        settleMs,
      )
    }
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(onResize)
    for (const part of ['.il-list-tools', 'tbody']) {
      const element = document.querySelector(`.il-table[data-table="${id}"] ${part}`)
      if (element) observer?.observe(element)
    }
    window.addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      observer?.disconnect()
      window.removeEventListener('resize', onResize)
    }
  }, [id, isComfortable, wrapLines, hasUnder, room])
  return measured.room === room ? measured.rows : undefined
}
