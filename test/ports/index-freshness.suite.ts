/**
 * Is the index what the store says, when nothing but the stream's handler keeps it up to date? One process writes,
 * others index: each has a store and caches of its own.
 */
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { readTask } from '../../functions/domain/job/message.ts'
import type { Change, EntityStore } from '../../functions/ports/entity-store.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import type { SearchIndex } from '../../functions/ports/search-index.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { streamHandler } from '../../functions/runtime/stream.ts'
import { affectedPage, updateProducts } from '../../functions/services/index/affected-products.ts'
import { makeDocuments } from '../../functions/services/index/index-documents.ts'
import { presentProduct } from '../../functions/services/product/present.ts'
import indexEntities from '../../functions/streams/index-entities.ts'
import type { Secrecy } from '../../shared/constants.ts'
import { isCallError } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
import { fieldCatalogue } from '../../shared/search/catalogue.ts'
import { compileFilter } from '../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../shared/search/compile-columns.ts'
import { toIndexDocument } from '../../shared/search/document.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexDocument, IndexQuery } from '../../shared/search/index-query.ts'
import { noOthers, type Others, partsTaken } from '../../shared/search/others.ts'
import { evaluateAggregate, evaluateSearch } from '../../shared/search/reference-evaluator.ts'
import { visibility } from '../../shared/search/visibility.ts'
import { idOf, listOf, viewers } from '../domain/product-samples.ts'
import {
  callerColumns,
  callerFilters,
  callerLists,
  callerSorting,
  categories,
  companies,
  components,
  definitions,
  institutions,
  productDatas,
  publicView,
  standards,
  withOrigins,
  worldLists,
} from '../fixtures/search-products.ts'
import { plainIndex } from './plain-index.ts'
import { entity, newId } from './store-under-test.ts'

export interface TwoProcesses {
  writer: EntityStore
  /** The store of another process. */
  reader(): EntityStore
  feed: { read(after: string | undefined, limit: number): Promise<Change[]> }
  close(): Promise<void>
}

/** A process that indexes, into an index that it may share with others. */
function indexer(store: EntityStore, index: SearchIndex) {
  const queued: JobMessage[] = []
  const jobs = { send: async (messages: JobMessage[]) => void queued.push(...messages) }
  const ports = { entities: store, index, jobs, clock: systemClock } as Partial<Ports> as Ports
  const handle = streamHandler(indexEntities, ports, () => {})
  return {
    ports,
    async take(changes: Change[]) {
      const failures = await handle(changes)
      for (let next = queued.shift(); next; next = queued.shift()) {
        const { config } = readTask(next.unit) as unknown as { config: { ids: string[]; cursor?: string } }
        for (let cursor = config.cursor; cursor !== undefined; ) {
          const page = await affectedPage(config, { cursor, limit: 100 }, ports)
          await updateProducts(page.ids, ports)
          cursor = page.cursor
        }
      }
      return failures
    },
  }
}
/** The documents of these entities as they are made from the store. */
async function documentsOf(store: EntityStore, ids: Iterable<string>) {
  const { documents, failures } = await makeDocuments(await store.getMany([...ids]), { entities: store })
  expect(failures).toEqual([])
  return byId(documents)
}
/** The same with the ids that the store has. */
function byStore<T>(value: T, names: ReadonlyMap<string, string>): T {
  let json = JSON.stringify(value)
  for (const [from, to] of names) json = json.replaceAll(from, to)
  return JSON.parse(json) as T
}
const byId = (documents: IndexDocument[]) =>
  Object.fromEntries(documents.map((one) => [one.id, one]).sort(([a], [b]) => (a! < b! ? -1 : 1)))

const productIds = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'].map(idOf)
type Op =
  | { id: string; entityclass: string; data: Record<string, unknown>; disabled?: boolean }
  | { id: string; erase: true }
const titled = fc.constantFrom('Alpha', 'Beta', 'Gamma').map((title) => ({ de_DE: title }))
const seldom = fc.nat(4).map((n) => n === 0)
const erased = (ids: readonly string[]) => fc.constantFrom(...ids).map((id): Op => ({ id, erase: true }))
const put = (entityclass: string, ids: readonly string[], data: fc.Arbitrary<object>): fc.Arbitrary<Op> =>
  fc.tuple(fc.constantFrom(...ids), data, seldom).map(([id, data, disabled]) => ({
    id,
    entityclass,
    data: data as Record<string, unknown>,
    disabled,
  }))
