/** What was measured the last time, so that rows can be asked for before anything is drawn. It holds under the same conditions only. */
export interface MeasuredLast {
  /** Kept under `inputlist.{name}`. */
  name: string
  conditions: readonly (string | number | boolean)[]
}
const keyOf = ({ name }: MeasuredLast) => `inputlist.${name}`
const textOf = ({ conditions }: MeasuredLast, value: number | '') => [...conditions, value].join(' ')

/** Undefined where nothing was measured so. */
export function measuredLast(what: MeasuredLast): number | undefined {
  const kept = localStorage.getItem(keyOf(what)) ?? ''
  const start = textOf(what, '')
  const value = kept.startsWith(start) ? Number(kept.slice(start.length) || Number.NaN) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
export function keepMeasured(what: MeasuredLast, value: number): void {
  try {
    localStorage.setItem(keyOf(what), textOf(what, value))
  } catch {
    // Without storage it is measured each time.
  }
}
