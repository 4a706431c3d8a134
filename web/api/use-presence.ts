/** Who else has a product open: says that one is there, and hears of the others. */
import { useEffect, useRef, useState } from 'react'
import { presencePlaces, update } from '../../shared/calls/bml/presence/update.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { callApi } from './client.ts'

export type PresentPerson = OutputOf<typeof update>['present'][number]

/** An entry lives a minute (decisions §8). */
const everyMs = 20_000
/** What is typed and taken back at once is not worth saying; and a page that opens has more urgent questions. */
const settleMs = 500
const nobody: readonly PresentPerson[] = []
/** Tells this window from others of the same person. */
const place = Math.floor(Math.random() * presencePlaces)
/** The installation said that it keeps no presence. */
let isOff = false

/**
 * Goes on while the window is not looked at: what is typed there waits to be saved all the same. Without an answer those who
 * were there last are shown.
 */
export function usePresence(id: string, isAsked: boolean, unsaved: boolean): readonly PresentPerson[] {
  const [seen, setSeen] = useState<{ id: string; present: readonly PresentPerson[] }>()
  const hasSpoken = useRef(false)
  /** Rises when the page comes back that the browser had put aside. */
  const [returns, setReturns] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: who has left and is back says so
  useEffect(() => {
    if (!isAsked || isOff) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const say = async () => {
      hasSpoken.current = true
      try {
        const answer = await callApi(
          update,
          { section: 'equipoProducts', id, place, unsaved },
          { quiet: true, background: true, once: true },
        )
        isOff = !answer.isOn
        if (!isOver) setSeen({ id, present: answer.present })
      } catch {
        // Asked again below; who cannot be reached says so elsewhere.
      }
      if (!isOver && !isOff) timer = setTimeout(say, everyMs)
    }
    timer = setTimeout(say, settleMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id, isAsked, unsaved, returns])
  useEffect(() => {
    if (!isAsked) return
    const leave = () => {
      if (!hasSpoken.current || isOff) return
      hasSpoken.current = false
      const left = { section: 'equipoProducts', id, place, left: true } as const
      callApi(update, left, { quiet: true, background: true, keepalive: true, once: true }).catch(() => {})
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setReturns((n) => n + 1)
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [id, isAsked])
  return seen?.id === id ? seen.present : nobody
}
