/** What the index notes of documents that it refused, so that somebody can say which they are. */
import type { Client } from '@opensearch-project/opensearch'
import type { RefusedDocument } from '../../../ports/search-index.ts'
import { toTerm } from './code-units.ts'
import { aliasesOf, families } from './mapping.ts'

export interface RefusedState extends RefusedDocument {
  rev: number
}
/** The class of these notes: no entity has it. */
const refused = '-refused'
/** As long as a reason may be to be read. */
const longestReason = 1_000

export const refusal = (state: RefusedState) => ({
  entityclass: refused,
  docid: toTerm(state.id),
  head: Buffer.from(
    JSON.stringify({ ...state, reason: state.reason.slice(0, longestReason) } satisfies RefusedState),
  ).toString('base64'),
})

/**
 * States that were refused by the indices that are searched, `most` of each family. A newer state of the same entity may have
 * been taken since.
 */
export async function readRefused(client: Client, prefix: string, most = 1_000): Promise<RefusedState[]> {
  const found: RefusedState[] = []
  for (const family of families) {
    const { body } = await client.search({
      index: aliasesOf(prefix, family).searched,
      ignore_unavailable: true,
      body: {
        query: { term: { entityclass: refused } },
        size: most,
        sort: [{ docid: 'asc' }],
        _source: false,
        stored_fields: '_none_',
        docvalue_fields: ['head'],
      } as never,
    })
    for (const { fields } of body.hits.hits) {
      const [head = ''] = (fields?.['head'] ?? []) as string[]
      found.push(JSON.parse(Buffer.from(head, 'base64').toString()) as RefusedState)
    }
  }
  return found
}
