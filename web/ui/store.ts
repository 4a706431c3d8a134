/** A value outside of React that components can follow: what is raised from anywhere, and drafts of large forms. */
import { useRef, useSyncExternalStore } from 'react'

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
export const useStore = <T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(store.subscribe, store.get)

/**
 * A part of a store's value: the component is drawn again only when this part changes. `isSame` is for parts that are
 * made anew each time.
 */
export function useSelected<T, S>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  select: (now: T) => S,
  isSame: (a: S, b: S) => boolean = Object.is,
): S {
  const last = useRef<{ part: S } | undefined>(undefined)
  return useSyncExternalStore(store.subscribe, () => {
    const part = select(store.get())
    if (last.current && isSame(last.current.part, part)) return last.current.part
    last.current = { part }
    return part
  })
}

/** Same keys, and the same values by identity. */
export function isShallowSame<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(a) as (keyof T)[]
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && Object.is(a[key], b[key]))
  )
}
