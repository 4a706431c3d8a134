/** Numbers without gaps or duplicates, whoever sends at the same time and whatever step a process dies at. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { documentKey } from '../../functions/domain/invoice/sealed.ts'
import type { Mail } from '../../functions/ports/mailer.ts'
import type { PdfMaker } from '../../functions/ports/pdf-maker.ts'
import { cancelInvoice, cancellationId } from '../../functions/services/invoice/cancel.ts'
import { type SendPorts, sendInvoice } from '../../functions/services/invoice/send.ts'
import { documentTooLarge } from '../../shared/errors.ts'
import type { Institution } from '../../shared/model/administration.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { aare, asHtml, makeDraft, makeSendable, stored } from './invoice.world.ts'

let h: Harness
const mails: Mail[] = []
const mailer = {
  async send(mail: Mail) {
    mails.push(mail)
    return { messageId: String(mails.length) }
  },
}
beforeAll(async () => {
  h = await startHarness({ ports: { pdf: asHtml, mailer, jobs: { send: async () => {} } } })
  await makeSendable(h)
})
afterAll(() => h.close())

const senderOf = (job: string) => ({ by: ids.account.admin, job })
const forever = new AbortController().signal
const newJob = () => h.ports.ids.next()
const numbersOf = async (drafts: string[]) =>
  Promise.all(drafts.map(async (id) => (await stored(h, id)).number))
const expected = (year: number, count: number) =>
  Array.from({ length: count }, (_, n) => `aare-${year}-${String(n + 1).padStart(6, '0')}`)
const sha256 = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')

it('twenty who send at the same time, each twice, draw the numbers one after the other', async () => {
  const drafts: string[] = []
  for (let n = 0; n < 20; n++) drafts.push(await makeDraft(h, { targetYear: 2040 }))
  const jobs = drafts.map(newJob)
  const once = () => drafts.map((id, n) => sendInvoice(h.ports, senderOf(jobs[n]!), id, forever))
  mails.length = 0
  // Who comes to one that is just being mailed is too busy, and its message comes again.
  for (const outcome of await Promise.allSettled([...once(), ...once()]))
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'too_many_requests' })
  await Promise.all(once())
  expect(mails).toHaveLength(20)
  expect((await numbersOf(drafts)).sort()).toEqual(expected(2040, 20))
  for (const id of drafts) {
    const { sendDate, fileHash } = await stored(h, id)
    expect([id, sendDate !== undefined, fileHash !== undefined]).toEqual([id, true, true])
  }
})

it('one whose document could never be mailed takes no number', async () => {
  const line = { rule: 'custom', count: 1, price: 0.01, amount: 0.01, products: [], text: 'x' }
  const id = await makeDraft(h, { targetYear: 2043, sums: Array(1001).fill(line) })
  const pdf: PdfMaker = {
    async print(_, { maxBytes } = {}) {
      throw documentTooLarge(maxBytes!)
    },
  }
  const sending = sendInvoice({ ...h.ports, pdf }, senderOf(newJob()), id, forever)
  await expect(sending).rejects.toMatchObject({ details: { params: { max: 28_000_000 } } })
  expect((await stored(h, id)).number).toBeUndefined()
})

describe('an institution whose internal name is written otherwise', () => {
  /** Sends one, and gives its number. */
  async function send(targetYear: number): Promise<string | undefined> {
    const id = await makeDraft(h, { targetYear })
    await sendInvoice(h.ports, senderOf(newJob()), id, forever)
    return (await stored(h, id)).number
  }
  const rename = (internalName: string) =>
    change<Institution>(h, aare, (data) => {
      data.internalName = internalName
    })
  afterEach(() => rename('aare'))

  it('goes on with its numbers, and goes back to none of them', async () => {
    const numbers: (string | undefined)[] = []
    for (const name of ['Aare', 'AARE', 'Aare', 'aare', 'elbe', ' aARE']) {
      await rename(name)
      numbers.push(await send(2050))
    }
    expect(numbers).toEqual([
      'Aare-2050-000001',
      'AARE-2050-000002',
      'Aare-2050-000003',
      'aare-2050-000004',
      'elbe-2050-000001',
      'aARE-2050-000005',
    ])
  })
  it('goes on with those that were counted by spelling, as they once were', async () => {
    await rename('Aare')
    const id = await makeDraft(h)
    const entity = (await h.ports.entities.get(id))!
    const counter = 'invoice-numbers:Aare:2051'
    await h.ports.entities.put(entity, { expectRev: entity.rev, counters: [{ name: counter, by: 7 }] })
    expect(await send(2051)).toBe('Aare-2051-000008')
    expect(await h.ports.entities.counter(counter)).toBe(8)
    const numbers: (string | undefined)[] = []
    for (const name of ['AARE', 'aare']) {
      await rename(name)
      numbers.push(await send(2051))
    }
    expect(numbers).toEqual(['AARE-2051-000009', 'aare-2051-000010'])
    expect(await h.ports.entities.counter(counter)).toBe(10)
  })
})

