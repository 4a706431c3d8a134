/** Entities that another version stored with keys or values that this one does not take: the rest of them is saved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { load as loadCompany } from '../../shared/calls/bml/company/load.ts'
import { save as saveCompany } from '../../shared/calls/bml/company/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

type Data = Record<string, unknown>
/** Writes past the rules, as another version would have. */
async function storedWith(id: string, change: (data: Data) => void) {
  const entity = (await h.ports.entities.get(id))!
  const data = structuredClone(entity.data) as Data
  change(data)
  await h.ports.entities.put({ ...entity, data } as typeof entity, { expectRev: entity.rev })
}
const dataOf = async (id: string) => (await h.ports.entities.get(id))!.data as Data
const op = (path: string, value: unknown) => ({ op: 'add' as const, path, value })

describe('a company', () => {
  const id = ids.company.nordhain
  const save = async (...patch: JsonPatch) =>
    h.as('admin').call(saveCompany, { id, rev: await h.revOf(id), patch })
  test('is saved, and keeps what another version stored in it and in its rows', async () => {
    await storedWith(id, (data) => {
      data['former'] = { a: [1] }
      Object.assign(data['baseData'] as Data, { fax: '1' })
      const people = data['contactPersons'] as Record<string, Data>
      const [person] = Object.values(people)
      data['contactPersons'] = { p: { ...person, since: 1999 } }
    })
    await save(op('/baseData/name', 'Nordhain neu'))
    expect(await dataOf(id)).toMatchObject({
      former: { a: [1] },
      baseData: { name: 'Nordhain neu', fax: '1' },
      contactPersons: { p: { since: 1999 } },
    })
    await save(op('/contactPersons/p/lastName', 'Neu'))
    expect(await dataOf(id)).toMatchObject({ contactPersons: { p: { lastName: 'Neu', since: 1999 } } })
  })
  test.each([
    ['/former', { a: [2] }],
    ['/former/b', 1],
    ['/other', 1],
    ['/baseData/fax', '2'],
    ['/baseData/telex', '1'],
    ['/contactPersons/q', { lastName: 'Q', since: 1999 }],
    ['/baseData/name', 7],
  ])('takes no other one: %s', async (path, value) => {
    const before = await dataOf(id)
    expect(await failureOf(save(op(path, value)))).toMatchObject({ status: 400 })
    expect(await dataOf(id)).toEqual(before)
  })
  test('is shown without them', async () => {
    const { data } = await h.as('core').call(loadCompany, { id })
    expect(data.baseData.name).toBe('Nordhain neu')
    for (const key of ['former', 'fax', 'since']) expect(JSON.stringify(data)).not.toContain(`"${key}"`)
  })
})

test('every other class is saved so, too', async () => {
  const admin = h.as('admin')
  const { id, rev } = await admin.call(create, {
    entityclass: 'label',
    data: { title: { de_DE: 'Dringend' }, color: '#aa0000' },
  })
  await storedWith(id, (data) => Object.assign(data, { icon: 'bell' }))
  const patched = (path: string, value: unknown, at: number) =>
    admin.call(updatefrompatch, { id, rev: at, patch: [op(path, value)] })
  await patched('/color', '#00aa00', rev + 1)
  expect(await dataOf(id)).toMatchObject({ color: '#00aa00', icon: 'bell' })
  expect(await failureOf(patched('/icon', 'star', rev + 2))).toMatchObject({ status: 400 })
  expect(await failureOf(patched('/shape', 'round', rev + 2))).toMatchObject({ status: 400 })
})

test('own settings are saved; what another version stored beside them goes to nobody, and stays', async () => {
  const me = ids.account.core
  await storedWith(me, (data) => Object.assign(data['userData'] as Data, { density: 'compact' }))
  const core = h.as('core')
  const { rev, userData } = await core.call(getaccount, {})
  expect(userData).not.toHaveProperty('density')
  const saved = await core.call(updateaccount, { rev, userData: { ...userData, appearance: 'dark' } })
  expect(saved.userData).toMatchObject({ appearance: 'dark' })
  expect(saved.userData).not.toHaveProperty('density')
  expect((await dataOf(me))['userData']).toMatchObject({ appearance: 'dark', density: 'compact' })
  const wrong = { ...userData, density: 'wide' }
  expect(await failureOf(core.call(updateaccount, { rev: rev + 1, userData: wrong }))).toMatchObject({
    status: 400,
  })
})

describe('an institution', () => {
  const admin = () => h.as('admin')
  const wrong = 'CH93 0076 2011 6238 5295 8'
  const make = async (internalName: string) =>
    (
      await admin().call(create, {
        entityclass: 'institution',
        data: { title: { de_DE: internalName, en_GB: internalName }, internalName },
      })
    ).id
  const save = async (id: string, ...patch: JsonPatch) =>
    admin().call(updatefrompatch, { id, rev: await h.revOf(id), mode: 'patch', patch })
  const keys = async (run: Promise<unknown>) =>
    (await failureOf(run)).details.issues?.map(({ path, key }) => [path, key])

  test('is saved, deleted and restored with the account and the name that it had; no other wrong one is taken', async () => {
    const id = await make('former')
    await storedWith(id, (data) =>
      Object.assign(data, { iban: wrong, vatPercent: 120, internalName: 'rhine' }),
    )
    await save(id, op('/yearlyInvoiceRun', true))
    await admin().call(disable, { id })
    await admin().call(restore, { id, rev: await h.revOf(id) })
    expect(await dataOf(id)).toMatchObject({ iban: wrong, vatPercent: 120, yearlyInvoiceRun: true })
    expect(await keys(save(id, op('/iban', 'CH00 0076 2011 6238 5295 7')))).toEqual([
      ['/iban', 'ibanInvalid'],
    ])
    expect(await keys(save(id, op('/vatPercent', 101)))).toEqual([['/vatPercent', 'percentRange']])
    await save(id, op('/iban', 'CH93 0076 2011 6238 5295 7'))
  })
  test('has a title, unless it had none', async () => {
    const data = { title: { de_DE: ' ' }, internalName: 'nameless' }
    const required = [['/title', 'valueMissing']]
    expect(await keys(admin().call(create, { entityclass: 'institution', data }))).toEqual(required)
    const id = await make('named')
    expect(await keys(save(id, op('/title', {})))).toEqual(required)
    await storedWith(id, (stored) => Object.assign(stored, { title: {} }))
    await save(id, op('/yearlyInvoiceRun', true))
  })
  test('does not take the internal name of another one, also where it only reads the same', async () => {
    const taken = [['/internalName', 'internalNameTaken']]
    await make('bio test')
    for (const same of [' bio  test', 'BIO-Test', 'bio\u200b test'])
      expect(await keys(make(same)), same).toEqual(taken)
    const id = await make('bio-test-2')
    expect(await keys(save(id, op('/internalName', 'bio-test')))).toEqual(taken)
    await save(id, op('/internalName', 'bio-test-3'))
  })
})
