/** A product and its standing on a day that is past, or to come. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { archivelist } from '../../shared/calls/bml/product/archivelist.ts'
import { asof } from '../../shared/calls/bml/product/asof.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { restore } from '../../shared/calls/bml/product/restore.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch, fr } = ids.list
const { eu } = ids.standard
const patch = async (id: string, operations: JsonPatch, user: DemoUser = 'core') =>
  h.as(user).call(save, { id, rev: await h.revOf(id), patch: operations })
const on = (day: string, id: string = ids.product.compost, user: DemoUser = 'core') =>
  h.as(user).call(asof, { id, day })
/** Noon of the next day in the installation's time zone. */
const nextDay = () => h.clock.advance(24 * 3600)

describe('a product as of a day', () => {
  test('is not there before it was made, and stands by its approvals of that day', async () => {
    expect(await on('2025-05-31')).toEqual({ day: '2025-05-31', standing: [] })
    const states = async (day: string) =>
      (await on(day)).standing.map(({ list, isListed, approvals }) => [
        list,
        isListed,
        approvals.map(({ state, counts }) => [state, counts]),
      ])
    expect(await states('2025-06-01')).toEqual([
      [base, true, [['open', false]]],
      [ch, true, [['open', false]]],
    ])
    expect(await states('2025-07-01')).toEqual([
      [base, true, [['finallyApproved', true]]],
      [ch, true, [['finallyApproved', true]]],
    ])
    expect((await states('2027-02-01'))[0]).toEqual([base, true, [['approvalExpired', false]]])
    const told = await on('2026-01-01')
    expect(told.standing[0]).toMatchObject({
      list: base,
      responsible: ids.institution.aare,
      approvals: [
        {
          standard: eu,
          begin: '2025-07-01T04:00:00.000Z',
          end: '2027-01-31T04:00:00.000Z',
          initiatedBy: ids.account.core,
          releasedBy: ids.account.core2,
          releasedOn: '2025-07-01T04:00:00.000Z',
        },
      ],
    })
    expect(told.product?.titles[ids.account.core2]).toBeTruthy()
  })
  test('holds the values, lists and parent of then, whatever has become of them', async () => {
    const [id, parent] = [ids.product.compost, ids.product.basalt]
    const first = h.clock.today()
    await patch(id, [set(base, 'basis-f5', text('of the first day'))])
    nextDay()
    const second = h.clock.today()
    await patch(id, [set(base, 'basis-f5', text('of the second day'))])
    await h.as('core').call(archivelist, { id, rev: await h.revOf(id), list: ch })
    await h.as('core').call(setderived, { id, rev: await h.revOf(id), parent })
    await patch(id, [
      { op: 'remove', path: `/listData/${base}/basis-f1` },
      set(base, '_linked/basis-f1', 'derived'),
    ])
    nextDay()
    const third = h.clock.today()
    await patch(parent, [set(base, 'basis-f1', text('Basalt renamed'))], 'admin')
    nextDay()
    await h.as('core').call(deleteproduct, { id, rev: await h.revOf(id) })

    const [one, two, three, now] = [
      await on(first),
      await on(second),
      await on(third),
      await on(h.clock.today()),
    ]
    expect(listIn(one.product, base)['basis-f5']).toEqual(text('of the first day'))
    expect(listIn(two.product, base)['basis-f5']).toEqual(text('of the second day'))
    expect(one.product?.rev).toBeLessThan(two.product!.rev)
    const listed = ({ standing }: typeof one) => standing.map(({ list, isListed }) => [list, isListed])
    expect(listed(one)).toEqual([
      [base, true],
      [ch, true],
    ])
    expect(listed(two)).toEqual([
      [base, true],
      [ch, false],
    ])
    expect(listed(now)).toEqual([
      [base, false],
      [ch, false],
    ])
    expect(now.product?.disabled).toBe(true)
    // The product itself was not changed on the third day, its parent was.
    expect(two.product?.resolved[base]?.['basis-f1']?.value).toEqual(text('Basalt Dust'))
    expect(three.product?.resolved[base]?.['basis-f1']?.value).toEqual(text('Basalt renamed'))
    expect(three.product?.rev).toBe(two.product?.rev)
  })
  test('ends at midnight of the installation', async () => {
    const id = ids.product.neem
    // 00:30 of the next day in Zurich.
    const late = new Date(`${h.clock.today()}T22:45:00.000Z`).getTime()
    const before = h.clock.today()
    h.clock.advance((late - h.clock.millis()) / 1000 + 3600)
    expect(h.clock.today()).not.toBe(before)
    await patch(id, [set(base, 'basis-f5', text('after midnight'))], 'national')
    expect(listIn((await on(before, id, 'national')).product, base)).not.toHaveProperty('basis-f5')
    expect(listIn((await on(h.clock.today(), id, 'national')).product, base)['basis-f5']).toEqual(
      text('after midnight'),
    )
  })
  test('shows a list that has moved away since, by the rights that it would have today', async () => {
    const id = ids.product.neem
    const day = h.clock.today()
    nextDay()
    const { id: target } = await h.ports.entities.put(
      {
        ...(await h.ports.entities.get(id))!,
        id: crypto.randomUUID(),
        data: {
          ...(await h.ports.entities.get('product', id))!.data,
          listData: { [base]: (await h.ports.entities.get('product', id))!.data.listData[base]! },
        },
      },
      { expectRev: 0 },
    )
    await h.as('admin').call(movelist, { id, rev: await h.revOf(id), list: fr, target })
    expect((await on(day, id, 'national')).standing.map(({ list }) => list)).toEqual([base, fr])
    expect((await on(h.clock.today(), id, 'national')).standing.map(({ list }) => list)).toEqual([base])
  })
})

