/** What keeps a confirmation that is made from going out: data that nobody has released. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { createlistingconfirmation } from '../../shared/calls/bml/product/createlistingconfirmation.ts'
import { listlistingconfirmations } from '../../shared/calls/bml/product/listlistingconfirmations.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { pdflistingconfirmation } from '../../shared/calls/bml/product/pdflistingconfirmation.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { sendlistingconfirmation } from '../../shared/calls/bml/product/sendlistingconfirmation.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { change, complete } from './confirmations.world.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'

const { base, ch } = ids.list
const { compost } = ids.product
const { eu, ch: swiss } = ids.standard
const asked = {
  productId: compost,
  listIds: [ch],
  institutionId: ids.institution.aare,
  companyId: ids.company.nordhain,
  language: 'de_DE' as const,
  type: 'listing' as const,
  url: 'http://127.0.0.1:3000/products/1',
}
let h: Harness
let asSeeded: ProductData
beforeAll(async () => {
  h = await startHarness()
  await complete(h)
  asSeeded = (await h.ports.entities.get('product', compost))!.data
})
afterAll(() => h.close())

const make = (who: DemoUser = 'core', more: object = {}) =>
  h.as(who).call(createlistingconfirmation, { ...asked, ...more })
const send = (confirmationId: string, who: DemoUser = 'core') =>
  h.as(who).call(sendlistingconfirmation, { confirmationId })
const stored = async (id: string) => (await h.ports.entities.get('listing_confirmation', id))!.data
const revOf = async () => (await h.ports.entities.get('product', compost))!.rev
const remark = async (list: string, text: string, who: DemoUser = 'core') => {
  const patch = [{ op: 'add' as const, path: `/listData/${list}/_remark`, value: { de_DE: text } }]
  await h.as(who).call(save, { id: compost, rev: await revOf(), patch })
}
const refusedFor = async (id: string) =>
  (await failureOf(send(id))).details.issues?.map(({ key, mend }) => [key, mend])
const changedIn = (list: string) => ['confirmationChanged', { place: 'approvals', product: compost, list }]
/** As if the revision that the person saw had been noted. */
const released = (list: string, standard: string, rev: number) =>
  change<ProductData>(h, compost, ({ listData }) => {
    listData[list]!._approval[standard]!.releasedRev = rev
  })

describe('data that have changed since they were released', () => {
  beforeEach(() => change<ProductData>(h, compost, (data) => Object.assign(data, structuredClone(asSeeded))))

  it('are looked at as a draft and not sent, whoever changed them; the way leads to the approvals', async () => {
    await remark(ch, 'not seen by a second person')
    const { id } = await make()
    expect(await refusedFor(id)).toEqual([changedIn(ch)])
    const { list } = await h.as('core').call(listlistingconfirmations, { productId: compost })
    const draft = list.find(({ confirmation }) => confirmation.id === id)!
    expect(draft.problems).toMatchObject([{ key: 'confirmationChanged', onlySending: true }])
    expect(
      (await h.as('core').call(pdflistingconfirmation, { confirmationId: id })).ticketNumber,
    ).toBeDefined()
    // Taken back, it is what was released.
    await change<ProductData>(h, compost, (data) => Object.assign(data, structuredClone(asSeeded)))
    await send(id)
    await h.worked()
    expect(await stored(id)).toMatchObject({ sendDate: expect.any(String) })
  })
  it('of the base list keep back what is printed of another one', async () => {
    await change<ProductData>(h, compost, ({ listData }) => {
      const { _approval } = listData[base]!
      _approval[swiss] = structuredClone(_approval[eu]!)
    })
    await remark(base, 'of the base list')
    expect(await refusedFor((await make()).id)).toEqual([changedIn(base)])
    // Of the base list one standard that was confirmed since is enough, as it is to be sent at all.
    await released(base, eu, await revOf())
    await send((await make()).id)
    // Where it is printed, each of them is asked for.
    const { id } = await make('core', { listIds: [base] })
    expect(await refusedFor(id)).toEqual([changedIn(base)])
    await released(base, swiss, await revOf())
    await send(id)
    await h.worked()
    expect(await stored(id)).toMatchObject({ sendDate: expect.any(String) })
  })
  it('are judged by the revision that was noted, and again when the job comes to it', async () => {
    await remark(ch, 'seen by a second person')
    await released(ch, eu, await revOf())
    const { id } = await make()
    await send(id)
    await remark(ch, 'changed behind it')
    await h.worked()
    const { failure, sendDate, sent } = await stored(id)
    expect([failure?.text?.key, sendDate, sent]).toEqual(['confirmationChanged', undefined, undefined])
    expect(await refusedFor(id)).toEqual([changedIn(ch)])
  })
  it('without a noted revision: what was there when the approval was given its dates was released, whatever is said of it later', async () => {
    await remark(ch, 'as the register brought it')
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._approval[eu]!.end = '2026-12-30T00:00:00.000Z'
    })
    const { id } = await make()
    await send(id)
    await h.worked()
    expect(await stored(id)).toMatchObject({ sendDate: expect.any(String) })
    await remark(ch, 'entered by hand')
    const { rev, parentRevs } = await h.as('core').call(load, { id: compost })
    await h.as('core').call(approvals, {
      id: compost,
      rev,
      parentRevs,
      list: ch,
      standard: eu,
      action: 'annotate',
      comment: 'words release nothing',
    })
    expect(await refusedFor((await make()).id)).toEqual([changedIn(ch)])
  })
})
