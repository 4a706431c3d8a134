/** Catalogue A: 3 of 10 lists a product, 9 fields and 3 approvals a list. */
import * as a from '../index-catalogue.ts'
import type { BenchCatalogue } from './catalogue.ts'

export const catalogueA: BenchCatalogue = {
  name: 'A',
  reference: a.reference,
  restricted: [a.institutions[1]!, a.institutions[7]!],
  vocabulary: {
    lists: a.lists,
    standards: a.standards,
    categories: a.categories,
    companies: a.companyIds,
    words: a.words,
    syllables: a.syllables,
    fields: {
      keyword: ['basis-f2', 'basis-f3'],
      number: ['basis-f5'],
      sortable: ['basis-f2', 'basis-f3', 'basis-f4', 'basis-f5', 'basis-f6', 'basis-f8', 'basis-f9'],
    },
    date: a.date,
  },
  document: a.document,
}
