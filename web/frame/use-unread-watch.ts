/** Has the navigation show how many conversations are unread; what asks for it comes behind the first screen. */
import { useEffect } from 'react'
import { loadScript } from '../api/load-script.ts'

const load = () => import('./watch-messages.tsx')
/** Later than whatever the first screen asks for. */
const waitMs = 2_000

/** Used once, by the frame. */
export function useUnreadWatch(account: string | undefined): void {
  useEffect(() => {
    if (account === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const { watchMessages } = await loadScript(load)
      if (!isOver) stop = watchMessages()
    }
    const timer = setTimeout(() => void begin().catch(() => undefined), waitMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [account])
}
