/** When and by whom the values of a product were last changed, as each viewer may know it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { lastchanges } from '../../shared/calls/bml/product/lastchanges.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base } = ids.list
async function edit(user: DemoUser, id: string, values: Record<string, unknown>) {
  const { rev, data } = await h.as(user).call(load, { id })
  const stored = (data['listData'] as Record<string, object>)[base] ?? {}
  const patch = Object.entries(values).map(([key, value]) => {
    const path = `/listData/${base}/${key}`
    return value === undefined
      ? { op: 'remove' as const, path }
      : { op: Object.hasOwn(stored, key) ? ('replace' as const) : ('add' as const), path, value }
  })
  return (await h.as(user).call(save, { id, rev, patch })).rev
}
const text = (textValue: string) => ({ textValue })
const told = async (user: DemoUser, id: string, rev?: number) => {
  const { lists, names, from } = await h.as(user).call(lastchanges, { id, list: base, ...(rev && { rev }) })
  const changes = Object.fromEntries(
    Object.entries(lists[base] ?? {}).map(([key, one]) => [key, [one.rev, one.by]]),
  )
  return { changes, names, from }
}

it('names the revision and the person that made each value what it is', async () => {
  const { id } = await h.as('core').call(create, {})
  const first = await edit('core', id, {
    'basis-f1': text('Compost'),
    _category: ids.category.compost,
    'basis-f5': text('1'),
    'basis-f7': text('inside'),
  })
  const second = await edit('core2', id, { 'basis-f5': text('2') })
  // Changed and changed back: it is what it was, but it was made so just now.
  await edit('core', id, { 'basis-f1': text('Other') })
  const last = await edit('core2', id, { 'basis-f1': text('Compost'), 'basis-f7': undefined })
  const { changes, names, from } = await told('core', id)
  const { core, core2 } = ids.account
  expect(changes).toEqual({
    'basis-f1': [last, core2],
    'basis-f5': [second, core2],
    _category: [first, core],
  })
  expect(Object.keys(names).sort()).toEqual([core, core2].sort())
  expect(from).toBeLessThanOrEqual(first)
  // As of an older revision.
  expect((await told('core', id, first)).changes).toMatchObject({
    'basis-f1': [first, core],
    'basis-f5': [first, core],
    'basis-f7': [first, core],
  })
  await expect(told('core', id, last + 1)).rejects.toMatchObject({ status: 404 })
})

it('tells it of rows and settings, too; of none there is nothing to tell', async () => {
  const { id } = await h.as('core').call(create, {})
  const first = await edit('core', id, {
    'basis-f1': text('Compost'),
    _category: ids.category.compost,
    _permits: { p1: { number: 'W-1' } },
    _remark: { de_DE: 'neu' },
    _risklabels: [],
  })
  const second = await edit('core2', id, { _permits: { p1: { number: 'W-2' } }, _preventPublicDisplay: true })
  await edit('core', id, { 'basis-f1': text('Other') })
  const { changes } = await told('core', id)
  const { core, core2 } = ids.account
  expect(changes).toMatchObject({
    _permits: [second, core2],
    _preventPublicDisplay: [second, core2],
    _remark: [first, core],
  })
  for (const key of ['_checklist', '_risklabels', '_companies', '_approval'])
    expect(changes).not.toHaveProperty(key)
})

it('tells of hidden values nothing, and company users nothing of the staff', async () => {
  const { neem, compost } = ids.product
  const rev = await edit('admin', neem, { 'composition-f1': text('secret'), 'basis-f5': text('5') })
  expect((await told('national', neem)).changes).toMatchObject({
    'composition-f1': [rev, ids.account.admin],
    'basis-f5': [rev, ids.account.admin],
  })
  const { changes } = await told('core', neem)
  expect(changes).toHaveProperty('basis-f5')
  expect(changes).not.toHaveProperty('composition-f1')
  await expect(told('national', compost)).rejects.toMatchObject({ status: 404 })
  expect(await h.as('company').call(lastchanges, { id: compost, list: base })).toMatchObject({
    lists: {},
    names: {},
  })
})
