/** Mails about messages: who gets one, in which language, and how often. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import type { AccountData } from '../../shared/model/actor.ts'
import { change } from './confirmations.world.ts'
import { aare, france, neem, talkOf } from './conversations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
const talk = talkOf(() => h)
const address = (user: DemoUser) => `${user}@mail.example`
const wants = (user: DemoUser, more: Partial<AccountData['userData']> = {}) =>
  change<AccountData>(h, ids.account[user], ({ userData }) =>
    Object.assign(userData, { sendNotificationMailsMessages: true, email: address(user), ...more }),
  )
async function mails() {
  await h.indexed()
  await h.worked()
  return h.mails.splice(0).map(({ to, subject, text }) => ({ to: to[0], subject, text }))
}
const to = async () => (await mails()).map((mail) => mail.to).sort()

beforeAll(async () => {
  h = await startHarness()
  for (const user of ['core', 'core2', 'national', 'company', 'registered'] as const) await wants(user)
})
afterAll(() => h.close())
beforeEach(() => void h.mails.splice(0))

test('go to the people of the other party who want them, in their language, and not to who wrote', async () => {
  await wants('national', { selectedUiLanguage: 'fr_FR' })
  const { conversation } = await talk.send('core', 'Ist das {{about}} neu?', {
    context: { productId: neem },
    recipientOrg: france,
  })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: address('national'), subject: 'Nouveau message\u00a0: Neem Vert' })
  expect(mail!.text).toContain('Prüfinstitut Aaretal vous a écrit')
  expect(mail!.text).toContain('Ist das {{about}} neu?')
  expect(mail!.text).toContain(`/user/messagecenter/detail/${conversation.id}`)
  await wants('national', { selectedUiLanguage: 'de_DE' })
  await talk.send('national', 'Ja', { conversationId: conversation.id })
  expect(await to()).toEqual([address('core2'), address('core')])
})

test('tell of a conversation once, until it is read', async () => {
  const { id } = await h.as('core').call(create, {})
  const { conversation } = await talk.send('core', 'One', {
    context: { productId: id },
    recipientOrg: france,
  })
  expect(await to()).toEqual([address('national')])
  await talk.send('core2', 'Two', { conversationId: conversation.id })
  expect(await to()).toEqual([])
  await talk.read('national', conversation.id, 1)
  await talk.send('core', 'Three, while Two is unread', { conversationId: conversation.id })
  expect(await to()).toEqual([])
  await talk.read('national', conversation.id, 3)
  await talk.send('core', 'Four', { conversationId: conversation.id })
  expect(await to()).toEqual([address('national')])
})

test('go to who is assigned alone, unless they want none', async () => {
  const { conversation } = await talk.send('national', 'Hello', {
    context: { productId: neem },
    recipientOrg: aare,
  })
  await mails()
  const last = async () => (await talk.load('core', conversation.id)).messages.at(-1)!.n
  const side = conversation.data.sender.id === aare ? 'sender' : 'recipient'
  await talk.keep('core', conversation.id, [
    { op: 'add', path: `/${side}/assignee`, value: ids.account.core2 },
  ])
  await talk.read('core', conversation.id, await last())
  await talk.send('national', 'To whom?', { conversationId: conversation.id })
  expect(await to()).toEqual([address('core2')])
  await wants('core2', { sendNotificationMailsMessages: false })
  await talk.read('core', conversation.id, await last())
  await talk.send('national', 'To all', { conversationId: conversation.id })
  expect(await to()).toEqual([address('core')])
  await wants('core2')
})

test('name nothing that the reader may not know of, and tell nobody of what was read meanwhile', async () => {
  const { conversation } = await talk.send('core', 'For you', { recipientUser: ids.account.registered })
  const [mail] = await mails()
  expect(mail).toMatchObject({ to: address('registered'), subject: 'Neue Nachricht: einem Produkt' })
  expect(mail!.text).not.toContain('Compost')
  await talk.read('registered', conversation.id, 1)
  await talk.send('core', 'Read at once', { conversationId: conversation.id })
  await talk.read('registered', conversation.id, 2)
  expect(await to()).toEqual([])
})
