import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { switchaccount } from '../../shared/calls/auth/account/switchaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { listaccounts } from '../../shared/calls/auth/domain/listaccounts.ts'
import { login } from '../../shared/calls/auth/domain/login.ts'
import { fixedIds } from '../../shared/constants.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const as = (token: string) => ({
  get: (name: string) => h.send({ name, method: 'GET', token }),
  post: (name: string, input: unknown) => h.send({ name, input, token }),
})

describe('signing in', () => {
  it('chooses the first active editor account by name when none is asked for', async () => {
    const session = await h.anonymous.call(login, { token: 'sso:core' })
    expect(session.account).toBe(ids.account.core)
    expect(session.expires - Math.floor(h.clock.millis() / 1000)).toBeGreaterThan(14 * 60)
    expect(session.expires - Math.floor(h.clock.millis() / 1000)).toBeLessThanOrEqual(15 * 60)
  })
  it('takes the account that is asked for', async () => {
    const session = await h.anonymous.call(login, { token: 'sso:core', useAccount: ids.account.coreRhine })
    expect(session.account).toBe(ids.account.coreRhine)
  })
  it('gives a person without an editor account the registered one', async () => {
    expect((await h.anonymous.call(login, { token: 'sso:registered' })).account).toBe(ids.account.registered)
    expect((await h.anonymous.call(login, { token: 'sso:company' })).account).toBe(ids.account.company)
  })
  it('says so when the person has no account', async () => {
    await expect(h.anonymous.call(login, { token: 'sso-sub:stranger' })).rejects.toMatchObject({
      status: 422,
      code: 'rule_violated',
      message: 'No account set.',
    })
  })
  it("does not open somebody else's account, nor one that is not there", async () => {
    for (const useAccount of [ids.account.admin, ids.nothing, fixedIds.account.system])
      await expect(h.anonymous.call(login, { token: 'sso:core', useAccount })).rejects.toMatchObject({
        code: 'rule_violated',
        message: 'No account set.',
      })
  })
  it('asks for the accounts of the person, not for all, and sees one that was given a moment ago', async () => {
    const { entities } = h.ports
    const asked: string[] = []
    const { listByClass } = entities
    entities.listByClass = (entityclass, page) => {
      asked.push(entityclass)
      return listByClass(entityclass, page)
    }
    const account = (await entities.get(ids.account.registered))!
    const withSubs = (ssoUsers: string[]) => ({ ...account, data: { ...account.data, ssoUsers } })
    const before = account.data['ssoUsers'] as string[]
    await entities.put(withSubs([...before, 'new-person']), { expectRev: account.rev })
    expect((await h.anonymous.call(login, { token: 'sso-sub:new-person' })).account).toBe(account.id)
    await entities.put(withSubs(before), { expectRev: account.rev + 1 })
    await expect(h.anonymous.call(login, { token: 'sso-sub:new-person' })).rejects.toMatchObject({
      message: 'No account set.',
    })
    expect(asked).not.toContain('account')
    entities.listByClass = listByClass
  })
  it('refuses a single-sign-on token that is not one', async () => {
    await expect(h.anonymous.call(login, { token: 'made up' })).rejects.toMatchObject({
      status: 401,
      code: 'token_invalid',
    })
  })
})

describe('the own accounts', () => {
  it('lists the accounts of the person by name, and nobody else’s', async () => {
    const { list } = await h.as('core').call(listaccounts, {})
    expect(list.map((a) => a.fullname)).toEqual(['Matthias Egger', 'Matthias Egger (Rheintal)'])
    expect(list[1]!.institutions).toEqual([
      { id: ids.institution.rhine, title: 'Prüfstelle Rheintal', corePartner: true },
    ])
  })
  it('switches to another account of the person, and to no other', async () => {
    const session = await h.as('core').call(switchaccount, { account: ids.account.coreRhine })
    expect((await as(session.jwt).get('auth/account/getaccount')).body.data.id).toBe(ids.account.coreRhine)
    for (const account of [ids.account.core2, ids.nothing, ids.product.compost])
      await expect(h.as('core').call(switchaccount, { account })).rejects.toMatchObject({
        status: 403,
        message: 'Could not switch account.',
      })
  })
  it('gives admins every institution, editors their own, and registered users none', async () => {
    const institutions = async (user: 'admin' | 'core' | 'registered') =>
      (await h.as(user).call(getaccount, {})).actor.institutions.map((i) => i.id)
    expect(await institutions('core')).toEqual([ids.institution.aare])
    expect(await institutions('registered')).toEqual([])
    expect((await institutions('admin')).length).toBe(6)
  })
  it('shows the rights that the permission rules work with', async () => {
    const { actor, role } = await h.as('national').call(getaccount, {})
    expect(role).toBe('editor')
    expect(actor.flags).toEqual({ approval: false, responsible: false, companies: true })
    const company = await h.as('company').call(getaccount, {})
    expect(company.role).toBe('registered')
    expect(company.actor.companyLink).toBe(ids.company.nordhain)
  })
})

describe('own settings', () => {
  it('saves them, and only them', async () => {
    const before = await h.as('core2').call(getaccount, {})
    const after = await h.as('core2').call(updateaccount, {
      rev: before.rev,
      userData: { ...before.userData, selectedUiLanguage: 'fr_FR' },
    })
    expect(after.userData.selectedUiLanguage).toBe('fr_FR')
    expect(after.rev).toBe(before.rev + 1)
    expect(await h.as('core2').call(getaccount, {})).toMatchObject({ rev: after.rev, role: 'editor' })
  })
  it('refuses languages that there are not, and more than three', async () => {
    const { rev } = await h.as('core').call(getaccount, {})
    const token = await h.tokenOf('core')
    const refused = async (userData: unknown) =>
      (await as(token).post('auth/account/updateaccount', { rev, userData })).body
    expect(await refused({ selectedUiLanguage: 'tlh_KX' })).toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: '/userData/selectedUiLanguage' }] },
    })
    expect(
      await refused({ userLanguagesForMultiLangFields: ['de_DE', 'en_GB', 'fr_FR', 'it_IT'] }),
    ).toMatchObject({
      code: 'invalid_input',
      details: {
        issues: [
          { path: '/userData/userLanguagesForMultiLangFields', expected: 'expected at most 3 entries' },
        ],
      },
    })
  })
  it('does not let anyone make themselves an admin', async () => {
    const { rev, userData } = await h.as('core').call(getaccount, {})
    const token = await h.tokenOf('core')
    const answer = await as(token).post('auth/account/updateaccount', {
      rev,
      userData: { ...userData, staticData: { isAdmin: true } },
      staticData: { fullname: 'x', isAdmin: true },
    })
    expect(answer.status).toBe(400)
    expect((await h.as('core').call(getaccount, {})).role).toBe('editor')
  })
  it('tells of a change that somebody else made meanwhile', async () => {
    const { rev, userData } = await h.as('national').call(getaccount, {})
    await h.as('national').call(updateaccount, { rev, userData: { ...userData, appearance: 'dark' } })
    await expect(h.as('national').call(updateaccount, { rev, userData })).rejects.toMatchObject({
      status: 409,
      code: 'revision_conflict',
      message: expect.stringContaining('409001'),
      details: { expectedRev: rev, currentRev: rev + 1 },
    })
  })
})
