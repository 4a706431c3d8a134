/** What was built, step by step, so that a step can be taken back. */
import { useCallback, useReducer } from 'react'

interface Steps<T> {
  past: readonly T[]
  now: T
  future: readonly T[]
  /** What the last step changed. */
  as?: string | undefined
}
type Move<T> = { kind: 'change'; next: T; as: string | undefined } | { kind: 'undo' } | { kind: 'redo' }

function step<T>({ past, now, future, as }: Steps<T>, move: Move<T>): Steps<T> {
  if (move.kind === 'change') {
    const isSame = move.as !== undefined && move.as === as
    return { past: isSame ? past : [...past, now], now: move.next, future: [], as: move.as }
  }
  const [from, to] = move.kind === 'undo' ? [past, future] : [future, past]
  if (from.length === 0) return { past, now, future }
  const next = move.kind === 'undo' ? from.at(-1)! : from[0]!
  return move.kind === 'undo'
    ? { past: past.slice(0, -1), now: next, future: [now, ...to] }
    : { past: [...to, now], now: next, future: future.slice(1) }
}

export function useSteps<T>(initial: T) {
  const [{ past, now, future }, act] = useReducer(step<T>, { past: [], now: initial, future: [] })
  return {
    now,
    /** Changes of the same that follow each other, such as keys of one text, are one step (`as`). */
    change: useCallback((next: T, as?: string) => act({ kind: 'change', next, as }), []),
    undo: useCallback(() => act({ kind: 'undo' }), []),
    redo: useCallback(() => act({ kind: 'redo' }), []),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}
