/**
 * Measures the embedded search index by itself on a generated catalogue:
 * `node scripts/bench-index.ts [products] [folder] [only]` prints p50 and p95 in milliseconds, and memory. With a folder
 * the catalogue stays there for the next run, which then also shows the memory after a start from a snapshot; `only`
 * names the questions to ask.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSearchIndex } from '../functions/adapters/embedded/search-index.ts'
import { fieldCatalogue } from '../shared/search/catalogue.ts'
import { and } from '../shared/search/combine.ts'
import { compileFilter, compileName } from '../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../shared/search/compile-columns.ts'
import type { Filter } from '../shared/search/filter.ts'
import type { IndexDocument } from '../shared/search/index-query.ts'
import { visibility } from '../shared/search/visibility.ts'
import {
  actorOf,
  categories,
  companyIds,
  date,
  document,
  institutions,
  lists,
  pick,
  random,
  reference,
  standards,
  syllables,
  words,
} from './bench/index-catalogue.ts'
import { columns } from './bench/search/questions.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const products = Number(positionals[0] ?? 100_000)
const [, folder, only] = positionals
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
