/** Mails about notes: who gets one, in which language, and how often. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newJob } from '../../functions/domain/job/job.ts'
import { startTask } from '../../functions/domain/job/message.ts'
import type { Change } from '../../functions/ports/entity-store.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import { startNoteMails } from '../../functions/services/product/start-note-mails.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { list as listJobs } from '../../shared/calls/batch/job/list.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { fixedIds, type Locale, locales } from '../../shared/constants.ts'
import { idOf } from '../../shared/id-of.ts'
import type { AccountData } from '../../shared/model/actor.ts'
import { dayMs } from '../../shared/rules/dates.ts'
import { mailTexts } from '../../shared/texts/mail-texts.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { set } from './product-data.ts'

let h: Harness
let label: string
let silent: string
const { base, ch } = ids.list
const { compost } = ids.product

const wants = (user: DemoUser, more: Partial<AccountData['userData']> = {}) =>
  change<AccountData>(h, ids.account[user], ({ userData }) =>
    Object.assign(userData, { sendNotificationMailsNotes: true, ...more }),
  )
const wantsNone = (user: DemoUser) => wants(user, { sendNotificationMailsNotes: false })
let row = 0
/** Somebody writes a note; gives where it stands. */
async function write(
  user: DemoUser,
  { list = base as string, label: of = label, text = 'Please call them.' } = {},
) {
  const note = `m${++row}`
  const value = {
    ...(of && { label: of }),
    text,
    read: false,
    at: '2001-01-01T00:00:00.000Z',
    by: ids.account[user],
  }
  const patch = [set(list, `_notes/${note}`, value)]
  await h.as(user).call(save, { id: compost, rev: await h.revOf(compost), patch })
  return { product: compost, list, note }
}
async function mails() {
  await h.indexed()
  await h.worked()
  return h.mails.map(({ to, subject, text }) => ({ to, subject, text }))
}
const to = async () => (await mails()).map((mail) => mail.to[0]).sort()
const address = (user: DemoUser) => `${user}@mail.example`

beforeAll(async () => {
  h = await startHarness()
  const labelled = async (title: object, sendEmailOnNote: boolean) =>
    (
      await h
        .as('admin')
        .call(create, { entityclass: 'label', data: { title, color: '#aa0000', sendEmailOnNote } })
    ).id
  label = await labelled({ de_DE: 'Dringend', fr_FR: 'Urgent' }, true)
  silent = await labelled({ de_DE: 'Nebenbei' }, false)
  for (const user of ['core', 'core2', 'national', 'admin'] as const)
    await wants(user, { email: address(user) })
  await wantsNone('admin')
})
afterAll(() => h.close())
beforeEach(() => void h.mails.splice(0))

test('a note goes to those of the responsible institution who want mails, not to who wrote it, each in their language', async () => {
  await wants('core2', { selectedUiLanguage: 'fr_FR' })
  const { list } = await write('core', { text: 'Bitte\nanrufen {{author}}' })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: [address('core2')],
    subject: expect.stringMatching(/^Note sur .*\u00a0: Urgent$/),
  })
  expect(mail!.text).toContain('Bitte\nanrufen {{author}}')
  expect(mail!.text).toContain(`/product/${compost}/${list}`)
  await wants('core2', { selectedUiLanguage: 'de_DE' })
})

test('a label that asks for none, none at all, and a setting that says no send nothing', async () => {
  await write('core', { label: silent })
  await write('core', { label: '' })
  await wantsNone('core2')
  await write('core')
  expect(await to()).toEqual([])
  await wants('core2')
})

test('where the list names a person the note goes to that person, unless they want none', async () => {
  const responsible = { institution: ids.institution.aare, accountId: ids.account.core }
  const product = { id: compost, rev: await h.revOf(compost) }
  await h.as('admin').call(setresponsibility, { ...product, list: base, ...responsible })
  await write('admin')
  expect(await to()).toEqual([address('core')])
  h.mails.splice(0)
  await wantsNone('core')
  await write('admin')
  expect(await to()).toEqual([address('core2')])
  await wants('core')
})

