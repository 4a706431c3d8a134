/** What keeps a confirmation that is made from going out, and what becomes of one that did not. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uniqueValues } from '../../functions/domain/entity/unique-values.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { check } from '../../shared/calls/bml/confirmation/check.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { createlistingconfirmation } from '../../shared/calls/bml/product/createlistingconfirmation.ts'
import { listlistingconfirmations } from '../../shared/calls/bml/product/listlistingconfirmations.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { pdflistingconfirmation } from '../../shared/calls/bml/product/pdflistingconfirmation.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { sendlistingconfirmation } from '../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { withdrawlistingconfirmation } from '../../shared/calls/bml/product/withdrawlistingconfirmation.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import type { ListingConfirmation } from '../../shared/model/confirmation.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { change, complete } from './confirmations.world.ts'
import { failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'

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
  it('keep from sending also who does not see them, and are not named: four eyes go first', async () => {
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._responsible = { institution: ids.institution.aare }
      listData[base]!._responsible = { institution: ids.institution.rhine }
      listData[base]!._components.base['secret'] = {
        component: ids.component.horn,
        secrecy: 'base-data-responsible',
        amount: 7,
      }
    })
    const { id } = await make()
    const problems = async (who: DemoUser) =>
      (await h.as(who).call(listlistingconfirmations, { productId: compost })).list.find(
        ({ confirmation }) => confirmation.id === id,
      )!.problems
    expect(await problems('core')).toEqual(await problems('admin'))
    expect(await refusedFor(id)).toEqual([changedIn(base)])
    // A row that was removed counts too, whoever saw it.
    await released(base, eu, await revOf())
    await change<ProductData>(h, compost, ({ listData }) => {
      delete listData[base]!._components.base['secret']
    })
    expect(await refusedFor(id)).toEqual([changedIn(base)])
  })
  const act = async (
    who: DemoUser,
    action: 'release' | 'annotate',
    more: { comment?: string; restriction?: string } = {},
  ) => {
    const { rev, parentRevs } = await h.as(who).call(load, { id: compost })
    const of = { id: compost, rev, parentRevs, list: ch, standard: eu, action, ...more }
    return h.as(who).call(approvals, of)
  }
  it('are sent once somebody else has confirmed them again, while the approval goes on', async () => {
    await remark(ch, 'seen by nobody else yet')
    const { id } = await make()
    expect(await refusedFor(id)).toEqual([changedIn(ch)])
    const before = (await h.ports.entities.get('product', compost))!.data.listData[ch]!._approval[eu]!
    expect((await refusal(act('core', 'release'))).key).toBe('approvalOwnChanges')
    await act('core2', 'release')
    const after = (await h.ports.entities.get('product', compost))!.data.listData[ch]!._approval[eu]!
    expect([after.begin, after.end]).toEqual([before.begin, before.end])
    await send(id)
    await h.worked()
    expect(await stored(id)).toMatchObject({ sendDate: expect.any(String) })
  })
  it('are also the words that are printed with an approval: nobody alone changes what a paper says', async () => {
    const { id } = await make()
    await act('core2', 'annotate', { restriction: 'Nur im Freiland' })
    expect(await refusedFor(id)).toEqual([changedIn(ch)])
    expect((await refusal(act('core2', 'release'))).key).toBe('approvalOwnChanges')
    await act('core', 'release')
    const limits = { standards: { [eu]: { limitation: { de_DE: 'höchstens 10 kg' } } } }
    const patch = [{ op: 'add' as const, path: `/listData/${ch}/_display`, value: limits }]
    await h.as('core').call(save, { id: compost, rev: await revOf(), patch })
    expect(await refusedFor(id)).toEqual([changedIn(ch)])
    await act('core2', 'release')
    await send(id)
    await h.worked()
    expect((await stored(id)).sent?.content.lists[0]?.standards).toMatchObject([
      { standard: eu, limitation: 'höchstens 10 kg', restrictions: ['Nur im Freiland'] },
    ])
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
    await act('core', 'annotate', { comment: 'words release nothing' })
    expect(await refusedFor((await make()).id)).toEqual([changedIn(ch)])
  })
})

describe('a confirmation whose document was made out and that is not known to be sent', () => {
  const write = async (id: string, to: (data: ListingConfirmation) => void) => {
    const before = (await h.ports.entities.get('listing_confirmation', id))!
    const data = structuredClone(before.data)
    to(data)
    await h.ports.entities.put(
      { ...before, rev: before.rev + 1, data },
      { expectRev: before.rev, unique: uniqueValues('listing_confirmation', data) },
    )
  }
  const sent = async (more: object = {}) => {
    const { id } = await make('core', more)
    await send(id)
    await h.worked()
    expect(await stored(id)).toMatchObject({ sendDate: expect.any(String) })
    return id
  }
  /** As if its mail had failed in every try. */
  const sealed = async (more: { replaces?: string } = {}) => {
    const id = await sent(more)
    await write(id, (data) => {
      delete data.sendDate
      delete data.sendJob
    })
    if (more.replaces !== undefined)
      await write(more.replaces, (data) => {
        delete data.replacedBy
      })
    return id
  }
  const withdraw = (confirmationId: string, who: DemoUser = 'core') =>
    h.as(who).call(withdrawlistingconfirmation, { confirmationId })
  const key = async (run: Promise<unknown>) => (await refusal(run)).key
  const checked = async (id: string) => h.anonymous.call(check, { number: (await stored(id)).number ?? '' })
  const named = (name: string) =>
    change<CompanyData>(h, ids.company.nordhain, ({ baseData }) => {
      baseData.name = name
    })

  beforeAll(() => change<ProductData>(h, compost, (data) => Object.assign(data, structuredClone(asSeeded))))

  it('is never said to be valid, and holds the place of what it replaces until it is withdrawn', async () => {
    const first = await sent()
    const second = await sealed({ replaces: first })
    expect((await checked(second)).state).toBe('unsent')
    const third = (await make('core', { replaces: first })).id
    await send(third)
    await h.worked()
    expect((await stored(third)).failure?.text?.key).toBe('confirmationReplaces')

    for (const [who, status] of [
      ['national', 404],
      ['company', 403],
      ['registered', 403],
    ] as const)
      expect((await failureOf(withdraw(second, who))).status, who).toBe(status)
    const rhine = h.as('core', ids.account.coreRhine)
    const elsewhere = rhine.call(withdrawlistingconfirmation, { confirmationId: second })
    expect((await failureOf(elsewhere)).status).toBe(403)
    const { number, sent: document } = await stored(second)
    expect((await withdraw(second)).data).toMatchObject({ withdrawn: expect.any(String), number })
    expect((await stored(second)).sent).toMatchObject({
      content: document!.content,
      fileHash: document!.fileHash,
    })
    expect((await checked(second)).state).toBe('withdrawn')
    const { list } = await h.as('core').call(listlistingconfirmations, { productId: compost })
    expect(list.find(({ confirmation }) => confirmation.id === second)!.state).toBe('withdrawn')
    // Nothing becomes of it any more.
    const { rev } = (await h.ports.entities.get(second))!
    const patch = [{ op: 'replace' as const, path: '/language', value: 'fr_FR' }]
    for (const run of [
      () => send(second),
      () => withdraw(second),
      () => h.as('core').call(updatefrompatch, { id: second, rev, patch }),
    ])
      expect(await key(run())).toBe('confirmationWithdrawn')

    await send(third)
    await h.worked()
    expect((await stored(first)).replacedBy).toBe(third)
  })
  it('goes out again as long as it says what would be said today, and else only another one does', async () => {
    const id = await sealed()
    const { name } = ((await h.ports.entities.get('company', ids.company.nordhain))!.data as CompanyData)
      .baseData
    await named('Nordhain Neu GmbH')
    expect(await key(send(id))).toBe('confirmationOutdated')
    await named(name)
    const mails = h.mails.length
    await send(id)
    await named('Nordhain Neu GmbH')
    await h.worked()
    expect([(await stored(id)).failure?.text?.key, h.mails.length - mails]).toEqual([
      'confirmationOutdated',
      0,
    ])
    await named(name)
    // On another day it is the same document.
    h.clock.advance(24 * 3600)
    await send(id)
    await h.worked()
    expect(await stored(id)).toMatchObject({ sendDate: expect.any(String) })
    expect(h.mails.length - mails).toBe(1)
  })
  it('is not one that was sent although its job was stopped: nothing of that is written again', async () => {
    const id = await sent()
    await write(id, (data) => {
      delete data.sendJob
    })
    const { rev } = (await h.ports.entities.get(id))!
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = false
    })
    expect(await key(send(id))).toBe('confirmationSent')
    expect((await h.ports.entities.get(id))!.rev).toBe(rev)
    await change<ProductData>(h, compost, (data) => Object.assign(data, structuredClone(asSeeded)))
  })
  it('is not what is sent, being sent, or has no document yet', async () => {
    const id = (await make()).id
    expect(await key(withdraw(id))).toBe('confirmationUnsealed')
    await send(id)
    expect(await key(withdraw(id))).toBe('confirmationSending')
    await h.worked()
    expect(await key(withdraw(id))).toBe('confirmationSent')
  })
})

