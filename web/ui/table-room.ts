/** How wide a list's table may be: the window without navigation and drawers. */
import { useLayoutEffect, useState } from 'react'
import { keepMeasured, type MeasuredLast, measuredLast } from './measured-last.ts'

/** Columns that come and go with a bar for scrolling would not keep still. */
const noticeableFrom = 24
/** While the navigation opens, the width changes with each picture. */
const settleMs = 300

/** In a window as wide as this one, the last time. */
const roomOf = (id: string): MeasuredLast => ({ name: `room.${id}`, conditions: [window.innerWidth] })
function lastTime(id: string): number {
  const room = measuredLast(roomOf(id)) ?? 0
  return room > 0 && room <= window.innerWidth ? room : 0
}

/** Pixels; 0 before the page is laid out for the first time, in its first drawing only, which nobody sees. */
export function useTableRoom(id: string): number {
  const [room, setRoom] = useState(() => lastTime(id))
  useLayoutEffect(() => {
    const host = document.querySelector<HTMLElement>(`.il-table[data-table="${id}"]`)
    if (!host) return
    const measure = () => {
      const now = host.clientWidth
      if (now > 0) keepMeasured(roomOf(id), now)
      setRoom((before) => (Math.abs(now - before) < noticeableFrom ? before : now))
    }
    // What was so the last time is believed until the page has settled: what is left behind takes its drawers along later.
    if (lastTime(id) === 0) measure()
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer =
      typeof ResizeObserver === 'undefined'
        ? undefined
        : new ResizeObserver(() => {
            clearTimeout(timer)
            timer = setTimeout(measure, settleMs)
          })
    observer?.observe(host)
    return () => {
      clearTimeout(timer)
      observer?.disconnect()
    }
  }, [id])
  return room
}
