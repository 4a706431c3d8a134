/** The rows of the benchmark: what is asked, varied from call to call. */
import type { Filter } from '../../shared/search/filter.ts'
import { benchId, benchLists, benchStandards, categoryCount } from './generate.ts'

export interface Work {
  name: string
  call: string
  method?: 'GET' | 'POST'
  /** Payload of the n-th call. */
  payload: (n: number) => unknown
  /** Milliseconds p50 / p95 of the peer (admin, restricted), and what we aim for as the restricted user. */
  peer: { admin: [number, number]; restricted: [number, number] }
  aim?: [number, number]
}

const wide = [
  'a',
  'al',
  'er',
  'fert',
  'plant',
  'gar',
  'li',
  'an',
  'or',
  'mix',
  'growth',
  'sol',
  'rin',
  'bio',
  'ter',
  'pro',
]
const words =
  'Agri Bio Calu Dora Elva Fero Gala Humi Iver Kali Lumo Miro Nova Orga Pela Quin Riva Sola Terra Vita'.split(
    ' ',
  )
const middles = 'ba cal dor fen gar hum lan mel nit pho rin sul tar ver vin wol zin mag nal ter'.split(' ')
const pick = <T>(of: readonly T[], n: number): T => of[n % of.length]!
const leaf = (
  field: string,
  comparison: 'eq' | 'gte' | 'lte' | 'exists',
  value: string | number | boolean,
): Filter => ({
  field,
  comparison,
  value,
})

/** Ten leaves: and, or, not, a nested list with a nested approval and a nested company. */
export function tenLeaves(n: number): Filter {
  const year = 2024 + (n % 3)
  return {
    $and: [
      leaf('created', 'gte', '2020-01-01T00:00:00.000Z'),
      {
        $or: [
          leaf('isNationalPartner', 'eq', true),
          leaf('bench-f0', 'gte', n % 60),
          { field: 'name', comparison: 'contains', value: pick(middles, n) },
        ],
      },
      {
        $nested: {
          path: 'lists',
          match: {
            $and: [
              leaf('lists.active', 'eq', true),
              leaf('lists.archived', 'eq', false),
              {
                $nested: {
                  path: 'lists.approvals',
                  match: {
                    $and: [
                      leaf('lists.approvals.standard', 'eq', pick(benchStandards, n)),
                      leaf('lists.approvals.begin', 'lte', `${year}-06-30T04:00:00.000Z`),
                      leaf('lists.approvals.end', 'gte', `${year}-06-30T04:00:00.000Z`),
                    ],
                  },
                },
              },
              {
                $nested: {
                  path: 'lists.companies',
                  match: leaf('lists.companies.role', 'eq', 'distributor'),
                },
              },
            ],
          },
        },
      },
      { $not: leaf('lists.category', 'eq', benchId(`category/${n % categoryCount}`)) },
    ],
  }
}

export const works: Work[] = [
  {
    name: 'name contains, any terms, 25 sorted',
    call: 'bml/product/search',
    payload: (n) => ({ name: pick(wide, n), sorting: ['name:asc'], pagination: { start: 0, limit: 25 } }),
    peer: { admin: [22, 282], restricted: [24, 181] },
    aim: [5, 15],
  },
  {
    name: 'name contains, selective',
    call: 'bml/product/search',
    payload: (n) => ({
      name: `${pick(words, n)}${pick(middles, n * 7 + 3)}`,
      sorting: ['name:asc'],
      pagination: { start: 0, limit: 25 },
    }),
    peer: { admin: [6, 11], restricted: [6, 14] },
    aim: [5, 15],
  },
  {
    name: 'ten-leaf AND/OR, nested approval and company, page of 25, total',
    call: 'bml/product/search',
    payload: (n) => ({
      attributeFilter: tenLeaves(n),
      sorting: ['name:asc'],
      pagination: { start: 0, limit: 25 },
    }),
    peer: { admin: [150, 220], restricted: [81, 117] },
    aim: [10, 25],
  },
  {
    name: 'the same, counted to 10,000 as lists do',
    call: 'bml/product/search',
    payload: (n) => ({
      attributeFilter: tenLeaves(n + 500),
      sorting: ['name:asc'],
      pagination: { start: 0, limit: 25 },
      countTo: 10_000,
    }),
    peer: { admin: [150, 220], restricted: [81, 117] },
    aim: [10, 25],
  },
  {
    name: 'its count alone',
    call: 'bml/product/count',
    // Other filters than the row above, so that nothing is answered from what was just worked out.
    payload: (n) => ({ attributeFilter: tenLeaves(n + 1000) }),
    peer: { admin: [67, 107], restricted: [36, 53] },
    aim: [10, 25],
  },
  {
    name: 'page of 250 at 5,000',
    call: 'bml/product/search',
    payload: (n) => ({
      sorting: [pick(['name:asc', 'updated:desc', 'distributor:asc', 'categoryTree:asc'], n)],
      pagination: { start: 5000 + n, limit: 250 },
    }),
    peer: { admin: [13, 27], restricted: [25, 55] },
    aim: [8, 20],
  },
  {
    name: 'group by category, filtered',
    call: 'bml/product/aggregatesearch',
    payload: (n) => ({
      attributeFilter: {
        $nested: {
          path: 'lists',
          match: {
            $and: [leaf('lists.active', 'eq', true), leaf('lists.list', 'eq', pick(benchLists, n % 2))],
          },
        },
      },
      targetField: 'lists.category',
      ecName: 'category',
      limit: 250,
    }),
    peer: { admin: [40, 54], restricted: [34, 60] },
    aim: [8, 20],
  },
  {
    name: 'one product with everything',
    call: 'bml/product/load',
    payload: () => undefined,
    peer: { admin: [6.5, 15], restricted: [171, 278] },
    aim: [5, 10],
  },
]