class Killed extends Error {}
/** The same ports, whose process dies before or behind the step of that number; `steps` counts those that were taken. */
function dying(at: number, isBehind: boolean): { ports: SendPorts; steps(): number } {
  let step = 0
  let isDead = false
  const wrap = <T extends object>(port: T, names: readonly (keyof T & string)[]): T =>
    new Proxy(port, {
      get(target, name) {
        const value = target[name as keyof T]
        if (typeof value !== 'function') return value
        if (!names.includes(name as keyof T & string)) return value.bind(target)
        return async (...args: unknown[]) => {
          if (isDead) throw new Killed()
          const isNow = ++step === at
          if (isNow && !isBehind) isDead = true
          if (isDead) throw new Killed()
          const result = await value.apply(target, args)
          if (isNow) {
            isDead = true
            throw new Killed()
          }
          return result
        }
      },
    })
  const { entities, files, pdf, reference, clock, paymentParts } = h.ports
  return {
    ports: {
      entities: wrap(entities, ['putAll', 'put', 'counter']),
      files: wrap(files, ['put', 'get']),
      pdf: wrap(pdf, ['print']),
      mailer: wrap(mailer, ['send']),
      reference,
      clock,
      paymentParts,
    },
    steps: () => step,
  }
}

it('a process that dies at any step leaves no gap, and the next one goes on with the same number and document', {
  timeout: 120_000,
}, async () => {
  const drafts: string[] = []
  let most = 0
  for (const isBehind of [false, true])
    for (let at = 1; ; at++) {
      const id = await makeDraft(h, { targetYear: 2041 })
      drafts.push(id)
      const sender = senderOf(newJob())
      const { ports, steps } = dying(at, isBehind)
      mails.length = 0
      const isKilled = await sendInvoice(ports, sender, id, forever).then(
        () => false,
        (error) => {
          if (!(error instanceof Killed)) throw error
          return true
        },
      )
      // Somebody else sends one meanwhile.
      const other = await makeDraft(h, { targetYear: 2041 })
      drafts.push(other)
      await sendInvoice(h.ports, senderOf(newJob()), other, forever)
      const mailsOfOther = 1
      // Whoever was mailing it is waited for as long as that may take.
      h.clock.advance(300)
      await sendInvoice(h.ports, sender, id, forever)
      const { sendDate, fileHash } = await stored(h, id)
      expect(sendDate).toBeDefined()
      const kept = (await h.ports.files.get(documentKey(id, fileHash!))).body
      expect(sha256(kept)).toBe(fileHash)
      const ofThis = mails.filter(({ subject }) => !subject.includes('none')).length - mailsOfOther
      // A mail goes out twice at most, where the process died right behind it, and never not at all.
      expect([1, 2]).toContain(ofThis)
      for (const { attachments } of mails)
        expect([fileHash, (await stored(h, other)).fileHash]).toContain(sha256(attachments![0]!.body))
      most = Math.max(most, steps())
      if (!isKilled) break
    }
  expect(most).toBeGreaterThan(5)
  expect((await numbersOf(drafts)).sort()).toEqual(expected(2041, drafts.length))
})

it('a cancellation that dies at any step is written once, with one number', {
  timeout: 120_000,
}, async () => {
  const numbers: (string | undefined)[] = []
  for (const isBehind of [false, true])
    for (let at = 1; ; at++) {
      const id = await makeDraft(h, { targetYear: 2042 })
      await sendInvoice(h.ports, senderOf(newJob()), id, forever)
      const sender = senderOf(newJob())
      const { ports } = dying(at, isBehind)
      const cancel = async (by: SendPorts) => {
        const made = await cancelInvoice(by, sender, id, undefined)
        if (typeof made === 'string') await sendInvoice(by, sender, made, forever)
      }
      const isKilled = await cancel(ports).then(
        () => false,
        (error) => {
          if (!(error instanceof Killed)) throw error
          return true
        },
      )
      h.clock.advance(300)
      await cancel(h.ports)
      const made = await stored(h, await cancellationId(id))
      expect(made.sendDate).toBeDefined()
      numbers.push((await stored(h, id)).number, made.number)
      if (!isKilled) break
    }
  expect(numbers.sort()).toEqual(expected(2042, numbers.length))
})

it('who was cut off, or whose invoice was cancelled meanwhile, mails nothing', async () => {
  const id = await makeDraft(h, { targetYear: 2043 })
  const sender = senderOf(newJob())
  const timeUp = new AbortController()
  const pdf = {
    async print(html: string) {
      timeUp.abort()
      return asHtml.print(html)
    },
  }
  mails.length = 0
  await expect(sendInvoice({ ...h.ports, pdf }, sender, id, timeUp.signal)).rejects.toThrow('abort')
  expect(mails).toEqual([])
  const late = await makeDraft(h, { targetYear: 2043 })
  const cancelling = {
    async print(html: string) {
      await cancelInvoice(h.ports, senderOf(newJob()), late, undefined)
      return asHtml.print(html)
    },
  }
  await sendInvoice({ ...h.ports, pdf: cancelling }, sender, late, forever)
  expect(mails).toEqual([])
  expect((await stored(h, late)).sendDate).toBeUndefined()
})
