/** Decisions on reference data that is some seconds old, while others change it who have stores and caches of their own, as another process has. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type CallFailure, type Harness, ids, startHarness } from './harness.ts'

let here: Harness
let there: Harness
const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-two-'))
beforeAll(async () => {
  here = await startHarness({ dataDir })
  there = await startHarness({ dataDir, seed: false })
})
afterAll(async () => {
  await there.close()
  await here.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const id = ids.product.compost
const key = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (failure: CallFailure) => failure.details.key ?? failure.code,
  )
const change = async (of: string, path: string, value: unknown) => {
  const { rev } = await here.as('admin').call(get, { id: of })
  return here
    .as('admin')
    .call(updatefrompatch, { id: of, rev, patch: [{ op: 'add', path, value: value as never }] })
}
const act = async (action: 'activate' | 'confirm', standard: string) => {
  const { rev } = await there.as('core').call(load, { id })
  return there.as('core').call(approvals, { id, rev, list: ids.list.base, standard, action })
}

test('a standard that has just become a base approval takes two people', async () => {
  const { id: standard } = (await here.as('admin').call(create, {
    entityclass: 'biostandard',
    attributeset: 'default',
    data: { name: { de_DE: 'Neu' }, baseApproval: false, publicOrder: 9 },
  })) as Entity
  // The base standard of the fixtures steps back, so that there may be another one.
  const eu = (await here.ports.entities.get(ids.standard.eu))!
  await here.ports.entities.put(
    { ...eu, data: { ...eu.data, baseApproval: false } },
    { expectRev: eu.rev, unique: [] },
  )
  await there.ports.reference.all('biostandard')
  await change(standard, '/baseApproval', true)
  expect((await there.ports.reference.all('biostandard')).get(standard)?.data).toMatchObject({
    baseApproval: false,
  })
  expect(await key(act('activate', standard))).toBe('done')
  expect(await key(act('confirm', standard))).toBe('approvalNotInitiated')
})

test('a category that was just made is chosen, and one that was just closed is not', async () => {
  await there.ports.reference.all('category')
  const { id: category } = (await here.as('admin').call(create, {
    entityclass: 'category',
    attributeset: 'default',
    data: {
      title: { de_DE: 'Kalk' },
      parent: ids.category.fertilisers,
      mainCategoryKey: 'fertilisers',
      order: 7,
    },
  })) as Entity
  expect((await there.ports.reference.all('category')).has(category)).toBe(false)
  const choose = async (value: string) => {
    const { rev } = await there.as('core').call(load, { id })
    const patch = [{ op: 'add' as const, path: `/listData/${ids.list.base}/_category`, value }]
    return key(there.as('core').call(save, { id, rev, patch }))
  }
  expect(await choose(category)).toBe('done')
  expect(await choose(ids.category.compost)).toBe('done')
  await change(category, '/disabled', true)
  expect(await choose(category)).toBe('productInvalid')
})
