/** The order in which things of a register are taken: each after the ones that it refers to. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import { referencesIn } from './references.ts'

/** How references write an item. */
export const nameOf = ({ kind, key }: Pick<ImportItem, 'kind' | 'key'>): string => `${kind}:${key}`

/**
 * Items in phases: those of one phase do not refer to each other, and refer to earlier phases only. Things that refer
 * to each other in a circle come together at the end, where those that are not there yet are missed.
 */
export function phasesOf(items: readonly ImportItem[]): ImportItem[][] {
  const open = new Set(items.map(nameOf))
  const needs = new Map(
    items.map((item) => [item, [...referencesIn(item.data)].filter((name) => open.has(name))]),
  )
  const phases: ImportItem[][] = []
  for (let waiting = items; waiting.length > 0; ) {
    const isReady = (item: ImportItem) => !needs.get(item)!.some((name) => open.has(name))
    const ready = waiting.filter(isReady)
    const phase = ready.length > 0 ? ready : [...waiting]
    phases.push(phase)
    for (const item of phase) open.delete(nameOf(item))
    waiting = ready.length > 0 ? waiting.filter((item) => open.has(nameOf(item))) : []
  }
  return phases
}