const product = fc.option(fc.constantFrom(...productIds), { nil: undefined }).chain(productDatas)
/** Steps of one thing at a time, from the state that is there: more likely to be forgotten than whole new states. */
type Edit = (data: ProductData) => ProductData
const eachList = (data: ProductData, change: (i: number) => object): ProductData => ({
  ...data,
  listData: Object.fromEntries(
    Object.entries(data.listData).map(([id, list], i) => [id, Object.assign({}, list, change(i))]),
  ),
})
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom(...institutions).map(
    (institution): Edit =>
      (data) =>
        eachList(data, (i) => (i === 0 ? { _responsible: { institution } } : {})),
  ),
  fc.option(fc.constantFrom(...productIds), { nil: undefined }).map(
    (parent): Edit =>
      (data) => {
        const { derivedProductId: _, ...rest } = data
        return parent ? { ...rest, derivedProductId: parent } : rest
      },
  ),
  fc.constantFrom(...worldLists.keys()).map(
    (list): Edit =>
      ({ ...data }) => ({
        ...data,
        listData: data.listData[list]
          ? Object.fromEntries(Object.entries(data.listData).filter(([id]) => id !== list))
          : {
              ...data.listData,
              [list]: listOf({ _linked: { 'basis-f1': 'derived', _category: 'derived' } }),
            },
      }),
  ),
  fc.constantFrom(...companies).map(
    (company): Edit =>
      (data) =>
        eachList(data, () => ({ _companies: { x: { company, role: 'distributor' } } })),
  ),
  fc.boolean().map(
    (archived): Edit =>
      (data) => ({ ...data, archived }),
  ),
)
const edit = fc.tuple(fc.constantFrom(...productIds), edits, seldom)
const whole: fc.Arbitrary<Op> = fc.oneof(
  { weight: 3, arbitrary: put('product', productIds, product) },
  {
    weight: 2,
    arbitrary: put(
      'category',
      categories,
      fc.record(
        {
          title: titled,
          order: fc.nat(3),
          mainCategoryKey: fc.constantFrom('fertilisers', 'feeds'),
          parent: fc.constantFrom(...categories),
        },
        { requiredKeys: ['title', 'order', 'mainCategoryKey'] },
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: put(
      'company',
      companies,
      titled.map(({ de_DE: name }) => ({ baseData: { name } })),
    ),
  },
  {
    weight: 1,
    arbitrary: put(
      'component',
      components,
      titled.map((title) => ({ title })),
    ),
  },
  {
    weight: 1,
    arbitrary: put(
      'biostandard',
      standards,
      fc.record(
        { baseApproval: fc.boolean(), dependency: fc.constantFrom(...standards) },
        { requiredKeys: ['baseApproval'] },
      ),
    ),
  },
  { weight: 1, arbitrary: erased([...productIds, ...companies, ...categories, ...components]) },
)
type Planned = Op | { id: string; edit: Edit; disabled: boolean }
const step: fc.Arbitrary<Planned> = fc.oneof(
  whole,
  edit.map(([id, edit, disabled]) => ({ id, edit, disabled })),
)
const rounds = fc.array(
  fc.record({ ops: fc.array(step, { minLength: 1, maxLength: 4 }), batch: fc.integer({ min: 1, max: 5 }) }),
  {
    minLength: 1,
    maxLength: 6,
  },
)
/** A world to begin with, so that changes meet something. */
const beginning = fc.tuple(
  ...productIds.map((id) =>
    product.map(
      (data): Op => ({ id, entityclass: 'product', data: data as unknown as Record<string, unknown> }),
    ),
  ),
)

export interface FreshnessOptions {
  /** Worlds that are tried. */
  runs: number
}
export function indexFreshness(name: string, open: () => Promise<TwoProcesses>, { runs }: FreshnessOptions) {
  describe(`the index follows a store that another process writes: ${name}`, () => {
    const opened: TwoProcesses[] = []
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close()
    })
    async function openTwo() {
      const two = await open()
      opened.push(two)
      return two
    }
    const save = async (
      store: EntityStore,
      id: string,
      entityclass: string,
      data: object,
      disabled = false,
    ) => {
      const rev = (await store.get(id))?.rev ?? 0
      const next = { ...entity(id, data as Entity['data'], entityclass), disabled }
      return store.put(next, { expectRev: rev })
    }
    /** The store refuses to name what is deleted; then nothing has changed. */
    async function write(store: EntityStore, planned: Planned, names: Map<string, string>) {
      try {
        await writeAny(store, planned, names)
      } catch (error) {
        if (!isCallError(error) || error.code !== 'rule_violated') throw error
      }
    }
    /** Writes it by the ids that the store has. Ids of erased entities stay taken: the next one gets another. */
    async function writeAny(store: EntityStore, planned: Planned, names: Map<string, string>) {
      const id = names.get(planned.id)!
      const now = await store.get(id)
      if ('erase' in planned) {
        if (!now) return
        await store.erase(id, 'super', '2026-02-02T08:00:00.000Z', { evenIfNamed: true })
        names.set(planned.id, newId())
      } else if ('edit' in planned) {
        if (!now) return
        const edited = byStore(planned.edit(now.data as unknown as ProductData), names)
        await save(store, id, 'product', edited, planned.disabled)
      } else await save(store, id, planned.entityclass, byStore(planned.data, names), planned.disabled)
    }

    it('after whatever changes: every document is as if built anew, and viewers find what load shows them', async () => {
      const two = await openTwo()
      let position: string | undefined
      const reader = two.reader()
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<Secrecy>('public', 'public', 'core-partners', 'base-data-responsible'),
          beginning,
          rounds,
          fc.infiniteStream(fc.nat()),
          async (nameSecrecy, first, planned, numbers) => {
            const index = plainIndex()
            const follower = indexer(reader, index)
            const names = new Map(
              [...productIds, ...categories, ...companies, ...components, ...standards].map((id) => [
                id,
                newId(),
              ]),
            )
            const all: { ops: Planned[]; batch: number }[] = [{ ops: first, batch: 4 }, ...planned]
            for (const { ops, batch } of all) {
              for (const op of ops) await write(two.writer, op, names)
              for (;;) {
                const changes = await two.feed.read(position, batch)
                if (changes.length === 0) break
                position = changes.at(-1)!.seq
                expect(await follower.take(changes)).toEqual([])
              }
              expect(byId(index.documents())).toEqual(await documentsOf(reader, names.values()))
            }
            await expectAsLoaded(reader, index, names, nameSecrecy, numbers)
          },
        ),
        { numRuns: runs },
      )
    }, 300_000)

    it('does not miss a change that comes while an older document is on its way into the index', async () => {
      const two = await openTwo()
      const [maker, id] = [newId(), newId()]
      await save(two.writer, maker, 'company', { baseData: { name: 'Alpha' } })
      const begun = await two.feed.read(undefined, 100)
      const index = plainIndex()
      const gate = Promise.withResolvers<void>()
      const isHeld = Promise.withResolvers<void>()
      let holds = true
      const slow = indexer(two.reader(), {
        ...index,
        async apply(changes) {
          if (holds) {
            holds = false
            isHeld.resolve()
            await gate.promise
          }
          return index.apply(changes)
        },
      })
      const quick = indexer(two.reader(), index)
      await quick.take(begun)
      const data = {
        listData: { [idOf('l')]: listOf({ _companies: { a: { company: maker, role: 'distributor' } } }) },
      }
      await save(two.writer, id, 'product', data)
      const created = await two.feed.read(begun.at(-1)!.seq, 100)
      const taking = slow.take(created)
      await isHeld.promise
      await save(two.writer, maker, 'company', { baseData: { name: 'Omega' } })
      expect(await quick.take(await two.feed.read(created.at(-1)!.seq, 100))).toEqual([])
      gate.resolve()
      expect(await taking).toEqual([])
      expect(byId(index.documents())).toEqual(await documentsOf(two.reader(), [maker, id]))
      const { nested } = index.documents().find((one) => one.id === id)!
      expect(nested['lists']![0]!.nested['companies']![0]!.fields['name']).toBe('Omega')
    })

    it('fails, and is tried again, where what a document is made of never stands still', async () => {
      const two = await openTwo()
      const [maker, id] = [newId(), newId()]
      await save(two.writer, maker, 'company', { baseData: { name: 'Alpha' } })
      const data = {
        listData: { [idOf('l')]: listOf({ _companies: { a: { company: maker, role: 'distributor' } } }) },
      }
      await save(two.writer, id, 'product', data)
      const index = plainIndex()
      let renamed = 0
      let isRestless = true
      const restless = indexer(two.reader(), {
        ...index,
        async apply(changes) {
          const refused = await index.apply(changes)
          if (isRestless)
            await save(two.writer, maker, 'company', { baseData: { name: `Name ${++renamed}` } })
          return refused
        },
      })
      const changes = await two.feed.read(undefined, 100)
      const failures = await restless.take(changes)
      expect(failures.map((failure) => failure.id)).toContain(changes.find((one) => one.id === id)!.seq)
      expect(failures[0]!.reason).toContain('changes too often')
      isRestless = false
      expect(await restless.take(changes)).toEqual([])
      expect(index.documents().find((one) => one.id === id)).toEqual(
        (await documentsOf(two.reader(), [id]))[id],
      )
    })
  })

  /** Each viewer's answers of the index are those of an index of what they are shown of each product. */
  async function expectAsLoaded(
    store: EntityStore,
    index: { documents(): IndexDocument[] },
    names: ReadonlyMap<string, string>,
    nameSecrecy: Secrecy,
    numbers: fc.Stream<number>,
  ) {
    const fields = definitions(nameSecrecy, 'national-partners')
    const searched = { list: worldLists, fielddefinition: fields }
    const catalogue = fieldCatalogue('product', searched)
    const mapping = indexMapping('product')
    const documents = index.documents().filter((one) => one.entityclass === 'product')
    const products = await store.getMany(documents.map((one) => one.id))
    const named = new Map((await store.getMany([...names.values()])).map((one) => [one.id, one]))
    const ofStandards = [...named].filter(([, one]) => one.entityclass === 'biostandard')
    const reference = { lists: worldLists, fields, standards: new Map(ofStandards as never) as never }
    const partOf = (entityclass: keyof Others) => (id: string) => {
      const one = named.get(id)
      return one?.entityclass === entityclass ? (partsTaken[entityclass](one.data) as never) : undefined
    }
    const others: Others = {
      ...noOthers,
      company: partOf('company'),
      category: partOf('category'),
      component: partOf('component'),
      biostandard: partOf('biostandard'),
    }
    const [one] = fc.sample(
      fc.record({
        filter: callerFilters(catalogue),
        sorting: callerSorting(catalogue),
        columns: callerColumns(catalogue),
        list: callerLists,
        field: fc.constantFrom(...catalogue),
      }),
      { numRuns: 1, seed: numbers.take(1).next().value! },
    )
    const { sorting, columns, list, field } = one!
    const filter = byStore(one!.filter, names)
    const kind = field.kind === 'number' || field.kind === 'date' ? 'max' : 'terms'
    const actors = byStore(viewers, names)
    for (const viewer of ['C', 'N', 'P', 'R'] as const) {
      const shown: IndexDocument[] = []
      for (const product of products) {
        const typed = product as unknown as Entity<ProductData>
        const view = await presentProduct(store, typed, { actor: actors[viewer], reference })
        if (isRefusal(view)) continue
        const data = withOrigins(view.data, typed.data) as unknown as Entity['data']
        const made = toIndexDocument({ ...product, data }, { others, resolved: view.resolved })
        shown.push(viewer === 'P' ? publicView(made, view.data) : made)
      }
      const ask = (of: IndexDocument[], as: keyof typeof actors) => {
        const rights = visibility('product', actors[as], searched)
        const query: IndexQuery = compileFilter(filter, catalogue, rights)
        return [
          evaluateSearch(of, mapping, {
            entityclass: 'product',
            query: compileFilter(undefined, catalogue, rights),
            sort: compileSort(sorting, catalogue, rights, { list }),
            fetch: compileFetch(columns, catalogue, rights, { list }),
          }),
          evaluateSearch(of, mapping, { entityclass: 'product', query, sort: [], fetch: [] }),
          evaluateAggregate(
            of,
            mapping,
            'product',
            query,
            compileAggregate({ kind, field: field.name }, catalogue, rights, { list }),
          ),
        ]
      }
      expect(ask(documents, viewer)).toEqual(ask(shown, 'A'))
    }
  }
}
