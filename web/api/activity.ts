/** How many requests are in flight. The progress indicator reads it; it is held for a moment so that it never flickers. */
import { useSyncExternalStore } from 'react'

const holdMs = 500
let inFlight = 0
let isShown = false
let shownAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: boolean) {
  if (next === isShown) return
  isShown = next
  if (next) shownAt = Date.now()
  for (const listener of listeners) listener()
}

/** Counts a request until the returned function is called. */
export function startRequest(): () => void {
  inFlight += 1
  clearTimeout(timer)
  show(true)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    inFlight -= 1
    if (inFlight > 0) return
    const left = Math.max(0, shownAt + holdMs - Date.now())
    timer = setTimeout(() => inFlight === 0 && show(false), left)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** True while requests are in flight, and at least 500 ms at a time. */
export const useIsBusy = () => useSyncExternalStore(subscribe, () => isShown)
