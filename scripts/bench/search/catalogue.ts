/** Catalogues that the search is measured on, as documents of the index; the same in every run. */
import type { SearchReference } from '../../../shared/search/catalogue.ts'
import type { IndexDocument } from '../../../shared/search/index-query.ts'

/** What questions are made of: values that are in the catalogue. */
export interface Vocabulary {
  lists: readonly string[]
  standards: readonly string[]
  categories: readonly string[]
  companies: readonly string[]
  words: readonly string[]
  syllables: readonly string[]
  /** Paths of fields by kind; those of `keyword` have the values `option-{field}-0` to `-19`. */
  fields: { keyword: readonly string[]; number: readonly string[]; sortable: readonly string[] }
  date(): string
}
export interface BenchCatalogue {
  name: string
  reference: SearchReference
  /** Institutions of the restricted user: two of the lists are theirs. */
  restricted: string[]
  vocabulary: Vocabulary
  document(n: number, rev?: number): IndexDocument
}
