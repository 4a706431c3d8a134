/** A row that gave way to another one under its id: neither its being there nor a change of it is told to who does not see it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { getapprovals } from '../../shared/calls/bml/product/getapprovals.ts'
import type { ComponentRow, ProductData } from '../../shared/model/product.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const { base } = ids.list
const { compost } = ids.product
const { eu } = ids.standard
const row = (secrecy: ComponentRow['secrecy'], amount: number): ComponentRow => ({
  component: ids.component.horn,
  secrecy,
  amount,
})
let h: Harness
beforeAll(async () => {
  h = await startHarness()
  await change<ProductData>(h, compost, ({ listData }) => {
    listData[base]!._responsible = { institution: ids.institution.rhine }
    listData[base]!._components.base = { x: row('public', 1), 'x.5': row('base-data-responsible', 2) }
  })
  const { rev } = (await h.ports.entities.get(compost))!
  await change<ProductData>(h, compost, ({ listData }) => {
    Object.assign(listData[base]!._approval[eu]!, {
      releasedRev: rev,
      hasEverBeenApproved: true,
      finalApprovalDate: '2026-01-01T00:00:00.000Z',
    })
  })
})
afterAll(() => h.close())

const changed = async (who: DemoUser) =>
  (await h.as(who).call(getapprovals, { id: compost })).lists
    .find(({ list }) => list === base)
    ?.approvals.find(({ standard }) => standard === eu)?.changed

it('counts as unchanged for everybody while nothing has changed, and as changed for who sees the change', async () => {
  expect([await changed('core'), await changed('admin')]).toEqual([[], []])
  await change<ProductData>(h, compost, ({ listData }) => {
    listData[base]!._components.base['x.5'] = row('base-data-responsible', 3)
  })
  expect([await changed('core'), await changed('admin')]).toEqual([[], ['_components']])
})
