import { useSyncExternalStore } from 'react'

/** A value outside of React that components can follow: for what is raised from anywhere. */
export function makeStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: T | ((now: T) => T)) {
      const made = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      if (Object.is(made, value)) return
      value = made
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type Store<T> = ReturnType<typeof makeStore<T>>
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
