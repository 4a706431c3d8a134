/** Who has a product open: through the runtime, by people, windows and time. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DemoUser, demoSub } from '../../scripts/seed/people.ts'
import { update } from '../../shared/calls/bml/presence/update.ts'
import { create as createProduct } from '../../shared/calls/bml/product/create.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
let id = ''
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
beforeEach(async () => {
  id = await newProduct()
})
const newProduct = async () => (await h.as('core').call(createProduct, {})).id
const say = async (
  user: DemoUser,
  more: { place?: number; unsaved?: boolean; left?: boolean } = {},
  account?: string,
) =>
  (await h.as(user, account).call(update, { section: 'equipoProducts', id, ...more })).present.map(
    ({ account: who, unsaved }) => `${nameOf(who)}${unsaved ? ' *' : ''}`,
  )
const nameOf = (account: string) =>
  Object.entries(ids.account).find(([, one]) => one === account)?.[0] ?? 'another account'

describe('who has a product open', () => {
  test('is told of the others, by name, and whether they have unsaved changes; not of themselves', async () => {
    expect(await say('core')).toEqual([])
    expect(await say('core2', { unsaved: true })).toEqual(['core'])
    expect(await say('core')).toEqual(['core2 *'])
    expect(await say('core2')).toEqual(['core'])
    expect(await say('core')).toEqual(['core2'])
    const { present } = await h.as('core').call(update, { section: 'equipoProducts', id, name: 'Nobody' })
    expect(present).toMatchObject([{ account: ids.account.core2, name: expect.stringMatching(/\w/) }])
    expect(Object.keys(present[0]!).sort()).toEqual(['account', 'name', 'since', 'unsaved'])
  })
  test('of another product nothing is told', async () => {
    await say('core')
    id = await newProduct()
    expect(await say('core2')).toEqual([])
  })
  test('is gone after a minute without a word, and at once when they leave', async () => {
    await say('core')
    await say('admin')
    h.clock.advance(50)
    await say('admin')
    expect(await say('core2')).toEqual(['core', 'admin'])
    h.clock.advance(15)
    expect(await say('core2')).toEqual(['admin'])
    await say('admin', { left: true })
    expect(await say('core2')).toEqual([])
  })
  test('is one person with several windows, and stays until the last of them is closed', async () => {
    await say('core', { place: 1 })
    h.clock.advance(5)
    await say('core', { place: 2, unsaved: true })
    expect(await say('core2')).toEqual(['core *'])
    await say('core', { place: 2, left: true })
    expect(await say('core2')).toEqual(['core'])
    await say('core', { place: 1, left: true })
    expect(await say('core2')).toEqual([])
  })
  test('is one person with several accounts, and not told of themselves', async () => {
    const second = await h.as('admin').call(create, {
      entityclass: 'account',
      data: { ssoUsers: [demoSub('core')], staticData: { fullname: 'The same person', isAdmin: true } },
    })
    await say('core', {}, second.id)
    // Within the same millisecond neither account would be the first.
    h.clock.advance(1)
    expect(await say('core')).toEqual([])
    expect(await say('core2')).toEqual(['another account'])
  })
  test('keeps since when they are there', async () => {
    await say('core')
    const since = h.clock.now()
    h.clock.advance(20)
    await say('core')
    const { present } = await h.as('core2').call(update, { section: 'equipoProducts', id })
    expect(Date.parse(present[0]!.since)).toBeLessThanOrEqual(Date.parse(since))
  })
  test('is told to nobody who may not know of the product, and company users learn nothing', async () => {
    await say('core')
    expect(await failureOf(say('national'))).toMatchObject({ status: 404 })
    expect(await failureOf(say('registered'))).toMatchObject({ status: 403 })
    id = ids.product.compost
    await say('core')
    expect(await say('company')).toEqual([])
    expect(await say('core2')).toEqual(['core'])
    id = crypto.randomUUID()
    expect(await failureOf(say('core'))).toMatchObject({ status: 404 })
  })
  test('several at once lose nobody', async () => {
    const users = ['core', 'core2', 'admin'] as const
    await Promise.all(users.flatMap((user) => [0, 1, 2, 3].map((place) => say(user, { place }))))
    expect((await say('core2')).sort()).toEqual(['admin', 'core'])
    expect((await say('admin')).sort()).toEqual(['core', 'core2'])
  })
})

test('where the installation has it switched off, nothing is kept', async () => {
  const settings = { ...h.ports.settings, hasPresence: () => false }
  const off = await startHarness({ ports: { settings } })
  try {
    const made = await off.as('core').call(createProduct, {})
    for (const user of ['core', 'core2'] as const)
      expect(await off.as(user).call(update, { section: 'equipoProducts', id: made.id })).toEqual({
        isOn: false,
        present: [],
      })
    expect(await off.ports.entities.listTransient(`presence#${made.id}#`)).toEqual([])
  } finally {
    await off.close()
  }
})
