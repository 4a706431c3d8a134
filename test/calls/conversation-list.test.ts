/** The list of conversations by all of its filters; attachments, drafts, and what becomes of them when companies are merged. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentKey } from '../../functions/domain/file/upload.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { list } from '../../shared/calls/bml/conversation/list.ts'
import { savedraft } from '../../shared/calls/bml/message/savedraft.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { getattachment } from '../../shared/calls/eav/entity/getattachment.ts'
import { setattachment } from '../../shared/calls/eav/entity/setattachment.ts'
import { download } from '../../shared/calls/eav/file/download.ts'
import { upload } from '../../shared/calls/eav/file/upload.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fileOf } from '../fixtures/files.ts'
import { goes, merging, seedMerge, stays } from './company-merge.world.ts'
import { aare, compost, france, neem, nordhain, rhine, talkOf } from './conversations.world.ts'
import { failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'

let h: Harness
let subject: string
const made: Record<string, string> = {}
beforeAll(async () => {
  h = await startHarness()
  const data = { type: 'message-subject', title: { en_GB: 'Question' } }
  subject = (await h.as('admin').call(create, { entityclass: 'selectoption', data })).id
  const send = async (name: string, ...of: Parameters<typeof talk.send>) => {
    h.clock.advance(60)
    made[name] = (await talk.send(...of)).conversation.id
  }
  await send('neem', 'core', 'About Neem', { context: { productId: neem }, recipientOrg: france })
  await send('compost', 'core', 'About compost', { recipientCompany: nordhain, subject })
  await send('toRhine', 'core2', 'To Rheintal', { recipientOrg: rhine })
  await send('fromFrance', 'national', 'From France', {
    context: { productId: neem },
    recipientUser: ids.account.core,
  })
})
afterAll(() => h.close())
const talk = talkOf(() => h)
const nameOf = (id: string) => Object.keys(made).find((name) => made[name] === id)
const found = async (user: DemoUser, filter: Parameters<typeof talk.found>[1] = {}) =>
  (await talk.found(user, filter)).list.map(({ id }) => nameOf(id))

describe('the list', () => {
  test('has those of the caller, the newest message first, ten on a page', async () => {
    expect(await found('core')).toEqual(['fromFrance', 'toRhine', 'compost', 'neem'])
    expect(await found('core2')).toEqual(['toRhine', 'compost', 'neem'])
    expect(await found('company')).toEqual(['compost'])
    expect(await found('registered')).toEqual([])
    await talk.send('core', 'Once more', { conversationId: made['neem']! })
    expect((await found('core'))[0]).toBe('neem')
    const oldest = await h
      .as('core')
      .call(list, { sorting: 'lastMessageAt:asc', pagination: { start: 0, limit: 1 } })
    expect([nameOf(oldest.list[0]!.id), oldest.count]).toEqual(['compost', 4])
    const next = await h
      .as('core')
      .call(list, { sorting: 'lastMessageAt:asc', pagination: { cursor: oldest.cursor!, limit: 1 } })
    expect(nameOf(next.list[0]!.id)).toBe('toRhine')
  })
  test.each([
    [{ institution: rhine }, ['toRhine']],
    [{ institution: france }, ['neem', 'fromFrance']],
    [{ sender: france }, ['fromFrance']],
    [{ recipient: nordhain }, ['compost']],
    [{ unread: true }, ['fromFrance']],
    [{ unread: false }, ['neem', 'toRhine', 'compost']],
    [{ view: 'mine' as const }, ['fromFrance']],
    [{ context: neem }, ['neem', 'fromFrance']],
    [{ productName: 'neem' }, ['neem', 'fromFrance']],
    [{ productName: 'compost gold' }, ['toRhine', 'compost']],
    [{ productName: 'nothing of the kind' }, []],
    [{ subject: 'productId' }, ['neem', 'fromFrance', 'toRhine']],
    [{ subject: 'invoiceId' }, []],
    [{ subject: 'no key' }, []],
    [{ archived: true }, []],
    [{ archived: false, institution: france, view: 'mine' as const }, ['fromFrance']],
  ])('by %j', async (filter, names) => {
    expect(await found('core', filter)).toEqual(names)
  })
  test('takes a subject of 36 characters for an id', async () => {
    expect(await found('core', { subject })).toEqual(['compost'])
  })
  test('finds by names of products that the caller sees, and by no others', async () => {
    // The company sees its own product; national does not, and has no conversation about it either.
    expect(await found('company', { productName: 'compost' })).toEqual(['compost'])
    expect(await found('national', { productName: 'neem' })).toEqual(['neem', 'fromFrance'])
    const { conversation } = await talk.send('core', 'Hidden name', {
      context: { productId: ids.product.basalt },
      recipientUser: ids.account.registered,
    })
    const seen = await talk.found('registered', { productName: 'Basalt' })
    expect(seen.list).toEqual([])
    const all = await talk.found('registered')
    expect(all.list.map(({ id, about }) => [id, about.title])).toEqual([[conversation.id, undefined]])
  })
  test('messages are found by the generic search, by who knows of them', async () => {
    await h.indexed()
    const asked = (user: DemoUser) =>
      h.as(user).call(execute, {
        entityClass: 'message',
        attributeFilter: { field: 'content', comparison: 'contains', value: 'Rheintal' },
        onlyIds: true,
      })
    expect((await asked('core')).count).toBe(1)
    expect((await asked('admin')).count).toBe(1)
    for (const user of ['national', 'registered', 'company'] as const)
      expect((await asked(user)).count).toBe(0)
  })
})

describe('attachments', () => {
  async function bring(user: DemoUser, fileName: string) {
    const { announced, body } = fileOf(`content of ${fileName} by ${user}`, fileName)
    const { id } = await h.as(user).call(upload, announced)
    const attachment = `data:application/pdf;base64,${Buffer.from(body).toString('base64')}`
    await h.as(user).call(setattachment, { id, rev: 0, attachment })
    return { fileId: id, fileName }
  }
  test('are seen by who knows of the message, and by nobody else', async () => {
    const file = await bring('company', 'Analyse.pdf')
    const { conversation } = await talk.send('company', '', { recipientOrg: aare, attachments: [file] })
    const ask = (user: DemoUser) => h.as(user).call(download, { id: file.fileId, fileName: file.fileName })
    for (const user of ['core', 'core2', 'company', 'admin'] as const)
      expect((await ask(user)).url).toContain(file.fileId)
    for (const user of ['national', 'registered'] as const)
      expect((await failureOf(ask(user))).status).toBe(404)
    expect((await h.as('core').call(getattachment, { id: file.fileId })).attachment).toContain('base64,')
    const { messages } = await talk.load('core2', conversation.id)
    expect(messages.at(-1)?.attachments).toEqual([file])
    expect(await h.ports.files.has(contentKey(file.fileId))).toBe(true)
  })
  test('are those that the sender may know of', async () => {
    const foreign = await bring('core2', 'Of another.pdf')
    for (const one of [foreign, { fileId: ids.nothing, fileName: 'None.pdf' }])
      expect(
        await refusal(talk.send('core', 'x', { recipientOrg: rhine, attachments: [one] })),
      ).toMatchObject({
        status: 404,
        message: 'File with name not found',
      })
  })
  test('of what others talk about administrators see nothing', async () => {
    const file = await bring('core', 'Personal.pdf')
    await talk.send('core', 'Look', { recipientUser: ids.account.registered, attachments: [file] })
    const asPerson = await bring('registered', 'x.pdf').catch((error: unknown) => error)
    expect(asPerson).toMatchObject({ status: 403 })
    const own = await bring('company', 'For Camille.pdf')
    const talked = await talk.send('company', 'x', { recipientOrg: aare, attachments: [own] })
    expect(talked.message.attachments).toEqual([own])
  })
})

describe('a draft', () => {
  test('is of each person, kept until it is sent, and not written over by another window', async () => {
    const conversationId = made['toRhine']!
    const keep = (text: string, seen?: string) =>
      h.as('core').call(savedraft, { conversationId, text, ...(seen && { seen }) })
    const { draft } = await keep('Half a sen')
    h.clock.advance(1)
    expect((await talk.load('core', conversationId)).draft).toEqual(draft)
    expect((await talk.load('core2', conversationId)).draft).toBeUndefined()
    expect(await refusal(keep('Of another window'))).toMatchObject({ status: 409, key: 'draftDiffers' })
    const more = await keep('Half a sentence', draft!.at)
    expect(more.draft?.text).toBe('Half a sentence')
    await talk.send('core', 'Half a sentence, and the rest', { conversationId })
    expect((await talk.load('core', conversationId)).draft).toBeUndefined()
    const other = await keep('Something else')
    await talk.send('core', 'Short', { conversationId })
    expect((await talk.load('core', conversationId)).draft).toEqual(other.draft)
    expect(await keep('  ', other.draft!.at)).toEqual({})
  })
})

test('a merge of companies takes their conversations along, and back', async () => {
  await seedMerge(h)
  const { conversation } = await talk.send('core', 'To who goes', {
    context: { productId: compost },
    recipientCompany: goes,
  })
  const parties = async () => {
    const { messages, conversation: seen } = await talk.load('core', conversation.id)
    const stored = await h.ports.entities.get('message', messages[0]!.id)
    return [seen!.data.recipient.id, stored!.data.recipient.id]
  }
  const job = await merging(h)
  expect(job.status).toBe('complete')
  expect(await parties()).toEqual([stays, stays])
  expect((await talk.load('core', conversation.id)).conversation?.names[stays]).toBe('Biohof Muster AG')
  expect((await talk.found('core', { recipient: stays })).list.map(({ id }) => id)).toEqual([conversation.id])
  await h.as('admin').call(undo, { id: job.id })
  await h.worked()
  expect(await parties()).toEqual([goes, goes])
})
