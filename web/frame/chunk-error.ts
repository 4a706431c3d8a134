/** A script or style of the app that does not load: a new version took its place, or the network is gone. */
import { loadScript } from '../api/load-script.ts'

export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('ChunkLoadError', { cause })
    this.name = 'ChunkLoadError'
  }
}
export const isChunkLoadError = (e: unknown): boolean =>
  (e as { name?: unknown } | undefined)?.name === 'ChunkLoadError'

const reloadedKey = 'inputlist.reloaded'
/** One reload a minute: if the new page has the same trouble, the person is told instead. */
export function mayReload(now = Date.now()): boolean {
  const before = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (now - before < 60_000) return false
  sessionStorage.setItem(reloadedKey, String(now))
  return true
}

/** Loads a screen; without a connection it waits for one. Whatever else goes wrong is a `ChunkLoadError`. */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs?: number): Promise<T> {
  try {
    return await loadScript(load, timeoutMs)
  } catch (cause) {
    throw new ChunkLoadError(cause)
  }
}
