/** Screens and texts are fetched when there is nothing else to do, so that they open at once, also without a connection. */
import { useEffect } from 'react'
import { loadAllTexts } from '../texts/texts.ts'
import type { AppRoute } from './route.ts'

/** Long after the first screen is there. */
const waitMs = 10_000

/** Used once, by the frame. A failed fetch is tried again when the screen is opened. */
export function usePreload(routes: readonly AppRoute[], isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    const timer = setTimeout(() => {
      void Promise.allSettled([loadAllTexts(), ...routes.map((route) => route.lazy())])
    }, waitMs)
    return () => clearTimeout(timer)
  }, [routes, isSignedIn])
}
