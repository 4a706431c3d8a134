/** What of a derived parent reaches whom, by every call that shows a product; other stores keep the index. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { activatelist } from '../../shared/calls/bml/product/activatelist.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { aggregatesearch } from '../../shared/calls/bml/product/aggregatesearch.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { count } from '../../shared/calls/search/search/count.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { catalogue } from '../../shared/catalogue.ts'
import type { Contract } from '../../shared/contract.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { listData, type ProductData, type ProductView } from '../../shared/model/product.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
const { base, fr } = ids.list
const { rhine, france, aare } = ids.institution
const parent = crypto.randomUUID()
const child = crypto.randomUUID()

async function store(id: string, data: Partial<ProductData>) {
  const now = await h.ports.entities.get(id)
  const at = h.clock.now()
  const by = ids.account.admin
  await h.ports.entities.put(
    {
      id,
      entityclass: 'product',
      attributeset: 'default',
      disabled: false,
      created: at,
      createdBy: by,
      ...now,
      rev: (now?.rev ?? 0) + 1,
      updated: at,
      updatedBy: by,
      data: {
        isNationalPartner: false,
        isNationalPartnerInitial: false,
        invoiceFlags: {},
        ...data,
      } as Entity['data'],
    },
    { expectRev: now?.rev ?? 0 },
  )
  h.clock.advance(1)
}
const parentData = (name: string, recipe: string) => ({
  listData: {
    [base]: listData.parse({
      _responsible: { institution: rhine },
      _category: ids.category.oils,
      'basis-f1': { textValue: name },
      'composition-f1': { textValue: recipe },
      'composition-f3': { numberValue: 77 },
    }),
  },
})
const linked = {
  'basis-f1': 'derived',
  'composition-f1': 'derived',
  'composition-f3': 'derived',
  _category: 'derived',
}
beforeAll(async () => {
  h = await startHarness({ indexesElsewhere: true })
  await store(parent, parentData('Parent Quartz', 'Old recipe'))
  await store(child, {
    derivedProductId: parent,
    listData: {
      [base]: listData.parse({ _responsible: { institution: france }, _linked: linked }),
      [fr]: listData.parse({ _linked: { 'basis-f1': 'basis' } }),
    },
  })
  // The second revision of the parent; the first of the child was read from the first.
  await store(parent, parentData('Parent Quartz', 'New recipe'))
})
afterAll(() => h.close())

/** What a user gets of the parent's name, category, number and recipe, by each way there is. */
async function learns(user: DemoUser) {
  await h.indexed()
  const as = h.as(user)
  const view = (await as.call(load, { id: child })) as unknown as ProductView
  const older = (await as.call(load, { id: child, rev: 1 })) as unknown as ProductView
  const found = async (attributeFilter: Filter) =>
    (
      await as.call(count, {
        entityClass: 'product',
        attributeFilter: { $and: [{ field: 'id', comparison: 'eq', value: child }, attributeFilter] },
      })
    ).count
  const rows = await as.call(execute, {
    entityClass: 'product',
    attributeFilter: { field: 'id', comparison: 'eq', value: child },
    columns: ['name', 'categoryTree', 'composition-f1', 'composition-f3', 'lists.name'],
    pagination: { start: 0, limit: 5 },
  })
  const named = await as.call(execute, {
    entityClass: 'product',
    name: 'quartz',
    onlyIds: true,
    pagination: { start: 0, limit: 5 },
  })
  const buckets = async (targetField: string) =>
    (
      await as.call(aggregatesearch, {
        targetField,
        attributeFilter: { field: 'id', comparison: 'eq', value: child },
      })
    ).buckets.length
  const generic = await as.call(get, { id: child })
  const text = (of: ProductView) => (key: string) => of.resolved[base]?.[key]?.value !== undefined
  const columns = (rows.list[0] as { columns: Record<string, unknown> }).columns
  const ways = (key: string, name: string, isFilter: Filter) => ({
    load: text(view)(key),
    older: text(older)(key),
    offered: view.derivedValues?.[base]?.[key] !== undefined,
    link: key in ((generic.data['listData'] as ProductData['listData'])[base]?._linked ?? {}),
    column: name in columns,
    filter: isFilter,
  })
  const answers = {
    name: ways('basis-f1', 'name', { field: 'name', comparison: 'contains', value: 'quartz' }),
    category: ways('_category', 'categoryTree', {
      field: 'inCategory',
      comparison: 'in',
      value: [ids.category.oils],
    }),
    number: ways('composition-f3', 'composition-f3', {
      field: 'composition-f3',
      comparison: 'eq',
      value: 77,
    }),
    recipe: ways('composition-f1', 'composition-f1', {
      field: 'composition-f1',
      comparison: 'contains',
      value: 'recipe',
    }),
  }
  const seen: Record<string, boolean> = {}
  for (const [what, { filter, ...each }] of Object.entries(answers)) {
    const all = new Set([...Object.values(each), (await found(filter)) === 1])
    expect([...all], `${user}: ${what} ${JSON.stringify(each)}`).toHaveLength(1)
    seen[what] = [...all][0]!
  }
  // The other list reads the name through the base list.
  expect(view.resolved[fr]?.['basis-f1'] !== undefined).toBe(seen['name'])
  expect('lists.name' in columns).toBe(seen['name'])
  expect(named.list.includes(child)).toBe(seen['name'])
  expect(view.titles[parent] !== undefined).toBe(seen['name'])
  expect(await buckets('category')).toBe(seen['category'] ? 1 : 0)
  expect(await buckets('lists.mainCategory')).toBe(seen['category'] ? 1 : 0)
  expect(await buckets('composition-f3')).toBe(seen['number'] ? 1 : 0)
  const all = JSON.stringify([
    view,
    older,
    generic,
    rows,
    await as.call(history, { id: child }),
    await as.call(search, {}),
  ])
  expect(all.includes('Quartz')).toBe(
    seen['name'] || JSON.stringify(await as.call(search, {})).includes(parent),
  )
  expect(/recipe/.test(all)).toBe(seen['recipe'])
  return Object.keys(seen).filter((key) => seen[key])
}
const revOf = async (id: string) => (await h.as('admin').call(load, { id })).rev
const open = ['name', 'category', 'number']

