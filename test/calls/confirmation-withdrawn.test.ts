/** A confirmation is withdrawn beside the job that sends it: by other stores on the same folder, with caches of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mostDrafts } from '../../functions/domain/confirmation/rules.ts'
import type { Mail } from '../../functions/ports/mailer.ts'
import { giveUpSending, sendConfirmation } from '../../functions/services/confirmation/send.ts'
import { starterOf } from '../../functions/services/job/starter.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { createlistingconfirmation } from '../../shared/calls/bml/product/createlistingconfirmation.ts'
import { sendlistingconfirmation } from '../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { withdrawlistingconfirmation } from '../../shared/calls/bml/product/withdrawlistingconfirmation.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { unwrap } from '../../shared/rules/refusal.ts'
import { testClock } from '../fixtures/clock.ts'
import { complete } from './confirmations.world.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-withdrawn-'))
const clock = testClock()
const mails: Mail[] = []
/** What becomes of a mail: it is taken, unless a test says otherwise. */
let onMail = async (): Promise<void> => {}
let here: Harness
let there: Harness
beforeAll(async () => {
  const ports = {
    // Tests do the jobs themselves.
    jobs: { send: async () => {} },
    pdf: { print: async (page: string) => new TextEncoder().encode(page) },
    mailer: {
      async send(mail: Mail) {
        await onMail()
        mails.push(mail)
        return { messageId: `<${mails.length}@test>` }
      },
    },
  }
  here = await startHarness({ dataDir, clock, ports })
  await complete(here)
  there = await startHarness({ dataDir, clock, ports, seed: false })
})
afterAll(async () => {
  await there.close()
  await here.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  mails.length = 0
  onMail = async () => {}
})

const asked = {
  productId: ids.product.compost,
  listIds: [ids.list.ch],
  institutionId: ids.institution.aare,
  companyId: ids.company.nordhain,
  language: 'de_DE' as const,
  type: 'listing' as const,
  url: 'http://127.0.0.1:3000/products/1',
}
const make = (app = here) => app.as('core').call(createlistingconfirmation, asked)
const begin = async (confirmationId: string) =>
  (await here.as('core').call(sendlistingconfirmation, { confirmationId })).jobId
const withdraw = (confirmationId: string) =>
  there.as('core').call(withdrawlistingconfirmation, { confirmationId })
const stored = async (id: string) => (await there.ports.entities.get('listing_confirmation', id))!.data
const run = async (confirmationId: string, jobId: string) => {
  const job = (await here.ports.entities.get('batchjob', jobId))!
  const actor = unwrap(await starterOf(job.data, 'confirmation:edit', here.ports))
  return sendConfirmation(here.ports, actor, jobId, { confirmationId })
}
const stop = async (confirmationId: string, jobId: string) => {
  await there.as('core').call(abort, { id: jobId })
  await giveUpSending(there.ports, jobId, { confirmationId })
}
/** Its document was made out, and its mail refused. */
async function sealed(): Promise<string> {
  const { id } = await make()
  const jobId = await begin(id)
  onMail = () => Promise.reject(new Error('no mail today'))
  await expect(run(id, jobId)).rejects.toThrow('no mail today')
  onMail = async () => {}
  await stop(id, jobId)
  return id
}
const key = async (made: Promise<unknown>) => (await refusal(made)).key

it('while its mail is going out, it is not, although its job was stopped: it is sent', async () => {
  const { id } = await make()
  const jobId = await begin(id)
  onMail = async () => {
    await stop(id, jobId)
    expect(await key(withdraw(id))).toBe('confirmationMailing')
    expect(await key(begin(id))).toBe('confirmationMailing')
  }
  await run(id, jobId)
  expect(await stored(id)).toMatchObject({ sendDate: expect.any(String) })
  expect(await stored(id)).not.toHaveProperty('mailedUntil')
  expect(mails).toHaveLength(1)
})

it('once it is, no job that was on its way mails it', async () => {
  const id = await sealed()
  const jobId = await begin(id)
  await there.as('core').call(abort, { id: jobId })
  await withdraw(id)
  await run(id, jobId)
  expect(await stored(id)).toMatchObject({ withdrawn: expect.any(String) })
  expect(await stored(id)).not.toHaveProperty('sendDate')
  expect(mails).toEqual([])
})

it('of both at the same moment one holds: withdrawn without a mail, or sent', async () => {
  for (let n = 0; n < 6; n++) {
    mails.length = 0
    const id = await sealed()
    const jobId = await begin(id)
    await there.as('core').call(abort, { id: jobId })
    const withdrawing = () => withdraw(id).catch(() => undefined)
    await (n % 2
      ? Promise.all([run(id, jobId), withdrawing()])
      : Promise.all([withdrawing(), run(id, jobId)]))
    const { sendDate, withdrawn } = await stored(id)
    expect([sendDate !== undefined, mails.length]).toEqual([withdrawn === undefined, withdrawn ? 0 : 1])
  }
})

it('where whoever mailed it has died, it is once nobody can be at it any more', async () => {
  const { id } = await make()
  const jobId = await begin(id)
  const mailing = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  onMail = () => {
    reached.resolve()
    return mailing.promise
  }
  const running = run(id, jobId)
  await reached.promise
  await stop(id, jobId)
  expect(await key(withdraw(id))).toBe('confirmationMailing')
  clock.advance(301)
  await withdraw(id)
  // Even if it comes back to life, it says nothing else any more.
  mailing.resolve()
  await running
  expect(await stored(id)).toMatchObject({ withdrawn: expect.any(String) })
  expect(await stored(id)).not.toHaveProperty('sendDate')
})

it('of a product a hundred wait unsent; whoever deletes one makes room', async () => {
  const made = await make()
  const first = (await here.ports.entities.get('listing_confirmation', made.id))!
  for (let n = 1; n < mostDrafts; n++)
    await here.ports.entities.put({ ...first, id: crypto.randomUUID(), rev: 1 }, { expectRev: 0 })
  const refused = await refusal(make())
  expect([refused.status, refused.key]).toEqual([422, 'confirmationTooMany'])
  await here.as('core').call(disable, { id: made.id, rev: first.rev })
  // Of two at the same moment one gets the last place.
  const both = await Promise.allSettled([make(here), make(there)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await key(make())).toBe('confirmationTooMany')
  // What was deleted takes no place, and comes back only where there is one.
  const deleted = { id: made.id, rev: first.rev + 1 }
  expect(await key(here.as('core').call(restore, deleted))).toBe('confirmationTooMany')
})