test('is sent once, however often its change or its job comes', async () => {
  const place = await write('admin')
  expect(await to()).toHaveLength(1)
  const jobId = await idOf(`note-mail#${place.product}#${place.list}#${place.note}`)
  for (let n = 0; n < 2; n++)
    await h.ports.jobs.send([{ kind: 'note-mail', jobId, unit: startTask({ ...place, title: {} }) }])
  // Later saves of the product have the note in them, too.
  await write('core', { label: '' })
  expect(await to()).toHaveLength(1)
})

test('an old note that comes again, by an upgrade or a restore, is mailed to nobody', async () => {
  await write('admin')
  const entity = (await h.ports.entities.get(compost))!
  const change: Change = { seq: '1', id: compost, entityclass: 'product', rev: entity.rev, entity }
  const jobsAfter = async (days: number) => {
    const started: JobMessage[] = []
    const clock = { millis: () => h.ports.clock.millis() + days * dayMs }
    const jobs = { send: async (messages: JobMessage[]) => void started.push(...messages) }
    expect(await startNoteMails([change], { clock, entities: h.ports.entities, jobs })).toEqual([])
    return started
  }
  expect(await jobsAfter(0)).toHaveLength(1)
  expect(await jobsAfter(2)).toEqual([])
})

test('nobody’s list of jobs has the mails, but one that could not be sent', async () => {
  const mailJobs = async () => {
    await mails()
    await h.indexed()
    const all = await h.as('admin').call(listJobs, { of: 'all', pagination: { start: 0, limit: 250 } })
    return all.list.filter(({ kind }) => kind === 'note-mail')
  }
  await write('admin')
  expect(await mailJobs()).toEqual([])
  const by = { id: crypto.randomUUID(), by: fixedIds.account.system, now: h.ports.clock.now() }
  const job = newJob(by, { kind: 'note-mail', total: 1, config: {}, result: {} })
  const failed = { ...job, data: { ...job.data, status: 'complete' as const, failed: 1 } }
  await h.ports.entities.put(failed, { expectRev: 0 })
  expect(await mailJobs()).toMatchObject([{ id: job.id }])
})

test('a mail that is refused at first is sent later, and the others meanwhile', async () => {
  const { send } = h.ports.mailer
  let refusals = 0
  h.ports.mailer.send = async (mail) => {
    if (refusals++ === 0) throw new Error('no')
    return send.call(h.ports.mailer, mail)
  }
  try {
    await write('admin')
    expect(await to()).toEqual([address('core')])
    expect(refusals).toBe(2)
  } finally {
    h.ports.mailer.send = send
  }
})

test('who may not see the list gets nothing, whatever the list names: it goes to those who do', async () => {
  const { listData } = (await h.ports.entities.get(compost))!.data as { listData: Record<string, unknown> }
  expect(listData[ch]).toBeDefined()
  await change<{ listData: Record<string, { _responsible?: object }> }>(h, compost, ({ listData: lists }) => {
    lists[ch]!._responsible = { institution: ids.institution.aare, accountId: ids.account.national }
  })
  await write('admin', { list: ch })
  expect(await to()).toEqual([address('core2'), address('core')])
})

test.each(locales)('says everything in %s', async (locale: Locale) => {
  const say = await mailTexts(locale)
  const told = {
    product: 'P1',
    list: 'L1',
    label: 'K1',
    author: 'A1',
    text: 'T1',
    address: 'https://x.example',
  }
  for (const what of ['P1', 'K1']) expect(say('note.subject', told)).toContain(what)
  for (const what of Object.values(told)) expect(say('note.text', told)).toContain(what)
  expect(say('note.text', { ...told, text: '' })).not.toContain('\n\n\n')
  expect(say('note.text', told)).not.toContain('{{')
})
