/** What is unread, whatever happens at the same time: nothing is lost, and no count is below zero. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageId } from '../../functions/services/conversation/open.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { save } from '../../shared/calls/bml/conversation/save.ts'
import { loadmessage } from '../../shared/calls/bml/message/loadmessage.ts'
import { sendmessage } from '../../shared/calls/bml/message/sendmessage.ts'
import { unread } from '../../shared/calls/bml/message/unread.ts'
import { create as createProduct } from '../../shared/calls/bml/product/create.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import type { ConversationData } from '../../shared/model/conversation.ts'
import { unreadOf } from '../../shared/rules/conversation.ts'
import { aare, france, talkOf } from './conversations.world.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

let h: Harness
let folder: string
beforeAll(async () => {
  h = await startHarness()
  const data = { type: 'message-folder', title: { en_GB: 'Urgent' } }
  folder = (await h.as('admin').call(create, { entityclass: 'selectoption', data })).id
})
afterAll(() => h.close())
const talk = talkOf(() => h)
const stored = async (id: string) => (await h.ports.entities.get('conversation', id))!.data
/** A conversation that nobody else has. */
async function begun(text = 'First') {
  const product = await h.as('core').call(createProduct, {})
  const { conversation } = await talk.send('core', text, {
    context: { productId: product.id },
    recipientUser: ids.account.national,
  })
  return conversation.id
}
const archived = () => [{ op: 'add' as const, path: '/sender/archived', value: h.clock.now() }]

describe('reading', () => {
  test('is the party’s: one of it has read for all, the other side is told when', async () => {
    const { conversation } = await talk.send('core', 'One', { recipientOrg: france })
    const { id } = conversation
    await talk.send('core2', 'Two', { conversationId: id })
    expect((await talk.load('national', id)).conversation).toMatchObject({ unread: 2, mine: ['recipient'] })
    expect(await talk.read('national', id, 1)).toMatchObject({ unread: 1 })
    const { messages, conversation: seen } = await talk.load('core', id)
    expect(messages.map(({ isRead }) => isRead)).toEqual([true, false])
    expect(seen?.data.recipient.lastReadMessages).toBeDefined()
    // What was read stays read, and what is not there cannot be read ahead.
    expect(await talk.read('national', id, 1)).toMatchObject({ unread: 1 })
    expect(await talk.read('national', id, 99)).toMatchObject({ unread: 0 })
    await talk.send('core', 'Three', { conversationId: id })
    expect((await talk.load('national', id)).conversation?.unread).toBe(1)
  })

  test('answering reads nothing: what came meanwhile stays unread', async () => {
    const id = await begun()
    await talk.send('national', 'Crossing', { conversationId: id })
    await talk.send('core', 'Not seen yet', { conversationId: id })
    expect((await talk.load('core', id)).conversation?.unread).toBe(1)
    expect((await talk.load('national', id)).conversation?.unread).toBe(2)
  })

  test('counts conversations in the navigation, and tells when one of them changes', async () => {
    const before = await talk.unread('national')
    const { version } = await h.as('national').call(unread, {})
    const id = await begun()
    expect(await talk.unread('national')).toBe(before + 1)
    expect((await h.as('national').call(unread, {})).version).not.toBe(version)
    await talk.send('core', 'Another in the same', { conversationId: id })
    expect(await talk.unread('national')).toBe(before + 1)
    await talk.read('national', id, 2)
    expect(await talk.unread('national')).toBe(before)
    // What is unread comes back from the archive until it is read.
    await talk.send('national', 'Late', { conversationId: id })
    await talk.keep('core', id, archived())
    const isListed = async () =>
      (await talk.found('core', { archived: false })).list.some((one) => one.id === id)
    expect(await isListed()).toBe(true)
    await talk.read('core', id, 3)
    expect(await isListed()).toBe(false)
  })

  test('a message comes once, however often its request does', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const input = { context: { productId: ids.product.neem }, recipientOrg: france, message: 'Once' }
    const [one, two] = await Promise.all([
      h.as('core').call(sendmessage, input, key),
      h.as('core').call(sendmessage, input, key),
    ])
    expect(one.message.id).toBe(two.message.id)
    expect((await talk.load('core', one.conversation.id)).messages).toHaveLength(1)
  })

  test('older messages follow page by page, each once', async () => {
    const id = await begun('1')
    for (let n = 2; n <= 65; n++) await talk.send('core', String(n), { conversationId: id })
    const found: string[] = []
    let before: number | undefined
    do {
      const page = await talk.load('national', id, before === undefined ? {} : { before })
      found.unshift(...page.messages.map(({ content }) => content))
      before = page.older
    } while (before !== undefined)
    expect(found).toEqual(Array.from({ length: 65 }, (_, i) => String(i + 1)))
  })
})

/** Steps of the two sides, several at once. */
type Act = { user: DemoUser; act: 'send' | 'read' | 'fold'; n: number }
const act: fc.Arbitrary<Act> = fc.record({
  user: fc.constantFrom<DemoUser>('core', 'core2', 'national'),
  act: fc.constantFrom('send', 'send', 'read', 'fold'),
  n: fc.integer({ min: 1, max: 30 }),
})
const sideOf = (user: DemoUser) => (user === 'national' ? 'recipient' : 'sender')

