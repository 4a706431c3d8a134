import { afterAll, beforeAll, expect, it } from 'vitest'
import { listbyinstitution } from '../../shared/calls/auth/account/listbyinstitution.ts'
import type { AccountData } from '../../shared/model/actor.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { aare, rhine } = ids.institution
const namesOf = async (institution: string) =>
  (await h.as('core').call(listbyinstitution, { institution })).list.map((person) => person.fullname)
/** Puts people into an institution, as an administrator would. */
async function join(institution: string, people: [string, Partial<AccountData>][]) {
  const { entities, clock } = h.ports
  const stamp = { updated: clock.now(), updatedBy: ids.account.admin }
  const accounts: Entity[] = people.map(([fullname, more]) => ({
    ...stamp,
    id: crypto.randomUUID(),
    entityclass: 'account',
    attributeset: 'default',
    rev: 1,
    created: stamp.updated,
    createdBy: stamp.updatedBy,
    disabled: false,
    data: {
      active: true,
      ssoUsers: [],
      registrationOptionName: 'editor',
      staticData: { fullname },
      userData: {},
      ...more,
    },
  }))
  await Promise.all(accounts.map((account) => entities.put(account, { expectRev: 0 })))
  const at = (await entities.get(institution)) as Entity
  const users = [...(at.data['users'] as string[]), ...accounts.map((account) => account.id)]
  await entities.put({ ...at, ...stamp, rev: at.rev + 1, data: { ...at.data, users } }, { expectRev: at.rev })
}

it('names the people of any institution by name, to an editor who may set responsibility', async () => {
  const { list } = await h.as('core').call(listbyinstitution, { institution: aare })
  expect(list).toEqual([
    { id: ids.account.core2, fullname: 'Lena Hofstetter' },
    { id: ids.account.core, fullname: 'Matthias Egger' },
  ])
  expect(await namesOf(rhine)).toEqual(['Matthias Egger (Rheintal)', 'Ulrike Thoma'])
  expect(await h.as('admin').call(listbyinstitution, { institution: aare })).toEqual({ list })
})

it('refuses who may not set it: editors without the right, registered and company users', async () => {
  for (const caller of [
    h.as('national'),
    h.as('core', ids.account.coreRhine),
    h.as('registered'),
    h.as('company'),
  ])
    await expect(caller.call(listbyinstitution, { institution: aare })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
})

it('answers not_found for an institution that there is not, whatever else has the id', async () => {
  for (const institution of [ids.nothing, ids.product.compost, ids.account.core])
    await expect(h.as('core').call(listbyinstitution, { institution })).rejects.toMatchObject({
      code: 'not_found',
    })
})

it('leaves out accounts that are not active and registered users', async () => {
  await join(ids.institution.austria, [
    ['Gone Person', { active: false }],
    ['Registered Person', { staticData: undefined }],
    ['Anna Amsel', {}],
  ])
  expect(await namesOf(ids.institution.austria)).toEqual(['Anna Amsel', 'Veronika Lechthaler'])
})

it('offers at most 900 people, the first by name', async () => {
  const name = (i: number) => `Person ${String(i).padStart(4, '0')}`
  const many = Array.from({ length: 1100 }, (_, i): [string, Partial<AccountData>] => [name(1099 - i), {}])
  await join(ids.institution.france, many)
  const names = await namesOf(ids.institution.france)
  expect(names.length).toBe(900)
  expect(names.slice(0, 3)).toEqual(['Bastien Leroux', 'Camille Aubertin', name(0)])
  expect(names.at(-1)).toBe(name(897))
})
