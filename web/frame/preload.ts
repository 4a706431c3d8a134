/** Screens and texts are fetched when there is nothing else to do, so that they open at once, also without a connection. */
import { useEffect } from 'react'
import { useIsBusy } from '../api/activity.ts'
import { loadAllTexts } from '../texts/texts.ts'
import type { AppRoute } from './route.ts'

/** After the last answer, so that the screen that asked is drawn first. */
const waitMs = 300

/** Used once, by the frame. A failed fetch is tried again when the screen is opened. */
export function usePreload(routes: readonly AppRoute[], isSignedIn: boolean): void {
  const isBusy = useIsBusy()
  useEffect(() => {
    if (!isSignedIn || isBusy) return
    const timer = setTimeout(() => {
      void Promise.allSettled([loadAllTexts(), ...routes.map((route) => route.lazy())])
    }, waitMs)
    return () => clearTimeout(timer)
  }, [routes, isSignedIn, isBusy])
}
