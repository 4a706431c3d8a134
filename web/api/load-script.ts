/** Scripts, styles and texts of the app that are loaded when they are needed. */
import { onceReachable, whenReachable } from './connection.ts'
import { withTimeout } from './with-timeout.ts'

/** Longest wait for a script, milliseconds (specification: script chunk timeout). */
const scriptTimeoutMs = 120_000
const loaded = new WeakSet<() => Promise<unknown>>()

/**
 * Without a connection it waits for one: a browser remembers that a script did not come and asks for it no more, so
 * none is asked for that cannot come. What was loaded before is there at once. `load` is always the same function.
 */
export async function loadScript<T>(load: () => Promise<T>, timeoutMs = scriptTimeoutMs): Promise<T> {
  if (!loaded.has(load)) await whenReachable()
  const found = await onceReachable(() => withTimeout(load(), timeoutMs))
  loaded.add(load)
  return found
}

/** The build's loader takes the link of a style for the style: one that failed is taken away, and asked for again. */
export function watchStyles(): void {
  const forget = ({ target }: Event) => target instanceof HTMLLinkElement && target.remove()
  // Such events do not bubble.
  document.addEventListener('error', forget, { capture: true })
}
