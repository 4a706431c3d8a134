import type {
  IndexAggregate,
  IndexAggregateResult,
  IndexDocument,
  IndexHits,
  IndexQuery,
  IndexSearch,
} from '../../shared/search/index-query.ts'

/** Errors: `search_unavailable`; `rule_violated` ("too many hits") past 9000 by offset. */
export interface SearchIndex {
  /** Puts or removes documents; an event that is older than what the index has changes nothing. */
  apply(changes: { id: string; entityclass: string; rev: number; document?: IndexDocument }[]): Promise<void>
  /** Searches of the class find from now on what was applied before. Others may find it a second later. */
  refresh(entityclass: string): Promise<void>
  search(search: IndexSearch): Promise<IndexHits>
  count(entityclass: string, query: IndexQuery): Promise<number>
  aggregate(
    entityclass: string,
    query: IndexQuery,
    aggregates: Record<string, IndexAggregate>,
  ): Promise<Record<string, IndexAggregateResult>>
  /** Builds a new index beside the old one from all documents, then switches; searches go on meanwhile. */
  rebuild(documents: AsyncIterable<IndexDocument[]>): Promise<void>
  /** How far the index has followed the change feed. */
  position(): Promise<string | undefined>
  setPosition(seq: string): Promise<void>
}
/** The index for those who only search. */
export type IndexReader = Pick<SearchIndex, 'search' | 'count' | 'aggregate' | 'position'>
