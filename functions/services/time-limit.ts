export interface TimeLimit {
  isOver(): boolean
}
/**
 * Milliseconds that something may take from now on. Not by the clock of the wall, which says when something was and may be set
 * meanwhile.
 */
export function timeLimit(milliseconds: number, now: () => number = () => performance.now()): TimeLimit {
  const end = now() + milliseconds
  return { isOver: () => now() > end }
}
