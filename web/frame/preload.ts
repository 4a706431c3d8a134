/** Screens and texts are fetched when there is nothing else to do, so that they open at once, also without a connection. */
import { useEffect, useRef } from 'react'
import { useIsBusy } from '../api/activity.ts'
import { loadAllTexts } from '../texts/texts.ts'
import { fetchParts } from '../ui/late-part.ts'
import { loadChunk } from './chunk-error.ts'
import type { AppRoute } from './route.ts'

/**
 * After the last answer, so that the screen that asked is drawn first: also on a slow machine nothing else is asked for as
 * long while the first screen is still on its way.
 */
const waitMs = 1000

/** Not while an answer is still being drawn. Not every browser tells. */
const whenIdle = (run: () => unknown) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(() => run()) : setTimeout(run)

/** Used once, by the frame. A failed fetch is tried again when the screen is opened. */
export function usePreload(routes: readonly AppRoute[], isSignedIn: boolean): void {
  const isBusy = useIsBusy()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isSignedIn || isBusy || hasBegun.current) return
    const fetchAll = () => {
      hasBegun.current = true
      const screens = routes.map((route) => loadChunk(route.lazy))
      // Which parts there are is known once the screens are there.
      void Promise.allSettled([loadAllTexts(), ...screens]).then(fetchParts)
    }
    let isOver = false
    const timer = setTimeout(() => whenIdle(() => isOver || fetchAll()), waitMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [routes, isSignedIn, isBusy])
}
