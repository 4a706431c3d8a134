import { afterAll, beforeAll, expect, it } from 'vitest'
import { load } from '../../shared/calls/bml/product/load.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

it('the product tells the way to the category of each list, from the main category down', async () => {
  const { compost, fertilisers } = ids.category
  const view = await h.as('core').call(load, { id: ids.product.compost })
  const lists = Object.keys((view.data as { listData: object }).listData).sort()
  expect(lists.length).toBeGreaterThan(1)
  expect(view.categoryTrees).toEqual(Object.fromEntries(lists.map((list) => [list, [fertilisers, compost]])))
  // The national list reads its category from the base list.
  expect(view.resolved[ids.list.ch]?.['_category']).toMatchObject({ value: compost })
  const older = await h.as('core').call(load, { id: ids.product.compost, rev: 1 })
  expect(older.categoryTrees).toEqual(view.categoryTrees)
})

it("a list's category is searched and shown with its path, which follows a renamed category", async () => {
  const found = async (value: string) => {
    const { list } = await h.as('core').call(execute, {
      entityClass: 'product',
      attributeFilter: {
        $and: [
          { field: 'id', comparison: 'eq', value: ids.product.compost },
          { field: 'lists.categoryTree', comparison: 'contains', value },
        ],
      },
      columns: ['lists.categoryTree'],
      sorting: ['lists.categoryTree:asc'],
      pagination: { start: 0, limit: 5 },
    })
    return (list as { columns: Record<string, unknown> }[]).map((row) => row.columns['lists.categoryTree'])
  }
  await h.indexed()
  expect(await found('Compost')).toEqual([expect.stringMatching(/ \/ Compost$/)])
  const { rev, data } = await h.as('admin').call(get, { id: ids.category.compost })
  const title = Object.fromEntries(Object.keys(data['title'] as object).map((key) => [key, 'Humus']))
  const patch = [{ op: 'replace' as const, path: '/title', value: title }]
  await h.as('admin').call(updatefrompatch, { id: ids.category.compost, rev, patch })
  await h.indexed()
  expect(await found('Humus')).toEqual([expect.stringMatching(/ \/ Humus$/)])
  expect(await found('Compost')).toEqual([])
})
