/**
 * Keeps the rows of a list still while somebody points at them: values change in place, but rows that came, went or
 * moved wait until they are asked for.
 */
import { useCallback, useReducer, useRef } from 'react'

export interface Steady<T> {
  key: string
  shown: T | undefined
  /** A newer answer to the same question, with other rows. */
  waiting: T | undefined
}

/** The next state. `key` is the question; the answer to a new question is always shown. */
export function settle<T>(
  now: Steady<T>,
  key: string,
  data: T | undefined,
  idsOf: (data: T) => readonly string[],
  isBusy: () => boolean,
): Steady<T> {
  if (data === undefined) return now.key === key ? now : { key: '', shown: now.shown, waiting: undefined }
  if (data === now.shown) return now.waiting === undefined ? now : { ...now, waiting: undefined }
  if (now.key !== key || now.shown === undefined) return { key, shown: data, waiting: undefined }
  if (data === now.waiting) return now
  const before = idsOf(now.shown).join()
  if (before === idsOf(data).join() || !isBusy()) return { key, shown: data, waiting: undefined }
  return { key, shown: now.shown, waiting: data }
}

/** Rows that are kept at most of answers before the last one. */
const mostSeen = 1000
/**
 * The rows of all answers to a question, each as it was last told: those that are still shown while newer ones wait are among
 * them.
 */
export function useSeenRows<R extends { id: string }>(
  key: string,
  rows: readonly R[] | undefined,
  /** False while the rows still answer the question before. */
  isCurrent: boolean,
): readonly R[] | undefined {
  const seen = useRef<{ key: string; last: readonly R[] | undefined; rows: readonly R[] | undefined }>({
    key,
    last: undefined,
    rows: undefined,
  })
  if (!isCurrent) return seen.current.rows ?? rows
  if (seen.current.key !== key) seen.current = { key, last: rows, rows }
  else if (rows && rows !== seen.current.last) {
    const now = new Set(rows.map(({ id }) => id))
    const before = (seen.current.rows ?? []).filter(({ id }) => !now.has(id))
    seen.current = {
      key,
      last: rows,
      rows: before.length > 0 ? [...before.slice(0, mostSeen), ...rows] : rows,
    }
  }
  return seen.current.rows
}

interface SteadyRows<T> {
  shown: T | undefined
  /** Rows of the newer answer that are not shown yet; 0 if rows only went or moved. */
  added: number
  hasWaiting: boolean
  show(): void
}
/**
 * `isCurrent` is false while `data` still answers the question before (`keepPreviousData`): then nothing changes.
 */
export function useSteadyRows<T>(input: {
  key: string
  data: T | undefined
  isCurrent: boolean
  idsOf(data: T): readonly string[]
  isBusy(): boolean
}): SteadyRows<T> {
  const state = useRef<Steady<T>>({ key: '', shown: undefined, waiting: undefined })
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  if (input.isCurrent) state.current = settle(state.current, input.key, input.data, input.idsOf, input.isBusy)
  const { shown, waiting } = state.current
  const known = new Set(shown && waiting ? input.idsOf(shown) : [])
  const show = useCallback(() => {
    const { key, waiting: next } = state.current
    if (next !== undefined) state.current = { key, shown: next, waiting: undefined }
    redraw()
  }, [])
  return {
    shown,
    hasWaiting: waiting !== undefined,
    added: waiting ? input.idsOf(waiting).filter((id) => !known.has(id)).length : 0,
    show,
  }
}
