/**
 * Measures the embedded search index by itself on a generated catalogue:
 * `node scripts/bench-index.ts [products] [folder] [only]` prints p50 and p95 in milliseconds, and memory. With a folder
 * the catalogue stays there for the next run, which then also shows the memory after a start from a snapshot; `only`
 * names the questions to ask.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSearchIndex } from '../functions/adapters/embedded/search-index.ts'
import { companyRoles, fixedIds, secrecyLevels } from '../shared/constants.ts'
import type { Actor } from '../shared/model/actor.ts'
import { fieldCatalogue, type SearchReference } from '../shared/search/catalogue.ts'
import { and } from '../shared/search/combine.ts'
import { compileFilter, compileName } from '../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../shared/search/compile-columns.ts'
import type { Filter } from '../shared/search/filter.ts'
import { nameKey } from '../shared/search/fold.ts'
import type { IndexDocument, IndexRow, IndexValue } from '../shared/search/index-query.ts'
import { visibility } from '../shared/search/visibility.ts'

const products = Number(process.argv[2] ?? 100_000)
const folder = process.argv[3]
const only = process.argv[4]
const companies = 3000

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const random = numbers(42)
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
const uuid = (kind: number, n: number) =>
  `${((Math.imul(n, 2654435761) ^ kind) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8${kind.toString(16).padStart(3, '0')}-${n.toString(16).padStart(12, '0')}`
const many = (kind: number, n: number) => Array.from({ length: n }, (_, i) => uuid(kind, i))

const lists = [fixedIds.list.base, ...many(1, 9)]
const standards = many(2, 8)
const categories = many(3, 120)
const institutions = many(4, 12)
const companyIds = many(5, companies)
const components = many(6, 300)
const syllables =
  'bio agro ter ra vit sol fer ti kal mag pho sul gra nat eco pro bac tec lum ver hum alg nem'.split(' ')
const words = Array.from({ length: 4000 }, () =>
  Array.from({ length: 2 + random(2) }, () => pick(syllables)).join(''),
)
const capital = (w: string) => w[0]!.toUpperCase() + w.slice(1)
const nameOf = () =>
  `${capital(pick(words))}${random(3) ? '' : '-Dünger'} ${capital(pick(words))} ${random(4) ? random(100) : 'Plus'}`
const companyNames = companyIds.map(
  (_, i) => `${capital(pick(words))} ${pick(['AG', 'GmbH', 'S.A.', 'Kft.'])} ${i}`,
)
const date = () => new Date(Date.UTC(2018 + random(10), random(12), 1 + random(28), 4)).toISOString()
const fieldKinds = ['keyword', 'keyword', 'text', 'number', 'date', 'boolean', 'keyword', 'number'] as const
const definitions = fieldKinds.map((kind, i) => ({
  id: uuid(7, i),
  data: {
    type: {
      keyword: 'select',
      text: 'singleline-textfield',
      number: 'numberfield',
      date: 'datefield',
      boolean: 'checkbox',
    }[kind],
    path: `basis-f${i + 2}`,
    displayType: 'tab',
    displayKey: 'main',
    title: {},
    sorting: i,
    secrecy: secrecyLevels[(i + 2) % 4]!,
    options: [],
  },
}))
const reference: SearchReference = {
  list: new Map(lists.map((id, i) => [id, { id, data: { institutes: i === 0 ? [] : [institutions[i]!] } }])),
  fielddefinition: new Map(definitions.map((d) => [d.id, d])),
}
const row = (fields: Record<string, IndexValue>, nested: Record<string, IndexRow[]> = {}): IndexRow => ({
  fields,
  nested,
})

function sampleOf(kind: (typeof fieldKinds)[number], i: number): IndexValue {
  if (kind === 'keyword') return `option-${i}-${random(20)}`
  if (kind === 'text') return `${pick(words)} ${pick(words)} ${random(1000)}`
  if (kind === 'number') return random(1000) / 10
  return kind === 'date' ? date() : random(2) === 1
}
function listRow(list: string, name: string, responsible: string, category: number): IndexRow {
  return row(
    {
      list,
      active: random(3) > 0,
      archived: random(20) === 0,
      responsible,
      category: categories[category],
      inCategory: [categories[category]!, categories[category % 12]!],
      mainCategory: `main-${category % 7}`,
      name,
      activatedOn: date(),
    },
    {
      values: [
        row({ path: 'basis-f1', responsible, text: name }),
        ...fieldKinds.map((kind, i) =>
          row({ path: `basis-f${i + 2}`, responsible, [kind]: sampleOf(kind, i) }),
        ),
      ],
      categories: [
        row({
          category: categories[category],
          inCategory: [categories[category]!, categories[category % 12]!],
          mainCategory: `main-${category % 7}`,
          tree: `${category % 7}-${category} Category ${category}`,
          sort: `${String(category).padStart(8, '0')} category`,
        }),
      ],
      approvals: [0, 1, 2].map((i) =>
        row({
          standard: standards[(random(3) * 3 + i) % 8],
          active: random(4) > 0,
          begin: date(),
          end: date(),
          hasEverBeenApproved: random(2) === 1,
          initiated: random(9) === 0,
        }),
      ),
      companies: Array.from({ length: 2 + random(2) }, (_, i) => {
        const c = random(companies)
        return row({ company: companyIds[c], role: companyRoles[i], name: companyNames[c] })
      }),
      components: Array.from({ length: random(3) }, () =>
        row({ component: pick(components), secrecy: pick(secrecyLevels), responsible, amount: random(100) }),
      ),
    },
  )
}
function document(n: number, rev = 1): IndexDocument {
  const id = uuid(0, n)
  const name = nameOf()
  const category = random(categories.length)
  const own = [lists[0]!, lists[1 + random(5)]!, lists[6 + random(4)]!]
  const base = pick(institutions)
  const rows = own.map((list, i) => listRow(list, name, i ? pick(institutions) : base, category))
  const inBase = rows[0]!.nested['companies']!
  return {
    id,
    entityclass: 'product',
    rev,
    fields: {
      id,
      rev,
      name,
      nameSearch: nameKey(name),
      created: new Date(1.6e12 + random(1e9) * 100).toISOString(),
      updated: new Date(1.7e12 + random(1e9) * 50).toISOString(),
      createdBy: uuid(8, random(60)),
      updatedBy: uuid(8, random(60)),
      deleted: false,
      archived: false,
      isNationalPartner: random(2) === 1,
      categoryTree: `${category % 7}-${category} Category ${category}`,
      categorySort: `${String(category).padStart(8, '0')} category`,
      category: categories[category],
      inCategory: rows[0]!.fields['inCategory'],
      mainCategory: rows[0]!.fields['mainCategory'],
      manufacturer: inBase[0]!.fields['name'],
      distributor: inBase[1]!.fields['name'],
      responsible: base,
      companies: [
        ...new Set(rows.flatMap((r) => r.nested['companies']!.map((c) => c.fields['company'] as string))),
      ],
    },
    nested: { lists: rows },
  }
}
const actorOf = (role: 'admin' | 'editor', own: string[]) =>
  ({
    account: uuid(8, 1),
    sub: 's',
    fullname: '',
    role,
    isSuperAdmin: false,
    flags: { approval: true, responsible: true, companies: true },
    institutions: own.map((id) => ({ id, corePartner: false })),
  }) satisfies Actor

function tenLeaves(): Filter {
  const in3 = (list: readonly string[]) => [pick(list), pick(list), pick(list)]
  return {
    $and: [
      {
        $nested: {
          path: 'lists',
          match: {
            $and: [
              { field: 'lists.list', comparison: 'in', value: in3(lists) },
              { field: 'lists.active', comparison: 'eq', value: true },
              {
                $nested: {
                  path: 'lists.approvals',
                  match: {
                    $and: [
                      { field: 'lists.approvals.standard', comparison: 'eq', value: pick(standards) },
                      { field: 'lists.approvals.active', comparison: 'eq', value: true },
                      { field: 'lists.approvals.end', comparison: 'gte', value: date() },
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
          {
            field: 'lists.companies.company',
            comparison: 'in',
            value: Array.from({ length: 40 }, () => pick(companyIds)),
          },
          { field: 'name', comparison: 'contains', value: pick(words).slice(0, 5) },
          { field: 'inCategory', comparison: 'in', value: in3(categories.slice(0, 12)) },
        ],
      },
      {
        field: `lists.basis-f${2 + random(2)}`,
        comparison: 'in',
        value: Array.from({ length: 8 }, (_, i) => `option-0-${i}`).concat('option-1-3'),
      },
      { $not: { field: 'basis-f5', comparison: 'lt', value: random(40) } },
    ],
  }
}
const columns = [
  'name',
  'rev',
  'updated',
  'isNationalPartner',
  'categoryTree',
  'manufacturer',
  'distributor',
  'lists.active',
]

async function main() {
  const directory = folder ?? (await mkdtemp(join(tmpdir(), 'inputlist-bench-')))
  const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
  const memory = (label: string) => {
    const m = process.memoryUsage()
    console.log(`${label}: rss ${mb(m.rss)}, heap ${mb(m.heapUsed)}, arrays ${mb(m.arrayBuffers)}`)
  }
  let start = performance.now()
  let index = await openSearchIndex({ directory })
  if ((await index.position()) === undefined) {
    memory('empty')
    await index.rebuild(
      (async function* () {
        for (let i = 0; i < products; i += 500)
          yield Array.from({ length: Math.min(500, products - i) }, (_, j) => document(i + j))
      })(),
    )
    await index.setPosition('0')
    console.log(`generated and indexed ${products} products in ${Math.round(performance.now() - start)} ms`)
    memory('filled')
  } else {
    console.log(`opened in ${Math.round(performance.now() - start)} ms`)
    memory('opened')
  }

  const catalogue = fieldCatalogue('product', reference)
  const viewers = {
    admin: visibility('product', actorOf('admin', []), reference),
    restricted: visibility('product', actorOf('editor', [institutions[1]!, institutions[7]!]), reference),
  }
  const sort = ['name:asc']
  for (const [who, viewer] of Object.entries(viewers)) {
    const works: Record<string, () => Promise<unknown>> = {
      'name, selective': () => named(`${pick(words)} ${random(100)}`),
      'name, wide': () => named(pick(syllables)),
      'name, two letters': () => named(pick(syllables).slice(0, 2)),
      'name, misspelt': () => filtered({ field: 'name', comparison: 'fuz', value: `${pick(words)}x` }, 0, 25),
      'ten leaves, page and total': () => filtered(tenLeaves(), 0, 25),
      'count of ten leaves': () => index.count('product', compileFilter(tenLeaves(), catalogue, viewer)),
      'page of 250 at 5000, 8 columns': () =>
        filtered({ field: 'lists.active', comparison: 'eq', value: random(2) === 1 }, 5000 - random(20), 250),
      'sorted by a field of a list': () =>
        filtered(undefined, random(500), 25, [`lists.basis-f${2 + random(8)}:desc`]),
      'group by category': () =>
        index.aggregate(
          'product',
          compileFilter(
            { field: 'lists.approvals.standard', comparison: 'eq', value: pick(standards) },
            catalogue,
            viewer,
          ),
          { a: compileAggregate({ kind: 'terms', field: 'category' }, catalogue, viewer) },
        ),
      'one write, then a page': async () => {
        await index.apply([put(document(random(products), ++rev))])
        await filtered(undefined, 0, 25)
      },
    }
    const named = (name: string) => {
      const { query, exactFirst } = compileName(name, catalogue, viewer)
      return index.search({
        entityclass: 'product',
        query: and(compileFilter(undefined, catalogue, viewer), query),
        exactFirst,
        sort: compileSort(sort, catalogue, viewer),
        page: { start: 0, limit: 25 },
        fetch: compileFetch(columns, catalogue, viewer),
      })
    }
    const filtered = (filter: Filter | undefined, at: number, limit: number, by = sort) =>
      index.search({
        entityclass: 'product',
        query: compileFilter(filter, catalogue, viewer),
        sort: compileSort(by, catalogue, viewer),
        page: { start: at, limit },
        fetch: compileFetch(columns, catalogue, viewer),
      })
    console.log(`\n${who.padEnd(34)}   p50    p95`)
    for (const [label, work] of Object.entries(works)) {
      if (only && !label.includes(only)) continue
      const times: number[] = []
      for (let i = 0; i < 220; i++) {
        const before = performance.now()
        await work()
        if (i >= 20) times.push(performance.now() - before)
      }
      times.sort((a, b) => a - b)
      console.log(
        `${label.padEnd(34)} ${times[100]!.toFixed(2).padStart(6)} ${times[190]!.toFixed(2).padStart(6)}`,
      )
    }
  }
  memory('\nafter the questions')
  if (only) {
    await index.close()
    return
  }
  start = performance.now()
  for (let i = 0; i < 40; i++)
    await index.apply(Array.from({ length: 500 }, () => put(document(random(products), ++rev))))
  console.log(`20,000 generated and replaced: ${Math.round(performance.now() - start)} ms`)
  start = performance.now()
  await index.setPosition('1')
  await index.close()
  const size = (await stat(join(directory, 'search-index.bin'))).size
  console.log(`snapshot written in ${Math.round(performance.now() - start)} ms, ${mb(size)}`)
  start = performance.now()
  index = await openSearchIndex({ directory })
  console.log(`opened in ${Math.round(performance.now() - start)} ms ${index.discarded ?? ''}`)
  await index.close()
  if (!folder) await rm(directory, { recursive: true })
}
let rev = 1
const put = (d: IndexDocument) => ({ id: d.id, entityclass: d.entityclass, rev: d.rev, document: d })
await main()
