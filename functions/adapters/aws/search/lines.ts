/** Documents and removals as lines of a bulk request. */
import type { SearchIndex } from '../../../ports/search-index.ts'
import { bodyOf, gone } from './body.ts'

export type Change = Parameters<SearchIndex['apply']>[0][number]
/** At the same revision a removal is newer than the state that it removed. */
const versionOf = ({ rev, document }: Change) => 2 * rev + (document ? 0 : 1)
/**
 * Every index has an alias of its own that it is written by: writing to an index that was just removed then fails,
 * where its bare name would bring it back, without a mapping.
 */
export const writeAliasOf = (index: string) => `${index}-w`

export const lineOf = (index: string, id: string, version: number, body: object): string => {
  // Equal versions replace: the same revision may show something new of another entity.
  const action = {
    _index: writeAliasOf(index),
    require_alias: true,
    _id: id,
    version,
    version_type: 'external_gte',
  }
  return `${JSON.stringify({ index: action })}\n${JSON.stringify(body)}`
}
export function* linesOf(index: string, changes: Change[]): Generator<string> {
  // Requests are sent side by side, so of two states of one document only the newer is sent.
  const newest = new Map<string, Change>()
  for (const change of changes) {
    const known = newest.get(change.id)
    if (!known || versionOf(change) >= versionOf(known)) newest.set(change.id, change)
  }
  for (const change of newest.values()) {
    const { id, document } = change
    yield lineOf(index, id, versionOf(change), document ? bodyOf(document) : gone(id))
  }
}
