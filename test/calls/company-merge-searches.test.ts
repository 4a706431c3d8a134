/** Searches that people keep ask for the company that another one was merged into, and for both again once that is undone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { preview } from '../../shared/calls/batch/job/preview.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { SavedSearch } from '../../shared/model/search.ts'
import type { SearchNode } from '../../shared/search/tree.ts'
import { companiesOfTree, treeWithCompany } from '../../shared/search/tree-companies.ts'
import { goes, merging, orderOf, seedMerge, stays } from './company-merge.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  await seedMerge(h)
})
afterAll(() => h.close())

const field = 'lists.companies.company'
const group = (...nodes: SearchNode[]): SearchNode => ({ type: 'combined', operator: 'AND', nodes })
const company = (...companies: string[]): SearchNode => ({ type: 'company', companies, roles: [] })
const simple = (value: string | string[]): SearchNode => ({ type: 'simple', field, comparator: 'eq', value })
const inRow = (...nodes: SearchNode[]): SearchNode => ({
  type: 'tablerow',
  path: 'lists.companies',
  operator: 'OR',
  nodes,
})
const asks = (one: string) =>
  group(company(one, ids.company.belmont), inRow(simple(one), simple([one, ids.company.belmont])))

it('wherever a tree names a company, another one may stand, each once', () => {
  const both = group(
    company(goes, stays),
    inRow(simple([goes, stays]), { type: 'reference', field, ids: [goes] }),
  )
  expect(companiesOfTree(both)).toEqual([goes, stays])
  expect(treeWithCompany(both, goes, stays)).toEqual(
    group(company(stays), inRow(simple([stays]), { type: 'reference', field, ids: [stays] })),
  )
  const other: SearchNode = { type: 'simple', field: 'name', comparator: 'eq', value: goes }
  expect(companiesOfTree(other)).toEqual([])
  expect(treeWithCompany(other, goes, stays)).toEqual(other)
})

it('follow a merge, private and temporary ones too; an undo gives back what nobody has changed since', async () => {
  const core = h.as('core')
  const kept = async (tree: SearchNode, more: object = {}) => {
    const data = { title: 'Meine Suche', tree, isPublic: false, isTemporary: false, ...more }
    return (await core.call(create, { entityclass: 'savedsearch', data })).id
  }
  const treeOf = async (id: string) => ((await core.call(get, { id })).data as SavedSearch).tree
  const own = await kept(asks(goes))
  const shared = await kept(company(goes), { isTemporary: true })
  const changed = await kept(company(goes))
  const other = await kept(company(ids.company.belmont))

  const told = await h.as('admin').call(preview, { template: 'merge', config: await orderOf(h) })
  expect(told.result).toMatchObject({ savedsearch: 3 })
  const job = await merging(h)
  expect(job).toMatchObject({ status: 'complete', failed: 0 })
  expect(await treeOf(own)).toEqual(asks(stays))
  expect(await treeOf(shared)).toEqual(company(stays))
  expect(await core.call(get, { id: other })).toMatchObject({ rev: 1 })
  // It is still its maker's, and changed by them.
  const mine = await core.call(updatefrompatch, {
    id: changed,
    rev: 2,
    patch: [{ op: 'replace', path: '/tree', value: asks(stays) }],
  })
  expect(mine.rev).toBe(3)

  await h.as('admin').call(undo, { id: job.id })
  await h.worked()
  expect(await treeOf(own)).toEqual(asks(goes))
  expect(await treeOf(shared)).toEqual(company(goes))
  expect(await treeOf(changed)).toEqual(asks(stays))
})
