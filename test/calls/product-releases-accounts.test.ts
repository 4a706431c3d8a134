/** Who initiated an approval stays who they are, whatever becomes of the account that they did it with. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoSub } from '../../scripts/seed/people.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { deleteEntity } from '../../shared/calls/eav/entity/delete.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base } = ids.list
const { eu } = ids.standard
const core = ids.account.core

test('the account is taken away from them, cannot be erased, and with another one they confirm nothing', async () => {
  const { id } = await h.as('core2').call(create, {})
  const fields = [
    set(base, 'basis-f1', text('Zweimal')),
    set(base, '_category', ids.category.compost),
    set(base, '_companies/r1', { company: ids.company.nordhain, role: 'distributor' }),
  ]
  await h.as('core2').call(save, { id, rev: await h.revOf(id), patch: fields })
  const act = async (caller: ReturnType<Harness['as']>, action: 'initiate' | 'confirm') => {
    const { rev, parentRevs } = await caller.call(load, { id })
    return caller.call(approvals, { id, rev, parentRevs, list: base, standard: eu, action })
  }
  await act(h.as('core'), 'initiate')

  const admin = h.as('admin')
  const patched = async (account: string, patch: JsonPatch) =>
    admin.call(updatefrompatch, { id: account, rev: await h.revOf(account), patch })
  const { data } = (await h.ports.entities.get('account', core))!
  const { aare } = ids.institution
  const { users } = (await h.ports.entities.get('institution', aare))!.data
  const others = users.filter((one) => one !== core)
  await patched(core, [{ op: 'replace', path: '/ssoUsers', value: [] }])
  await patched(aare, [{ op: 'replace', path: '/users', value: others }])
  await admin.call(disable, { id: core })
  expect(await refusal(admin.call(deleteEntity, { id: core }))).toMatchObject({ key: 'accountHadPeople' })

  // A new account like the old one, of the same person.
  const { formerSsoUsers: _, ...same } = data
  const fresh = await admin.call(createEntity, {
    entityclass: 'account',
    data: { ...same, registrationName: 'wieder da', ssoUsers: [demoSub('core')] },
  })
  await patched(aare, [{ op: 'replace', path: '/users', value: [...others, fresh.id] }])
  h.clock.advance(61)
  const again = h.as('core', fresh.id)
  expect(await refusal(act(again, 'confirm'))).toMatchObject({ key: 'approvalFourEyes' })
  const row = async () => listIn(await admin.call(load, { id }), base)._approval[eu]
  expect((await row())?.hasEverBeenApproved).not.toBe(true)
  // Somebody else does.
  await act(h.as('admin'), 'confirm')
  expect((await row())?.hasEverBeenApproved).toBe(true)
})
