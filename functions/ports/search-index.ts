import type {
  IndexAggregate,
  IndexAggregateResult,
  IndexDocument,
  IndexHits,
  IndexQuery,
  IndexSearch,
} from '../../shared/search/index-query.ts'

/** How far a rebuild has come, so that it can go on after it was cut off. */
export interface RebuildPlace {
  /** The store that is read: a place counts in no other. */
  readonly store: string
  /** When it began, ISO. One that goes on has the time of its beginning. */
  since: string
  /** Behind what is in the new index, in words of whoever gives the documents; undefined at the beginning. */
  place?: string | undefined
}

/** A document that the index does not take, and why: whoever comes with the same again gets the same answer. */
export interface RefusedDocument {
  id: string
  entityclass: string
  reason: string
}

/** Errors: `search_unavailable`; `rule_violated` ("too many hits") past 9000 by offset. */
export interface SearchIndex {
  /**
   * Puts or removes documents; an event that is older than what the index has changes nothing. Gives the documents that it
   * refuses, of which it keeps what it had; the others are in it.
   */
  apply(
    changes: { id: string; entityclass: string; rev: number; document?: IndexDocument }[],
  ): Promise<RefusedDocument[]>
  /** Searches of the class find from now on what was applied before. Others may find it a second later. */
  refresh(entityclass: string): Promise<void>
  search(search: IndexSearch): Promise<IndexHits>
  count(entityclass: string, query: IndexQuery): Promise<number>
  aggregate(
    entityclass: string,
    query: IndexQuery,
    aggregates: Record<string, IndexAggregate>,
  ): Promise<Record<string, IndexAggregateResult>>
  /**
   * Builds a new index beside the old one from all documents, then switches; searches go on meanwhile. When it asks for
   * a batch, all batches but the last one are in the new index. With a place it keeps what it has if it is cut off: an index
   * that can go on sets `at` to where that was before it asks for the first batch, and may keep it after each. Gives the documents
   * that are not in the new index because it refuses them. Errors: one that refuses more than it takes, which is not the documents' fault.
   */
  rebuild(documents: AsyncIterable<IndexDocument[]>, at?: RebuildPlace): Promise<RefusedDocument[]>
  /** How far the index has followed the change feed. */
  position(): Promise<string | undefined>
  setPosition(seq: string): Promise<void>
}
/** The index for those who only search. */
export type IndexReader = Pick<SearchIndex, 'search' | 'count' | 'aggregate' | 'position'>
