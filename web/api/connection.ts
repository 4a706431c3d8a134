/** Whether the server can be reached, as the calls and the browser see it. While it cannot, it is looked for. */
import { useEffect, useRef } from 'react'
import { makeStore, useStore } from '../ui/store.ts'
import { isApiError } from './api-error.ts'

interface Connection {
  isLost: boolean
  /** How often it came back: what failed meanwhile is asked again. */
  restored: number
}
export const connection = makeStore<Connection>({ isLost: false, restored: 0 })

/** Milliseconds between looks: soon at first, since most losses are short. */
const looksMs = [1000, 2000, 5000]
const answerMs = 5000
let looks = 0
let timer: ReturnType<typeof setTimeout> | undefined

const canReach = () =>
  fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).then(
    () => true,
    () => false,
  )
const lookLater = () => {
  clearTimeout(timer)
  timer = setTimeout(() => void isReachable(), looksMs[Math.min(looks++, looksMs.length - 1)])
}

/** A request got no answer. */
export function connectionLost(): void {
  if (connection.get().isLost) return
  connection.set((now) => ({ ...now, isLost: true }))
  looks = 0
  lookLater()
}
/** An answer came, whatever it says. */
export function connectionFound(): void {
  if (!connection.get().isLost) return
  clearTimeout(timer)
  connection.set(({ restored }) => ({ isLost: false, restored: restored + 1 }))
}
/** Looks now. */
export async function isReachable(): Promise<boolean> {
  const isThere = await canReach()
  if (isThere) connectionFound()
  else if (connection.get().isLost) lookLater()
  else connectionLost()
  return isThere
}
/** Resolves once the server can be reached. */
export const whenReachable = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (connection.get().isLost) return
      stop()
      resolve()
    }
    const stop = connection.subscribe(check)
    check()
  })
/** Tries until it works or the fault is another one than the connection. */
export async function onceReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (cause) {
      if (await isReachable()) throw cause
      await whenReachable()
    }
  }
}

export function watchConnection(): void {
  addEventListener('offline', connectionLost)
  addEventListener('online', () => void isReachable())
}

export const useIsOffline = (): boolean => useStore(connection).isLost
/** Runs once the connection is back, each time. */
export function useOnRestored(run: () => void): void {
  const { restored } = useStore(connection)
  const latest = useRef({ run, restored })
  useEffect(() => {
    const isNew = latest.current.restored !== restored
    latest.current = { run, restored }
    if (isNew) run()
  }, [run, restored])
}

/** There was no answer, because there is no connection: it is shown as a state, and goes on by itself. */
export const isOffline = (error: unknown): boolean => isApiError(error) && error.details.key === 'network'
