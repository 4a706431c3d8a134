/** The history by person and by value: what changed it, as each viewer may know it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch } = ids.list
const text = (textValue: string) => ({ textValue })
async function edit(user: DemoUser, id: string, key: string, value: unknown) {
  const { rev } = await h.as(user).call(load, { id })
  const patch = [{ op: 'add' as const, path: `/listData/${base}/${key}`, value }]
  return (await h.as(user).call(save, { id, rev, patch })).rev
}
const revs = async (user: DemoUser, id: string, filter: object) =>
  (await h.as(user).call(history, { id, ...filter })).list.map(({ rev }) => rev)
const of = (key: string, list: string = base) => ({ value: { list, key } })

describe('of a product', () => {
  it('has what a person saved, and what changed a value, a row or a link; page by page', async () => {
    const { id } = await h.as('core').call(create, {})
    await edit('core', id, '_category', ids.category.compost)
    const named = await edit('core', id, 'basis-f1', text('Compost'))
    const noted = await edit('core2', id, 'basis-f5', text('1'))
    const renamed = await edit('core2', id, 'basis-f1', text('Compost 2'))
    const permitted = await edit('core', id, '_permits', { p1: { number: 'W-1' } })
    const { rev } = await h.as('admin').call(load, { id })
    const added = (await h.as('admin').call(addlist, { id, rev, list: ch })).rev
    const again = await edit('core', id, 'basis-f1', text('Compost 3'))
    const at = `/listData/${ch}`
    const patch = [
      { op: 'remove' as const, path: `${at}/_linked/basis-f1` },
      { op: 'add' as const, path: `${at}/basis-f1`, value: text('Compost 3') },
    ]
    const own = (await h.as('core').call(save, { id, rev: again, patch })).rev

    expect(await revs('core', id, { by: ids.account.core2 })).toEqual([renamed, noted])
    expect(await revs('core', id, of('basis-f1'))).toEqual([again, renamed, named])
    expect(await revs('core', id, { ...of('basis-f1'), by: ids.account.core2 })).toEqual([renamed])
    expect(await revs('core', id, of('_permits'))).toEqual([permitted])
    // A list that has no documents has none from the beginning.
    expect(await revs('core', id, of('_documents'))).toEqual([])
    // A list reads it from the base list until it does not.
    expect(await revs('core', id, of('basis-f1', ch))).toEqual([own, again, added])
    // Each page goes on where the one before it ended.
    const page = (before?: number, start = 0) =>
      h.as('core').call(history, { id, ...of('basis-f1'), start, limit: 1, ...(before && { before }) })
    expect(await page()).toMatchObject({ count: 1, list: [{ rev: again }], from: again })
    expect(await page(again)).toMatchObject({ list: [{ rev: renamed }], from: renamed })
    expect(await page(renamed)).toMatchObject({ list: [{ rev: named }], from: named })
    const end = await page(named)
    expect(end).toMatchObject({ count: 0, list: [] })
    expect(end).not.toHaveProperty('from')
    expect(await page(undefined, 1)).toMatchObject({ list: [{ rev: renamed }] })
    // Without a filter it is as it was, from any revision on.
    const whole = await h.as('core').call(history, { id })
    expect(whole.count).toBe(own)
    const older = await h.as('core').call(history, { id, before: renamed, start: 1, limit: 2 })
    expect(older.list).toEqual(whole.list.filter(({ rev }) => rev < renamed).slice(1, 3))
  })
  it('tells of a hidden value nothing, and company users of no value', async () => {
    const { neem, compost } = ids.product
    const rev = await edit('admin', neem, 'composition-f1', text('secret'))
    expect(await revs('national', neem, of('composition-f1'))).toEqual([rev])
    expect(await revs('core', neem, of('composition-f1'))).toEqual([])
    expect(await revs('national', neem, of('basis-f1', ids.list.ch))).toEqual([])
    await edit('admin', compost, 'basis-f5', text('7'))
    expect(await revs('company', compost, of('basis-f5'))).toEqual([])
    await expect(revs('national', compost, of('basis-f5'))).rejects.toMatchObject({ status: 404 })
  })
})

it('of another class has no such value', async () => {
  expect(await revs('admin', ids.company.nordhain, of('basis-f1'))).toEqual([])
  expect(await revs('admin', ids.company.nordhain, { by: ids.account.core2 })).toEqual([])
})

it('by person finds only whom the viewer is told: company users and registered ones their own', async () => {
  const { compost } = ids.product
  await edit('core', compost, 'basis-f5', text('8'))
  const { list } = await h.as('admin').call(history, { id: compost })
  const { core } = ids.account
  expect(await revs('admin', compost, { by: core })).not.toEqual([])
  expect(list.some(({ updatedBy }) => updatedBy === core)).toBe(true)
  for (const id of [compost, ids.company.nordhain, ids.list.ch])
    for (const by of [core, ids.account.admin])
      expect(await revs('company', id, { by }), `${id} ${by}`).toEqual([])
})

it('leaves out what was private, also when it is shared later', async () => {
  const tree = { type: 'simple', field: 'name', comparator: 'contains', value: 'kalk' }
  const { id } = await h
    .as('core')
    .call(createEntity, { entityclass: 'savedsearch', data: { title: 'A', tree } })
  const save = (rev: number, path: string, value: unknown, label: string) =>
    h.as('core').call(updatefrompatch, { id, rev, patch: [{ op: 'add', path, value }], changeset: { label } })
  await save(1, '/title', 'B', 'about a company')
  await save(2, '/isPublic', true, 'shared')
  const seenBy = async (who: DemoUser) => {
    const { list, count } = await h.as(who).call(history, { id })
    return [count, ...list.map(({ rev, changeset }) => `${rev} ${changeset?.label}`)]
  }
  expect(await seenBy('national')).toEqual([1, '3 shared'])
  expect(await seenBy('core')).toEqual([3, '3 shared', '2 about a company', '1 undefined'])
})

it('tells titles of changes of an institution to administrators alone, who alone see some of its keys', async () => {
  const id = ids.institution.aare
  const { rev } = (await h.ports.entities.get(id))!
  const patch = [{ op: 'add' as const, path: '/internalName', value: 'aare two' }]
  await h.as('admin').call(updatefrompatch, { id, rev, patch, changeset: { label: 'vat to 7.7' } })
  const labels = async (who: DemoUser) =>
    (await h.as(who).call(history, { id })).list.flatMap(({ changeset }) => changeset?.label ?? [])
  expect(await labels('admin')).toEqual(['vat to 7.7'])
  for (const who of ['core', 'national', 'registered', 'company'] as const)
    expect(await labels(who), who).toEqual([])
})

it('no title looks as if an import had given it', async () => {
  const { rev } = await h.as('core').call(load, { id: ids.product.compost })
  const patch = [{ op: 'add' as const, path: `/listData/${base}/basis-f5`, value: text('9') }]
  for (const label of ['Import: x', 'Import:\u00a0x', '\u200bImport: x', ' import : x', 'Ｉmport: x'])
    await expect(
      h.as('core').call(save, { id: ids.product.compost, rev, patch, changeset: { label } }),
      label,
    ).rejects.toMatchObject({ status: 400 })
  await h
    .as('core')
    .call(save, { id: ids.product.compost, rev, patch, changeset: { label: 'Importer named' } })
})
