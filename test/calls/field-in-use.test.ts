/** A field whose values products hold stays what it is: they would be there, and nobody would see them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { revert } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'

const { base } = ids.list
const { compost } = ids.product
let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const field = async (path: string, type: string, more: object = {}) =>
  (
    await h.as('admin').call(create, {
      entityclass: 'fielddefinition',
      data: { path, type, displayKey: 'main', title: { de_DE: path }, ...more },
    })
  ).id
const change = async (id: string, data: Record<string, unknown>) => {
  const { rev } = await h.as('admin').call(get, { id })
  const patch = Object.entries(data).map(([key, value]) => ({ op: 'add' as const, path: `/${key}`, value }))
  return h.as('admin').call(updatefrompatch, { id, rev, patch })
}
const write = async (path: string, value: object | undefined) => {
  const { rev } = await h.as('core').call(load, { id: compost })
  const at = `/listData/${base}/${path}`
  const patch = [value ? { op: 'add' as const, path: at, value } : { op: 'remove' as const, path: at }]
  await h.as('core').call(save, { id: compost, rev, patch })
  await h.indexed()
}
const refused = async (id: string, data: Record<string, unknown>) => {
  const { details } = await failureOf(change(id, data))
  return [details.key, details.params?.['count'], details.issues?.[0]?.path]
}

it('keeps its path, its place and the kind of its values while a product has one, also a deleted product', async () => {
  const id = await field('use-f1', 'numberfield')
  await change(id, { type: 'textfield' })
  await change(id, { type: 'numberfield', path: 'use-f2' })
  await write('use-f2', { numberValue: 7 })
  expect(await refused(id, { type: 'textfield' })).toEqual(['fieldInUse', '1', '/type'])
  expect(await refused(id, { path: 'use-f3' })).toEqual(['fieldInUse', '1', '/path'])
  // What its values do not hang on is changed all the same.
  await change(id, { unit: 'kg', displayKey: 'specific', secrecy: 'core-partners' })
  // An older revision had another path, and one of another type: neither comes back.
  const { rev } = await h.as('admin').call(get, { id })
  for (const toRev of [1, 2])
    expect((await failureOf(h.as('admin').call(revert, { id, rev, toRev }))).details.key).toBe('fieldInUse')

  const product = await h.as('admin').call(load, { id: compost })
  await h.as('admin').call(deleteproduct, { id: compost, rev: product.rev })
  await h.indexed()
  expect(await refused(id, { type: 'textfield' })).toEqual(['fieldInUse', '1', '/type'])
})

it('becomes a type that keeps its values', async () => {
  const id = await field('use-f5', 'textfield')
  expect((await change(id, { type: 'singleline-textfield' })).data['type']).toBe('singleline-textfield')
})

it('of a table stays one while a product has a value in a column of it', async () => {
  const table = await field('use-table', 'table')
  await field('use-table-amount', 'numberfield', { displayType: 'table', displayKey: 'use-table' })
  const { rev } = await h.as('admin').call(load, { id: ids.product.basalt })
  const value = { tableValue: { r1: { 'use-table-amount': { numberValue: 3 } } } }
  const patch = [{ op: 'add' as const, path: `/listData/${base}/use-table`, value }]
  await h.as('admin').call(save, { id: ids.product.basalt, rev, patch })
  await h.indexed()
  expect(await refused(table, { type: 'textfield' })).toEqual(['fieldInUse', '1', '/type'])
})