/** What whoever sees a product may ask, asked of the child; `learns` asks the other calls, each way it can be asked. */
const asked: Record<string, object> = {
  'bml/presence/update': { section: 'equipoProducts', id: child },
  'bml/product/load': { id: child },
  'bml/product/asof': { id: child, day: '2100-01-01' },
  'bml/product/gettimeline': { id: child },
  'bml/product/getapprovals': { id: child },
  'bml/product/lastchanges': { id: child, list: base },
  'bml/product/hierarchy': { id: child },
  'bml/product/references': { id: child },
  'bml/product/search': { attributeFilter: { field: 'id', comparison: 'eq', value: child } },
  'bml/product/count': {},
  'bml/product/aggregatesearch': { targetField: 'composition-f1' },
  'bml/product/listlistingconfirmations': { productId: child },
  'bml/product/listnotes': { status: 'archive' },
  'bml/product/notemarks': { id: child },
  'bml/product/readnotes': {
    id: child,
    notes: [{ list: base, note: 'n1', state: '2001-01-01T00:00:00.000Z' }],
    read: true,
  },
}
test.each(
  Object.values<Contract>(catalogue)
    .filter(({ access }) => access === 'product:view')
    .map((c) => [c.name, c] as const),
)('%s tells nothing of a parent to whom it answers not found', async (name, contract) => {
  expect(Object.keys(asked)).toContain(name)
  await h.indexed()
  const answer = JSON.stringify(await h.as('national').call(contract, asked[name] as never))
  expect(answer).not.toMatch(/Quartz|recipe/)
})

describe('a parent of another institution', () => {
  test('shows nothing of itself to whom it answers not found', async () => {
    await expect(h.as('national').call(load, { id: parent })).rejects.toMatchObject({ status: 404 })
    expect(await learns('national')).toEqual([])
    expect(await learns('core')).toEqual(open)
    expect(await learns('admin')).toEqual([...open, 'recipe'])
  })
  test('shows what is open once a list lets the viewer know of it', async () => {
    // The parent's category has to fit the list.
    await h.as('admin').call(addlist, { id: parent, rev: await revOf(parent), list: fr })
    expect(await learns('national')).toEqual(open)
  })
  test('shows its secrets, of older revisions too, to who is responsible for it today', async () => {
    const give = async (institution: string) =>
      h.as('admin').call(setresponsibility, { id: parent, rev: await revOf(parent), list: base, institution })
    await give(france)
    expect(await learns('national')).toEqual([...open, 'recipe'])
    await give(aare)
    expect(await learns('national')).toEqual(open)
    expect(await learns('core')).toEqual([...open, 'recipe'])
  })
})

test('activating a list says nothing of what a parent lacks to whom it answers not found', async () => {
  const [hidden, derived] = [crypto.randomUUID(), crypto.randomUUID()]
  const { 'basis-f1': _, ...nameless } = parentData('', '').listData[base]!
  await store(hidden, { listData: { [base]: nameless as never } })
  await store(derived, {
    derivedProductId: hidden,
    listData: {
      [base]: listData.parse({ _responsible: { institution: france }, _linked: linked }),
      [fr]: listData.parse({ _linked: { 'basis-f1': 'derived', _category: 'derived' } }),
    },
  })
  const activate = (user: DemoUser) =>
    h.as(user).call(activatelist, { id: derived, rev: 1, list: fr, active: true })
  await expect(activate('admin')).rejects.toMatchObject({ status: 422 })
  expect((await activate('national')).rev).toBe(2)
})

test('a revert leaves alone what a hidden link stands for today, and brings back the rest', async () => {
  const [hidden, derived] = [crypto.randomUUID(), crypto.randomUUID()]
  const at = { _responsible: { institution: france }, _category: ids.category.oils }
  const revise = (rest: object) =>
    store(derived, { derivedProductId: hidden, listData: { [base]: listData.parse({ ...at, ...rest }) } })
  const text = (textValue: string) => ({ textValue })
  await store(hidden, parentData('Parent Garnet', 'recipe'))
  await revise({ 'basis-f1': text('Own name'), 'basis-f5': text('older') })
  await revise({ _linked: { 'basis-f1': 'derived' }, 'basis-f5': text('newer') })
  const reverted = (await h
    .as('national')
    .call(revert, { id: derived, rev: 2, toRev: 1 })) as unknown as ProductView
  expect(reverted.data.listData[base]).toMatchObject({ 'basis-f5': text('older'), _linked: {} })
  expect(reverted.data.listData[base]).not.toHaveProperty('basis-f1')
  const stored = await h.ports.entities.get(derived)
  expect(stored?.data['listData']).toMatchObject({
    [base]: { _linked: { 'basis-f1': 'derived' }, 'basis-f5': text('older') },
  })
})
