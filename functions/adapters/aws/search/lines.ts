/** Documents and removals as lines of a bulk request. */

import { errorMessage } from '../../../../shared/errors.ts'
import type { SearchIndex } from '../../../ports/search-index.ts'
import { bodyOf, cuts, gone } from './body.ts'
import { refusal } from './refused.ts'

export type Change = Parameters<SearchIndex['apply']>[0][number]
/** At the same revision a removal is newer than the state that it removed. */
const versionOf = ({ rev, document }: Change) => 2 * rev + (document ? 0 : 1)
/**
 * Every index has an alias of its own that it is written by: writing to an index that was just removed then fails,
 * where its bare name would bring it back, without a mapping.
 */
export const writeAliasOf = (index: string) => `${index}-w`

/** An action and its document, as lines of JSON. */
export interface Line {
  id: string
  text: string
}
/** A document of which no lines can be made. */
export interface Unsendable {
  id: string
  reason: string
}
/**
 * Bytes of one document: domains whose nodes are smaller than `xlarge` take no request above 10 MiB (docs/limits.md).
 */
const largest = 10_000_000

export const lineOf = (index: string, id: string, version: number, body: object): Line => {
  // Equal versions replace: the same revision may show something new of another entity.
  const action = {
    _index: writeAliasOf(index),
    require_alias: true,
    _id: id,
    version,
    version_type: 'external_gte',
  }
  return { id, text: `${JSON.stringify({ index: action })}\n${JSON.stringify(body)}` }
}
/** Requests are sent side by side, so of two states of one document only the newer is sent. */
export function newestOf(changes: Change[]): Map<string, Change> {
  const newest = new Map<string, Change>()
  for (const change of changes) {
    const known = newest.get(change.id)
    if (!known || versionOf(change) >= versionOf(known)) newest.set(change.id, change)
  }
  return newest
}
export function* linesOf(index: string, changes: Iterable<Change>): Generator<Line | Unsendable> {
  for (const change of changes) yield lineOfChange(index, change)
}
/** A document that is too large has less of its long texts to be found by, so that it is found at all. */
function lineOfChange(index: string, change: Change): Line | Unsendable {
  const { id, document } = change
  if (!document) return lineOf(index, id, versionOf(change), gone(id))
  let bytes = 0
  try {
    for (const cut of cuts) {
      const line = lineOf(index, id, versionOf(change), bodyOf(document, cut))
      bytes = Buffer.byteLength(line.text)
      if (bytes <= largest) return line
    }
  } catch (error) {
    return { id, reason: errorMessage(error) }
  }
  return { id, reason: `its document has ${bytes} bytes, and the index takes ${largest}` }
}
/** Notes beside a state that the index does not have that it was refused. No search meets it; a newer refusal replaces it. */
export const noteOfRefusal = (index: string, change: Change, reason: string): Line => {
  const { id, entityclass, rev } = change
  return lineOf(index, `refused-${id}`, versionOf(change), refusal({ id, entityclass, rev, reason }))
}
