/** How wide a list's table may be: the window without navigation and drawers. */
import { useLayoutEffect, useState } from 'react'

/** Columns that come and go with a bar for scrolling would not keep still. */
const noticeableFrom = 24
/** While the navigation opens, the width changes with each picture. */
const settleMs = 300

const keyOf = (id: string) => `inputlist.room.${id}`
/** In a window as wide as this one, the last time: rows can be asked for before anything is drawn. */
function lastTime(id: string): number {
  const [inner, room] = (localStorage.getItem(keyOf(id)) ?? '').split(' ').map(Number)
  return inner === window.innerWidth && room !== undefined && room > 0 && room <= inner ? room : 0
}
function keep(id: string, room: number): void {
  try {
    localStorage.setItem(keyOf(id), `${window.innerWidth} ${room}`)
  } catch {
    // Without storage it is measured each time.
  }
}

/** Pixels; 0 before the page is laid out for the first time, in its first drawing only, which nobody sees. */
export function useTableRoom(id: string): number {
  const [room, setRoom] = useState(() => lastTime(id))
  useLayoutEffect(() => {
    const host = document.querySelector<HTMLElement>(`.il-table[data-table="${id}"]`)
    if (!host) return
    const measure = () => {
      const now = host.clientWidth
      if (now > 0) keep(id, now)
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