it('one whose job was written and not planned is planned when it is asked for again', async () => {
  const { id } = await make()
  const { jobs } = h.ports
  const { send: queue } = jobs
  jobs.send = async () => {
    throw new Error('the queue is away')
  }
  expect((await failureOf(send(id))).status).toBe(500)
  jobs.send = queue
  const { jobId } = await send(id)
  await h.worked()
  expect(await stored(id)).toMatchObject({ sendDate: expect.any(String), sendJob: jobId })
})

it('of many the newest are told first, and the older ones page by page', async () => {
  const made = await make()
  const first = (await h.ports.entities.get('listing_confirmation', made.id))!
  const at = (n: number) => new Date(Date.UTC(2027, 0, 1) + n * 1000).toISOString()
  const many = Array.from({ length: 620 }, (_, n) => ({ ...first, id: crypto.randomUUID(), created: at(n) }))
  for (const one of many) await h.ports.entities.put({ ...one, rev: 1 }, { expectRev: 0 })
  const told: string[] = []
  let before: string | undefined
  do {
    const asked = { productId: compost, ...(before !== undefined && { before }) }
    const { list, older } = await h.as('core').call(listlistingconfirmations, asked)
    told.push(...list.map(({ confirmation }) => confirmation.id))
    before = older
  } while (before !== undefined)
  expect(told.slice(0, many.length)).toEqual(many.map(({ id }) => id).reverse())
  expect(new Set(told).size).toBe(told.length)
  expect(told).toContain(made.id)
})
