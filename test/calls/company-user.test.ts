/** What a paid company user gets of a product: public values, the own company's roles, confirmed approvals, no staff. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { load as loadCompany } from '../../shared/calls/bml/company/load.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { ListData } from '../../shared/model/product.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const { base } = ids.list
const { eu, ch } = ids.standard
const id = ids.product.compost
let h: Harness
beforeAll(async () => {
  h = await startHarness()
  const act = async (input: {
    standard: string
    action: 'annotate' | 'activate' | 'reset' | 'initiate'
    comment?: string
  }) => {
    const { rev } = await h.as('core').call(load, { id })
    await h.as('core').call(approvals, { id, rev, list: base, ...input })
  }
  await act({ standard: eu, action: 'annotate', comment: 'INNER-COMMENT' })
  await act({ standard: ch, action: 'activate' })
  const { rev } = await h.as('core').call(load, { id })
  await h.as('core').call(save, {
    id,
    rev,
    patch: [{ op: 'add', path: `/listData/${base}/basis-f5`, value: { textValue: '42' } }],
    changeset: { label: 'INNER-LABEL', paths: [`/listData/${base}/basis-f5`] },
  })
  await h.indexed()
})
afterAll(() => h.close())

it('loads confirmed approvals only, without comments and people', async () => {
  const view = await h.as('company').call(load, { id })
  const rows = (view.data['listData'] as unknown as Record<string, ListData>)[base]!._approval
  expect(rows).toEqual({ [eu]: { active: true, begin: expect.any(String), end: expect.any(String) } })
  expect(JSON.stringify(view)).not.toContain('INNER')
  expect(JSON.stringify(view)).not.toContain(ids.account.core)
  expect(view).toMatchObject({ createdBy: '', updatedBy: '' })
})
it('learns by no call which accounts wrote a product, a company or a list', async () => {
  const company = h.as('company')
  const { companyLink } = (await h.ports.entities.get('account', ids.account.company))!.data
  const answers = [
    await company.call(get, { id }),
    await company.call(get, { id: base }),
    await company.call(loadCompany, { id: companyLink! }),
    ...(await company.call(history, { id, start: 0, limit: 5 })).list,
  ]
  for (const { updatedBy } of answers) expect(updatedBy).toBe('')
  for (const { by } of (await company.call(gettimeline, { id, limit: 5 })).list) expect(by).toBe('')
  // Staff are told, and everybody of oneself.
  expect((await h.as('core').call(get, { id })).updatedBy).toBe(ids.account.core)
})
it('finds by confirmed approvals only', async () => {
  const found = async (standard: string, user: 'company' | 'core') => {
    const { list } = await h.as(user).call(execute, {
      entityClass: 'product',
      attributeFilter: { field: 'lists.approvals.standard', comparison: 'eq', value: standard },
      onlyIds: true,
    })
    return list.includes(id)
  }
  expect(await found(eu, 'company')).toBe(true)
  // In the base list it is active and not confirmed; in no other list is it there.
  expect(await found(ch, 'core')).toBe(true)
  expect(await found(ch, 'company')).toBe(false)
})
it('reads in history and timeline neither what staff wrote for staff, nor names', async () => {
  const revisions = await h.as('company').call(history, { id })
  expect(revisions.list.length).toBeGreaterThan(3)
  expect(JSON.stringify(revisions)).not.toContain('INNER')
  expect(revisions.list.every((row) => row.updatedByName === '')).toBe(true)
  const told = await h.as('company').call(gettimeline, { id })
  expect(told.list.every((row) => row.byName === '')).toBe(true)
  expect(told.list.map((row) => row.kind)).not.toContain('approvalInitiated')
  expect(JSON.stringify(await h.as('core').call(history, { id }))).toContain('INNER-LABEL')
})
