/** How far back four eyes look. */

/**
 * How much is read for one answer. Beyond it the lists that are still open count as what the person entered. Only what the
 * person wrote counts for `revisions` and `products`.
 */
export interface ReadLimits {
  revisions: number
  products: number
  /** Of the states, as JSON. */
  bytes: number
  milliseconds: number
  /** States and releases kept for the next steps. */
  kept: number
}
export const usualLimits: ReadLimits = {
  revisions: 1000,
  products: 20,
  bytes: 100e6,
  milliseconds: 10_000,
  kept: 20,
}
