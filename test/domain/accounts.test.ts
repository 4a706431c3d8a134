import { describe, expect, it } from 'vitest'
import {
  accountsOf,
  chooseAccount,
  claimsOf,
  switchTo,
  viewOf,
} from '../../functions/domain/account/accounts.ts'
import { type AccountData, accountData } from '../../shared/model/actor.ts'
import { type Institution, institution } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { actorOf, institutionsOf, nameOf, roleOf } from '../../shared/rules/actor.ts'
import { viewerClass } from '../../shared/rules/permissions.ts'
import { unwrap } from '../../shared/rules/refusal.ts'

const entity = <T>(id: string, entityclass: string, data: T, disabled = false): Entity<T> => ({
  id,
  entityclass,
  attributeset: 'default',
  rev: 1,
  created: '2026-01-01T00:00:00.000Z',
  createdBy: 'x',
  updated: '2026-01-01T00:00:00.000Z',
  updatedBy: 'x',
  disabled,
  data,
})
const account = (id: string, data: Partial<AccountData> = {}, disabled = false) =>
  entity(id, 'account', accountData.parse({ ssoUsers: ['me'], ...data }), disabled)
const editor = (fullname: string) => ({ staticData: accountData.shape.staticData.parse({ fullname }) })
const place = (id: string, users: string[], corePartner = false, disabled = false) =>
  entity<Institution>(
    id,
    'institution',
    { ...institution.parse({ title: { en_GB: id }, corePartner }), users },
    disabled,
  )
const places = (...list: Entity<Institution>[]) => new Map(list.map((one) => [one.id, one]))

describe('roles', () => {
  it('come from the static data', () => {
    expect(roleOf(account('a').data)).toBe('registered')
    expect(roleOf(account('a', editor('E')).data)).toBe('editor')
    const admin = { staticData: accountData.shape.staticData.parse({ fullname: 'A', isAdmin: true }) }
    const superAdmin = {
      staticData: accountData.shape.staticData.parse({ fullname: 'S', isSuperAdmin: true }),
    }
    expect(roleOf(account('a', admin).data)).toBe('admin')
    expect(roleOf(account('a', superAdmin).data)).toBe('admin')
  })
  it('make the viewer classes, with institutions and the company link', () => {
    const all = places(
      place('core', ['c'], true),
      place('national', ['n']),
      place('closed', ['n'], true, true),
    )
    const classOf = (one: Entity<AccountData>) => viewerClass(actorOf(one, 'me', all))
    expect(classOf(account('c', editor('C')))).toBe('C')
    expect(classOf(account('n', editor('N')))).toBe('N')
    expect(classOf(account('r'))).toBe('R')
    expect(classOf(account('p', { companyLink: 'x'.repeat(36) }))).toBe('P')
  })
  it('give an admin every institution that is not disabled', () => {
    const admin = account('a', {
      staticData: accountData.shape.staticData.parse({ fullname: 'A', isAdmin: true }),
    })
    const all = places(place('one', []), place('two', ['other']), place('gone', ['a'], false, true))
    expect(institutionsOf(admin, all).map((i) => i.id)).toEqual(['one', 'two'])
    expect(claimsOf(admin, 'me', all)).toMatchObject({
      role: 'admin',
      institutions: ['one', 'two'],
      account: 'a',
    })
  })
  it('make a token that stays small, to however many institutions one belongs', () => {
    const admin = account('a', {
      staticData: accountData.shape.staticData.parse({ fullname: 'A', isAdmin: true }),
    })
    const some = (count: number) =>
      places(...Array.from({ length: count }, (_, i) => place(`one-${i}`, ['e'])))
    for (const one of [admin, account('e', editor('E'))]) {
      expect(claimsOf(one, 'me', some(50)).institutions).toHaveLength(50)
      expect(claimsOf(one, 'me', some(500))).not.toHaveProperty('institutions')
    }
  })
})

describe('the accounts of a person', () => {
  const all = [
    account('b', editor('Berta')),
    account('a', editor('Anton')),
    account('r', { userData: { fullname: 'Anna' } }),
    account('off', { ...editor('Off'), active: false }),
    account('gone', editor('Gone'), true),
    account('other', { ...editor('Other'), ssoUsers: ['somebody'] }),
    entity('list', 'list', { ssoUsers: ['me'] }) as unknown as Entity<AccountData>,
  ]
  it('are the active ones that name the person, by name', () => {
    expect(accountsOf(all, 'me').map((a) => a.id)).toEqual(['r', 'a', 'b'])
    expect(accountsOf(all, 'stranger')).toEqual([])
  })
  it('begin with the first editor account, else the first of all', () => {
    expect(unwrap(chooseAccount(accountsOf(all, 'me'), undefined)).id).toBe('a')
    expect(unwrap(chooseAccount([all[2]!], undefined)).id).toBe('r')
    expect(unwrap(chooseAccount(accountsOf(all, 'me'), 'b')).id).toBe('b')
    for (const asked of ['other', 'off', 'nothing'])
      expect(chooseAccount(accountsOf(all, 'me'), asked)).toMatchObject({ message: 'No account set.' })
    expect(chooseAccount([], undefined)).toMatchObject({ refused: true })
  })
  it('can be switched to, nothing else can', () => {
    expect(unwrap(switchTo(all[0], 'me')).id).toBe('b')
    for (const one of [undefined, all[3], all[4], all[5], all[6]])
      expect(switchTo(one, 'me')).toMatchObject({ message: 'Could not switch account.' })
  })
  it('are shown with a name, whatever they have', () => {
    expect(nameOf(account('x', { registrationName: 'reg' }).data)).toBe('reg')
    expect(nameOf(account('x').data)).toBe('')
    expect(viewOf(all[0]!, places(place('core', ['b'], true)))).toMatchObject({
      fullname: 'Berta',
      role: 'editor',
      institutions: [{ id: 'core', title: 'core', corePartner: true }],
    })
  })
})
