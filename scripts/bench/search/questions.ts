/** The questions of the benchmark: what is asked, apart from how. Adapters get filters of callers, `limits.ts` its own. */
import type { Filter } from '../../../shared/search/filter.ts'
import { pick, random } from '../index-catalogue.ts'
import type { Vocabulary } from './catalogue.ts'

export interface TenLeaves {
  lists: string[]
  standard: string
  until: string
  companies: string[]
  name: string
  categories: string[]
  field: string
  options: string[]
  numberField: string
  number: number
}
export type Question =
  | { kind: 'name'; name: string }
  | { kind: 'ten'; ten: TenLeaves; isCount: boolean }
  | { kind: 'page'; limit: number; isActive: boolean }
  /** The page of 250 behind the first 5,000. */
  | { kind: 'deep'; isActive: boolean }
  | { kind: 'sorted'; field: string; start: number }
  | { kind: 'group'; standard: string }

/** Columns that the product list shows at first. */
export const columns = [
  'name',
  'rev',
  'updated',
  'isNationalPartner',
  'categoryTree',
  'manufacturer',
  'distributor',
  'lists.active',
]
export const pageSize = 25
export const deepSize = 250
export const depth = 5000

function tenLeaves(v: Vocabulary): TenLeaves {
  const some = (of: readonly string[], n: number) => Array.from({ length: n }, () => pick(of))
  const field = pick(v.fields.keyword)
  // Options of catalogue A are numbered by field, from 0, those of B by path.
  const prefixes = [`option-${field}`, `option-${Number(field.slice('basis-f'.length)) - 2}`]
  return {
    lists: some(v.lists, 3),
    standard: pick(v.standards),
    until: v.date(),
    companies: some(v.companies, 40),
    name: pick(v.words).slice(0, 5),
    categories: some(v.categories.slice(0, 12), 3),
    field,
    options: prefixes.flatMap((p) => Array.from({ length: 8 }, (_, i) => `${p}-${i}`)),
    numberField: pick(v.fields.number),
    number: random(40),
  }
}
const leaf = (
  field: string,
  comparison: 'eq' | 'gte' | 'lt' | 'in',
  value: string | number | boolean | string[],
) => ({
  field,
  comparison,
  value,
})
const filterOfTen = (t: TenLeaves): Filter => ({
  $and: [
    {
      $nested: {
        path: 'lists',
        match: {
          $and: [
            leaf('lists.list', 'in', t.lists),
            leaf('lists.active', 'eq', true),
            {
              $nested: {
                path: 'lists.approvals',
                match: {
                  $and: [
                    leaf('lists.approvals.standard', 'eq', t.standard),
                    leaf('lists.approvals.active', 'eq', true),
                    leaf('lists.approvals.end', 'gte', t.until),
                  ],
                },
              },
            },
          ],
        },
      },
    },
    {
      $or: [
        leaf('lists.companies.company', 'in', t.companies),
        { field: 'name', comparison: 'contains', value: t.name },
        leaf('inCategory', 'in', t.categories),
      ],
    },
    leaf(`lists.${t.field}`, 'in', t.options),
    { $not: leaf(t.numberField, 'lt', t.number) },
  ],
})
export const filterOf = (q: Question): Filter | undefined => {
  switch (q.kind) {
    case 'ten':
      return filterOfTen(q.ten)
    case 'page':
    case 'deep':
      return leaf('lists.active', 'eq', q.isActive)
    case 'group':
      return leaf('lists.approvals.standard', 'eq', q.standard)
    default:
      return undefined
  }
}

export interface Work {
  label: string
  question(v: Vocabulary): Question
  /** Milliseconds p50 / p95 at most: on A and on B. */
  aims: { A: [number, number]; B: [number, number] }
}
const isActive = () => random(2) === 1
export const works: Work[] = [
  {
    label: 'name, wide',
    question: (v) => ({ kind: 'name', name: pick(v.syllables) }),
    aims: { A: [15, 35], B: [15, 35] },
  },
  {
    label: 'name, two letters',
    question: (v) => ({ kind: 'name', name: pick(v.syllables).slice(0, 2) }),
    aims: { A: [15, 35], B: [15, 35] },
  },
  {
    label: 'name, selective',
    question: (v) => ({ kind: 'name', name: `${pick(v.words)} ${random(100)}` }),
    aims: { A: [6, 14], B: [6, 14] },
  },
  {
    label: 'ten leaves, 25 and total',
    question: (v) => ({ kind: 'ten', ten: tenLeaves(v), isCount: false }),
    aims: { A: [20, 40], B: [30, 60] },
  },
  {
    label: 'count of ten leaves',
    question: (v) => ({ kind: 'ten', ten: tenLeaves(v), isCount: true }),
    aims: { A: [12, 25], B: [20, 40] },
  },
  {
    label: 'page of 25',
    question: () => ({ kind: 'page', limit: pageSize, isActive: isActive() }),
    aims: { A: [8, 16], B: [12, 25] },
  },
  {
    label: 'page of 250, first',
    question: () => ({ kind: 'page', limit: deepSize, isActive: isActive() }),
    aims: { A: [20, 40], B: [30, 60] },
  },
  {
    label: 'page of 250 at 5,000, by paging',
    question: () => ({ kind: 'deep', isActive: isActive() }),
    aims: { A: [25, 50], B: [40, 80] },
  },
  {
    label: 'sorted by a field of a list',
    question: (v) => ({ kind: 'sorted', field: pick(v.fields.sortable), start: random(500) }),
    aims: { A: [15, 35], B: [25, 50] },
  },
  {
    label: 'group by category',
    question: (v) => ({ kind: 'group', standard: pick(v.standards) }),
    aims: { A: [5, 15], B: [8, 20] },
  },
]
/** Products a second into the index, at least. */
export const indexingAims = { A: 2500, B: 150 }