test('of many who write, read and sort at once each message counts, and none twice or less than not at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { maxLength: 5 }),
      async (rounds) => {
        const { conversation } = await h.as('core').call(sendmessage, {
          context: { productId: ids.product.basalt },
          recipientOrg: france,
          message: 'Start',
        })
        const { id } = conversation
        const sent = { sender: 1, recipient: 0 }
        const acknowledged = { sender: 0, recipient: 0 }
        const numbers: { side: 'sender' | 'recipient' }[] = [{ side: 'sender' }]
        for (const round of rounds) {
          const known = numbers.length
          const did = await Promise.all(
            round.map(async ({ user, act: what, n }) => {
              if (what === 'send') return (await talk.send(user, `${n}`, { conversationId: id })).message
              if (what === 'read') {
                const { unread: left } = await talk.read(user, id, Math.min(n, known))
                expect(left).toBeGreaterThanOrEqual(0)
                return undefined
              }
              const rev = await h.revOf(id)
              const value = n % 2 ? folder : undefined
              const patch = value
                ? [{ op: 'add' as const, path: `/${sideOf(user)}/folder`, value }]
                : [{ op: 'remove' as const, path: `/${sideOf(user)}/folder` }]
              // Whoever names a revision is told of the others; that changes nothing of the counts.
              await h
                .as(user)
                .call(save, { id, rev, patch })
                .catch(() => undefined)
              return undefined
            }),
          )
          for (const message of did) {
            if (!message) continue
            sent[message.side]++
            numbers[message.n - 1] = { side: message.side }
          }
          for (const { user, act: what, n } of round) {
            if (what !== 'read') continue
            const side = sideOf(user)
            const other = side === 'sender' ? 'recipient' : 'sender'
            const seen = numbers.slice(0, Math.min(n, known)).filter((one) => one.side === other).length
            acknowledged[side] = Math.max(acknowledged[side], seen)
          }
          const data: ConversationData = await stored(id)
          expect({ sender: data.sender.sent, recipient: data.recipient.sent }).toEqual(sent)
          expect({ sender: data.sender.read, recipient: data.recipient.read }).toEqual(acknowledged)
          for (const side of ['sender', 'recipient'] as const)
            expect(unreadOf(data, side)).toBeGreaterThanOrEqual(0)
        }
        // Each message is there, once, in one order.
        const all = numbers.map((_, i) => messageId(id, i + 1))
        const messages = await h.ports.entities.getMany(await Promise.all(all))
        expect(messages.map(({ data }) => data['n'])).toEqual(numbers.map((_, i) => i + 1))
        await talk.keep('core', id, archived())
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

describe('how a side keeps it', () => {
  test('folder, assignee and archive are its own, found by it, and told to nobody else', async () => {
    const { conversation } = await talk.send('core', 'Sorted', { recipientOrg: ids.institution.rhine })
    const { id } = conversation
    const { people } = await talk.load('core', id)
    expect(people.map((one) => one.id)).toEqual([ids.account.core2, ids.account.core])
    const kept = await talk.keep('core', id, [
      { op: 'add', path: '/sender/folder', value: folder },
      { op: 'add', path: '/sender/assignee', value: ids.account.core2 },
    ])
    expect(kept.data.sender).toMatchObject({ folder, assignee: ids.account.core2 })
    const has = async (user: DemoUser, filter: object, account?: string) =>
      (await talk.found(user, filter, account)).list.some((one) => one.id === id)
    expect(await has('core', { folder })).toBe(true)
    expect(await has('core2', { view: 'mine' })).toBe(true)
    expect(await has('core', { view: 'mine' })).toBe(false)
    expect(await has('core', { assignee: ids.account.core2 })).toBe(true)
    expect(await has('core', { view: 'unassigned' })).toBe(false)
    const { coreRhine } = ids.account
    const other = await h.as('core', coreRhine).call(loadmessage, { conversationId: id })
    expect(Object.keys(other.conversation!.data.sender).sort()).toEqual(['id', 'kind', 'read', 'sent'])
    expect(Object.values(other.conversation!.names)).not.toContain('Lena Hofstetter')
    expect(await has('core', { view: 'unassigned' }, coreRhine)).toBe(true)
    expect(await has('core', { assignee: ids.account.core2 }, coreRhine)).toBe(false)
    expect(await has('core', { folder }, coreRhine)).toBe(false)
  })

  test('the other side’s, counts and parties are not changed by a patch', async () => {
    const id = await begun()
    const rev = await h.revOf(id)
    for (const patch of [
      [{ op: 'add' as const, path: '/recipient/folder', value: folder }],
      [
        { op: 'replace' as const, path: '/sender/read', value: 0 },
        { op: 'replace' as const, path: '/sender/sent', value: 7 },
      ],
      [{ op: 'replace' as const, path: '/recipient/id', value: aare }],
      [{ op: 'add' as const, path: '/subject', value: folder }],
    ])
      expect(await refusal(h.as('core').call(save, { id, rev, patch }))).toMatchObject({
        key: 'conversationFixed',
      })
    const stranger = [{ op: 'add' as const, path: '/sender/assignee', value: ids.account.national }]
    expect(await refusal(h.as('core').call(save, { id, rev, patch: stranger }))).toMatchObject({
      key: 'conversationAssignee',
    })
    const nothing = [{ op: 'test' as const, path: '/sender/read', value: 0 }]
    expect(await refusal(h.as('core').call(save, { id, rev, patch: nothing }))).toMatchObject({
      status: 422,
      message: 'no change after applying the patch',
    })
    const subject = [{ op: 'add' as const, path: '/sender/folder', value: ids.list.ch }]
    expect((await refusal(h.as('core').call(save, { id, rev, patch: subject }))).status).toBe(400)
    const stale = h.as('core').call(save, { id, rev: rev + 1, patch: nothing })
    expect((await refusal(stale)).status).toBe(409)
  })
})
