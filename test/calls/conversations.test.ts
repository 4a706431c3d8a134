/** Conversations through the runtime: who begins, finds, reads and answers them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { demoUsers } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/conversation/create.ts'
import { recipients } from '../../shared/calls/bml/conversation/recipients.ts'
import { save } from '../../shared/calls/bml/conversation/save.ts'
import { loadmessage } from '../../shared/calls/bml/message/loadmessage.ts'
import { savedraft } from '../../shared/calls/bml/message/savedraft.ts'
import { sendmessage } from '../../shared/calls/bml/message/sendmessage.ts'
import { deleteEntity } from '../../shared/calls/eav/entity/delete.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { aare, compost, france, neem, nordhain, rhine, talkOf } from './conversations.world.ts'
import { failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
const talk = talkOf(() => h)
const context = { productId: compost }
const aboutNeem = { productId: neem }

describe('opening by what it is about', () => {
  test('finds none at first, begins one with the first message, and finds that on both sides', async () => {
    expect(await talk.about('core', { context: aboutNeem, recipientOrg: france })).toEqual({
      messages: [],
      people: [],
    })
    const { conversation, message } = await talk.send('core', 'Is it new?', {
      context: aboutNeem,
      recipientOrg: france,
    })
    expect(conversation).toMatchObject({
      mine: ['sender'],
      writesAs: 'sender',
      unread: 0,
      about: { key: 'productId', id: neem, title: 'Neem Vert' },
      data: {
        context: aboutNeem,
        productId: neem,
        sender: { kind: 'org', id: aare },
        recipient: { kind: 'org', id: france },
      },
    })
    expect(message).toMatchObject({
      n: 1,
      side: 'sender',
      content: 'Is it new?',
      by: ids.account.core,
      isRead: false,
    })
    for (const [user, recipientOrg] of [
      ['core2', france],
      ['national', aare],
    ] as const) {
      const seen = await talk.about(user, { context: aboutNeem, recipientOrg })
      expect(seen.conversation?.id).toBe(conversation.id)
      expect(seen.messages.map(({ content }) => content)).toEqual(['Is it new?'])
    }
    // The same again goes into the same one.
    const again = await talk.send('core2', 'And organic?', {
      context: aboutNeem,
      recipientOrg: france,
    })
    expect(again.conversation.id).toBe(conversation.id)
    expect(again.message.n).toBe(2)
  })

  test('begins another one where a side has archived it; nobody takes it out again', async () => {
    const { conversation } = await talk.send('core', 'To be archived', {
      recipientOrg: ids.institution.austria,
    })
    const at = '/sender/archived'
    const now = h.clock.now()
    const archived = await talk.keep('core', conversation.id, [{ op: 'add', path: at, value: now }])
    expect(archived.data.sender.archived).toBeDefined()
    const back = talk.keep('core', conversation.id, [{ op: 'remove', path: at }])
    expect(await refusal(back)).toMatchObject({ status: 422, key: 'conversationArchived' })
    const answer = talk.send('core', 'More', { conversationId: conversation.id })
    expect(await refusal(answer)).toMatchObject({ status: 422, key: 'conversationArchived' })
    const next = await talk.send('core', 'Another', { recipientOrg: ids.institution.austria })
    expect(next.conversation.id).not.toBe(conversation.id)
  })

  test('two who begin the same at once have one', async () => {
    const input = { context: { productId: neem }, recipientOrg: rhine }
    const made = await Promise.all(
      Array.from({ length: 6 }, () => h.as('national').call(sendmessage, { ...input, message: 'At once' })),
    )
    expect(new Set(made.map(({ conversation }) => conversation.id)).size).toBe(1)
    expect(made.map(({ message }) => message.n).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('ignores ids of nothing when it looks, and refuses to begin with them', async () => {
    for (const one of [{ productId: ids.nothing }, { requestId: ids.nothing }, { invoiceId: compost }]) {
      expect(await h.as('core').call(loadmessage, { context: one })).toEqual({ messages: [], people: [] })
      const begun = h.as('core').call(create, { context: one, recipientOrg: france })
      expect(await refusal(begun)).toMatchObject({ status: 404, message: 'id not found' })
    }
  })

  test('takes exactly one context and one recipient', async () => {
    const asked = (input: object) => h.as('core').call(sendmessage, { message: 'x', ...input } as never)
    for (const none of [{}, { productId: compost, invoiceId: compost }])
      expect((await failureOf(asked({ context: none, recipientOrg: france }))).status).toBe(400)
    expect(await refusal(asked({ context }))).toMatchObject({ key: 'messageRecipient' })
    const two = { context, recipientOrg: france, recipientCompany: nordhain }
    expect(await refusal(asked(two))).toMatchObject({ key: 'messageRecipient' })
    expect((await failureOf(asked({ context, recipientOrg: ids.nothing }))).status).toBe(400)
    const self = { context, recipientUser: ids.account.core }
    expect((await asked(self)).conversation.data.sender).toMatchObject({ kind: 'org', id: aare })
    const empty = asked({ context, recipientOrg: france, message: ' \n' })
    expect(await refusal(empty)).toMatchObject({ status: 422, key: 'messageEmpty' })
  })
})

describe('every call, by every role, on what is not theirs', () => {
  test('answers as for what is not there', async () => {
    const { conversation } = await talk.send('core', 'Between Aaretal and Alpenvorland', {
      context: { productId: neem },
      recipientOrg: ids.institution.austria,
    })
    const { id, rev } = conversation
    const asks = (user: DemoUser): (() => Promise<unknown>)[] => [
      () => talk.load(user, id),
      () => talk.read(user, id, 1),
      () => talk.send(user, 'Let me in', { conversationId: id }),
      () =>
        h
          .as(user)
          .call(save, { id, rev, patch: [{ op: 'add', path: '/sender/folder', value: ids.nothing }] }),
      () => h.as(user).call(savedraft, { conversationId: id, text: 'x' }),
      () => h.as(user).call(get, { id }),
      () => h.as(user).call(history, { id, limit: 5, start: 0 }),
      () => h.as(user).call(updatefrompatch, { id, rev, patch: [] }),
    ]
    for (const user of ['national', 'registered', 'company'] as const)
      for (const [n, asked] of asks(user).entries())
        expect((await failureOf(asked())).status, `${user} ${n}`).toBe(404)
    await h.indexed()
    const found = async (user: DemoUser) =>
      (await h.as(user).call(execute, { entityClass: 'conversation', onlyIds: true })).list
    for (const user of demoUsers) {
      const knows = ['admin', 'core', 'core2'].includes(user)
      expect((await found(user)).includes(id), user).toBe(knows)
      const { list } = await talk.found(user, { context: neem })
      expect(
        list.some((one) => one.id === id),
        user,
      ).toBe(knows)
    }
  })

  test('the generic calls write none', async () => {
    const { conversation } = await talk.send('core', 'Stays', { recipientOrg: france })
    const { id } = conversation
    const { messages } = await talk.load('core', id)
    for (const one of [id, messages[0]!.id]) {
      const rev = await h.revOf(one)
      for (const user of ['admin', 'core'] as const) {
        const patch = [{ op: 'replace' as const, path: '/content', value: 'Other' }]
        expect((await failureOf(h.as(user).call(updatefrompatch, { id: one, rev, patch }))).status).toBe(403)
        expect((await failureOf(h.as(user).call(disable, { id: one }))).status).toBe(403)
      }
    }
    // A super admin erases from the last message on; what has messages stays.
    expect(await refusal(h.as('admin').call(deleteEntity, { id }))).toMatchObject({ key: 'stillNamedBy' })
  })

  test('administrators see what their institutions talk about, and neither write nor read for them', async () => {
    const { conversation } = await talk.send('core', 'For France', {
      context: { productId: ids.product.basalt },
      recipientOrg: france,
    })
    const seen = await talk.load('admin', conversation.id)
    expect(seen.conversation).toMatchObject({ mine: [], unread: 0 })
    expect(seen.conversation?.writesAs).toBeUndefined()
    await talk.read('admin', conversation.id, 1)
    expect((await talk.load('national', conversation.id)).conversation?.unread).toBe(1)
    const written = talk.send('admin', 'From above', { conversationId: conversation.id })
    expect(await refusal(written)).toMatchObject({ status: 422, key: 'messageReadOnly' })
    // Of their own they write as a person.
    const own = await talk.send('admin', 'From me', { recipientOrg: rhine })
    expect(own.conversation.data.sender).toMatchObject({ kind: 'user', id: ids.account.admin })
  })

  test('a company user writes to institutions whose business it is, about what they see', async () => {
    const about = await h.as('company').call(recipients, { context })
    expect(about.mayChooseOthers).toBe(false)
    expect(about.list.map(({ kind, isConcerned }) => [kind, isConcerned])).toEqual(
      about.list.map(() => ['org', true]),
    )
    expect(about.list.map(({ id }) => id)).toContain(aare)
    const { conversation } = await talk.send('company', 'A question', { recipientOrg: aare })
    expect(conversation.data.sender).toMatchObject({ kind: 'company', id: nordhain })
    for (const to of [{ recipientOrg: france }, { recipientUser: ids.account.core }])
      expect((await failureOf(talk.send('company', 'x', to))).status).toBe(403)
    const foreign = talk.send('company', 'x', { context: { productId: neem }, recipientOrg: france })
    expect((await failureOf(foreign)).status).toBe(404)
    // Whoever answers is told to staff, and not to the company.
    await talk.send('core', 'An answer', { conversationId: conversation.id })
    const { messages } = await talk.load('company', conversation.id)
    expect(messages.map(({ by, byName }) => [by, byName])).toEqual([
      [ids.account.company, 'Sabine Nordhain'],
      ['', ''],
    ])
  })

  test('a registered user answers what was written to them, and begins none', async () => {
    const { conversation } = await talk.send('core', 'For you', { recipientUser: ids.account.registered })
    const { id } = conversation
    const seen = await talk.load('registered', id)
    // They see no products, so its name is not told them either.
    expect(seen.conversation?.about).toEqual({ key: 'productId', id: compost })
    const { message } = await talk.send('registered', 'Thank you', { conversationId: id })
    expect(message).toMatchObject({ n: 2, side: 'recipient' })
    const begun = h.as('registered').call(create, { context, recipientOrg: aare })
    expect((await failureOf(begun)).status).toBe(403)
  })
})

describe('before the first message', () => {
  test('only the side that begins it knows of it', async () => {
    const made = await h.as('core').call(create, { context, recipientOrg: rhine })
    const again = await h.as('core2').call(create, { context, recipientOrg: rhine })
    expect(again.id).toBe(made.id)
    const rhineUser = () => h.as('core', ids.account.coreRhine)
    expect((await failureOf(rhineUser().call(loadmessage, { conversationId: made.id }))).status).toBe(404)
    expect((await talk.found('core', {}, ids.account.coreRhine)).list.map(({ id }) => id)).not.toContain(
      made.id,
    )
    await talk.send('core', 'Now', { conversationId: made.id })
    expect((await rhineUser().call(loadmessage, { conversationId: made.id })).messages).toHaveLength(1)
    // What it was as a draft stays with who began it.
    const states = await rhineUser().call(history, { id: made.id, limit: 10, start: 0 })
    expect(states.list.map(({ rev }) => rev)).toEqual([2])
    expect((await failureOf(rhineUser().call(get, { id: made.id, rev: 1 }))).status).toBe(404)
  })
})
