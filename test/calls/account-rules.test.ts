/** Accounts: whoever writes one writes what has the revision that was named, and only what is theirs. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGet } from '../../functions/adapters/common/get-entity.ts'
import { settingsSavesPerDay } from '../../functions/services/account/settings-limit.ts'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { revert } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { AccountData } from '../../shared/model/actor.ts'
import type { Entity, JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const stored = async (id: string) => (await h.ports.entities.get(id)) as Entity<AccountData> | undefined

/** Does something right after the store was next asked for the entity, before the asker gets it. */
function afterNextRead(id: string, act: () => Promise<unknown>) {
  const { entities } = h.ports
  const original = entities.get
  entities.get = createGet(async (asked) => {
    const found = await original(asked)
    if (asked === id) {
      entities.get = original
      await act()
    }
    return found
  })
}
async function write(id: string, change: (data: AccountData) => AccountData) {
  const now = (await stored(id))!
  await h.ports.entities.put({ ...now, data: change(now.data) } as unknown as Entity, { expectRev: now.rev })
}

describe('auth/account/updateaccount', () => {
  it('does not bring an older role back, whatever revision the client names', async () => {
    const id = ids.account.core2
    const { rev, userData } = await h.as('core2').call(getaccount, {})
    await h.tokenOf('core2')
    await write(id, (data) => ({ ...data, staticData: { ...data.staticData!, canChangeCompanies: true } }))
    afterNextRead(id, () =>
      write(id, (data) => ({ ...data, staticData: { ...data.staticData!, canChangeCompanies: false } })),
    )
    // The demotion writes rev + 2, between the reading and the writing of this call.
    const save = h
      .as('core2')
      .call(updateaccount, { rev: rev + 2, userData: { ...userData, appearance: 'dark' } })
    await expect(save).rejects.toMatchObject({ code: 'revision_conflict' })
    expect((await stored(id))!.data.staticData).toMatchObject({ canChangeCompanies: false })
    expect((await stored(id))!.rev).toBe(rev + 2)
  })
  it('takes settings so many times a day, by whichever call, and says so', async () => {
    const person = h.as('national')
    let { rev, id, userData } = await person.call(getaccount, {})
    const modes = ['dark', 'light'] as const
    const settings = (n: number) => ({ ...userData, appearance: modes[n % 2]! })
    for (let n = 0; n < settingsSavesPerDay; n++)
      rev = (await person.call(updateaccount, { rev, userData: settings(n) })).rev
    const tooOften = { status: 422, code: 'rule_violated', details: { key: 'settingsTooOften' } }
    const once = () => person.call(updateaccount, { rev, userData: settings(0) })
    await expect(once()).rejects.toMatchObject(tooOften)
    const patch: JsonPatch = [{ op: 'add', path: '/userData/appearance', value: 'system' }]
    await expect(person.call(updatefrompatch, { id, rev, patch })).rejects.toMatchObject(tooOften)
    await expect(person.call(revert, { id, rev, toRev: rev - 1 })).rejects.toMatchObject(tooOften)
    expect((await stored(id))!.rev).toBe(rev)
    // Administrators still write it, and a day later so does the person.
    await write(id, (data) => ({ ...data, maxUsers: 2 }))
    rev += 1
    h.clock.advance(24 * 60 * 60)
    expect((await once()).rev).toBe(rev + 1)
  })
  it('refuses settings of any length, and keeps what was there', async () => {
    const { rev, id, userData } = await h.as('registered').call(getaccount, {})
    const before = await stored(id)
    const long = 'x'.repeat(20_001)
    for (const more of [
      { defaultProductFilter: long },
      { defaultProductColumns: long },
      { searches: [long] },
      { searches: Array.from({ length: 51 }, () => 'x') },
      { email: `a@${'x.'.repeat(200)}example` },
    ])
      await expect(
        h.as('registered').call(updateaccount, { rev, userData: { ...userData, ...more } }),
      ).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await stored(id)).toEqual(before)
  })
})

describe('accounts by the generic calls', () => {
  const patchOwn = async (user: 'core' | 'registered', patch: JsonPatch) => {
    const { id, rev } = await h.as(user).call(getaccount, {})
    return h.as(user).call(updatefrompatch, { id, rev, patch })
  }
  it('let a person change their own settings', async () => {
    const changed = await patchOwn('core', [{ op: 'add', path: '/userData/appearance', value: 'dark' }])
    expect(changed.data['userData']).toMatchObject({ appearance: 'dark' })
    expect(changed).not.toHaveProperty('data.invites')
  })
  it('let nobody but an administrator change the rest, nor read it through a patch', async () => {
    await write(ids.account.core, (data) => ({
      ...data,
      invites: [{ inviteId: 'secret', created: '2026-03-01T00:00:00.000Z' }],
    }))
    const before = await stored(ids.account.core)
    const patches: JsonPatch[] = [
      [{ op: 'add', path: '/staticData', value: { fullname: 'x', isAdmin: true } }],
      [{ op: 'replace', path: '/staticData/hasApprovalRight', value: true }],
      [{ op: 'add', path: '/ssoUsers/-', value: 'another' }],
      [{ op: 'add', path: '/active', value: true }],
      [{ op: 'copy', from: '/invites/0/inviteId', path: '/userData/fullname' }],
      [
        { op: 'test', path: '/invites/0/inviteId', value: 'secret' },
        { op: 'add', path: '/userData/fullname', value: 'It is' },
      ],
    ]
    for (const patch of patches) {
      const answer = await patchOwn('core', patch).catch((error: unknown) => error)
      expect(answer).toMatchObject({ status: expect.toSatisfy((status) => status === 403 || status === 400) })
    }
    const merge = {
      id: before!.id,
      rev: before!.rev,
      mode: 'merge' as const,
      patch: { staticData: { isAdmin: true } },
    }
    await expect(h.as('core').call(updatefrompatch, merge)).rejects.toMatchObject({ status: 403 })
    expect(await stored(ids.account.core)).toEqual(before)
  })
  it('show and change nobody else’s', async () => {
    const other = await stored(ids.account.core2)
    const patch: JsonPatch = [{ op: 'add', path: '/userData/appearance', value: 'light' }]
    await expect(
      h.as('core').call(updatefrompatch, { id: other!.id, rev: other!.rev, patch }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(h.as('core').call(get, { id: other!.id })).rejects.toMatchObject({ status: 404 })
    await expect(h.as('registered').call(create, { entityclass: 'account', data: {} })).rejects.toMatchObject(
      { status: 403 },
    )
  })
})