describe('secrecy of a day', () => {
  test('is that of today', async () => {
    const id = ids.product.neem
    const row = { component: ids.component.secret, secrecy: 'public' }
    await patch(id, [set(base, '_components/base/s1', row)], 'national')
    const day = h.clock.today()
    nextDay()
    await patch(id, [set(base, '_components/base/s1/secrecy', 'base-data-responsible')], 'national')
    expect(JSON.stringify(await on(day, id, 'national'))).toContain(ids.component.secret)
    expect(JSON.stringify(await on(day, id, 'core'))).not.toContain(ids.component.secret)
    for (const unknown of [ids.product.basalt, ids.nothing, ids.company.belmont])
      await expect(on(day, unknown, 'national')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })
  test('company users see the approvals, and nobody of the staff', async () => {
    const id = ids.product.compost
    const told = await on('2026-01-01', id, 'company')
    expect(told.standing[0]).toEqual({
      list: base,
      isListed: true,
      approvals: [
        {
          standard: eu,
          state: 'finallyApproved',
          counts: true,
          begin: '2025-07-01T04:00:00.000Z',
          end: '2027-01-31T04:00:00.000Z',
        },
      ],
    })
    for (const account of [ids.account.core, ids.account.core2])
      expect(JSON.stringify(told)).not.toContain(account)
  })
  test('company users learn nothing of a renewal that is only initiated', async () => {
    const id = ids.product.compost
    await h.as('core').call(restore, { id, rev: await h.revOf(id) })
    const act = async (input: { action: 'setdates' | 'initiate'; begin?: string; end?: string }) =>
      h.as('core').call(approvals, { id, rev: await h.revOf(id), list: base, standard: eu, ...input })
    await act({ action: 'setdates', begin: '2026-01-01T04:00:00.000Z', end: '2026-01-02T04:00:00.000Z' })
    await act({ action: 'initiate' })
    const state = async (user: DemoUser) =>
      (await on(h.clock.today(), id, user)).standing[0]!.approvals[0]!.state
    expect([await state('core'), await state('company')]).toEqual(['initiated', 'approvalExpired'])
  })
  test('what is no day is refused', async () => {
    for (const day of ['2026-02-30', 'yesterday', '2026-1-1', ''])
      await expect(on(day)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    expect(await h.as('core').call(load, { id: ids.product.compost })).toBeTruthy()
  })
})
