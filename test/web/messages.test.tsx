/** The message centre: the list and its filters, a conversation, and the way to a new one. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { create } from '../../shared/calls/bml/conversation/create.ts'
import { list } from '../../shared/calls/bml/conversation/list.ts'
import { recipients } from '../../shared/calls/bml/conversation/recipients.ts'
import { save } from '../../shared/calls/bml/conversation/save.ts'
import { loadmessage } from '../../shared/calls/bml/message/loadmessage.ts'
import { readmessages } from '../../shared/calls/bml/message/readmessages.ts'
import { savedraft } from '../../shared/calls/bml/message/savedraft.ts'
import { sendmessage } from '../../shared/calls/bml/message/sendmessage.ts'
import { unread } from '../../shared/calls/bml/message/unread.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds } from '../../shared/constants.ts'
import { CallError, revisionConflict, ruleViolated } from '../../shared/errors.ts'
import type { ConversationView, MessageView } from '../../shared/model/conversation-view.ts'
import { MessagingDetailScreen } from '../../web/features/messages/detail-screen.tsx'
import { partsOf } from '../../web/features/messages/linked-text.tsx'
import { MessageCentreScreen } from '../../web/features/messages/list-screen.tsx'
import { unreadMessages } from '../../web/frame/unread-messages.ts'
import { watchMessages } from '../../web/frame/watch-messages.tsx'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const [talk, other, product, aare, france, folder, ben] = [
  uuid(10),
  uuid(11),
  uuid(12),
  uuid(90),
  uuid(91),
  uuid(60),
  uuid(2),
]
const at = '2026-03-01T08:00:00.000Z'
const view = (id: string, change: Partial<ConversationView> = {}): ConversationView => ({
  id,
  entityclass: 'conversation',
  attributeset: 'default',
  rev: 3,
  created: at,
  createdBy: ben,
  updated: at,
  updatedBy: ben,
  disabled: false,
  data: {
    context: { productId: product },
    productId: product,
    sender: { kind: 'org', id: aare, sent: 1, read: 0 },
    recipient: { kind: 'org', id: france, sent: 1, read: 0, lastReadMessages: at },
    lastMessageAt: at,
    lastMessageBy: 'recipient',
  },
  mine: ['sender'],
  writesAs: 'sender',
  unread: 1,
  about: { key: 'productId', id: product, title: 'Kalk' },
  names: { [aare]: 'Prüfinstitut Aaretal', [france]: 'Contrôle Terre Vive', [ben]: 'Ben Kollege' },
  ...change,
})
const message = (n: number, content: string, change: Partial<MessageView> = {}): MessageView => ({
  id: uuid(500 + n),
  n,
  ofSide: 1,
  side: n % 2 ? 'sender' : 'recipient',
  sent: at,
  content,
  attachments: [],
  by: ben,
  byName: 'Ben Kollege',
  isRead: false,
  ...change,
})
const messages = [message(1, 'Ist das neu?', { isRead: true }), message(2, 'Ja, seit März.')]

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  unreadMessages.set({ count: 0, version: '' })
  const option = (id: string, type: string, title: string) =>
    entity('selectoption', id, { type, title: { de_DE: title }, enabled: true, order: 0 })
  server.on(loadReference, () => ({
    classes: {
      institution: [
        entity('institution', aare, { title: { de_DE: 'Prüfinstitut Aaretal' } }),
        entity('institution', france, { title: { de_DE: 'Contrôle Terre Vive' } }),
      ],
      selectoption: [option(folder, 'message-folder', 'Eilig'), option(uuid(61), 'message-subject', 'Frage')],
    },
  }))
  server.on(list, ({ filter }) =>
    filter?.archived === true
      ? { list: [], count: 0, people: [] }
      : {
          list: [view(talk), view(other, { unread: 0, about: { key: 'productId', id: product } })],
          count: 2,
          people: [{ id: ben, fullname: 'Ben Kollege' }],
        },
  )
  server.on(loadmessage, () => ({
    conversation: view(talk),
    messages,
    people: [{ id: ben, fullname: 'Ben Kollege' }],
  }))
  server.on(readmessages, () => ({ rev: 4, unread: 0 }))
  server.on(unread, () => ({ count: 0, version: 'b' }))
  server.on(execute, () => ({ list: [], count: 0 }))
})
const routes = [
  { path: '/user/messagecenter', element: <MessageCentreScreen /> },
  { path: '/user/messagecenter/detail/:conversationId', element: <MessagingDetailScreen /> },
]
const open = (address: string, as = actor()) => openScreen(routes, address, as)
const detail = `/user/messagecenter/detail/${talk}`

describe('the list', () => {
  it('says what each is about, with whom and what is unread, and leads there', async () => {
    open('/user/messagecenter')
    const link = await screen.findByRole('link', { name: /Produkt Kalk/ })
    expect(link.getAttribute('href')).toBe(detail)
    const [first] = (await screen.findAllByRole('row')).filter((row) => row.textContent?.includes('Kalk'))
    expect(first!.textContent).toMatch(/Contrôle Terre Vive.*1 ungelesen/)
    // What one may not know of has no name.
    expect(screen.getByRole('link', { name: /ein Produkt/ })).toBeTruthy()
    expect(server.inputs(list)[0]).toMatchObject({
      filter: { view: 'all', archived: false },
      sorting: 'lastMessageAt:desc',
      pagination: { start: 0, limit: 10 },
    })
  })
  it('asks by its filters once nothing is typed any more, keeps them in the address and on this machine', async () => {
    const { address, unmount } = open('/user/messagecenter')
    await screen.findByRole('link', { name: /Produkt Kalk/ })
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name des Produkts' }), 'kal')
    await waitFor(() => expect(address()).toContain('productName=kal'))
    expect(server.inputs(list).map(({ filter }) => filter?.productName)).not.toContain('ka')
    await userEvent.click(screen.getByRole('button', { name: 'Nur meine' }))
    await waitFor(() => expect(address()).toContain('view=mine'))
    unmount()
    const later = open('/user/messagecenter')
    await waitFor(() => expect(later.address()).toContain('view=mine'))
    expect(later.address()).toContain('productName=kal')
  })
  it('asks again when something has changed, and says where it fails', async () => {
    open('/user/messagecenter')
    await screen.findByRole('link', { name: /Produkt Kalk/ })
    const before = server.inputs(list).length
    unreadMessages.set({ count: 1, version: 'c' })
    await waitFor(() => expect(server.inputs(list).length).toBeGreaterThan(before))
    server.on(list, () => {
      throw new CallError('search_unavailable', 'away')
    })
    unreadMessages.set({ count: 1, version: 'd' })
    expect(await screen.findByText('Die Unterhaltungen konnten nicht geladen werden.')).toBeTruthy()
  })
  it('says once that there is no connection, where no rows stand yet', async () => {
    server.on(list, () => {
      throw new CallError('internal', 'away', { key: 'network' })
    })
    open('/user/messagecenter')
    expect(await screen.findByText('Wird geladen, sobald die Verbindung wieder da ist.')).toBeTruthy()
    expect(screen.queryByText('Die Unterhaltungen konnten nicht geladen werden.')).toBeNull()
  })
  it('says what begins one where there is none, to who can begin one', async () => {
    server.on(list, () => ({ list: [], count: 0 }))
    const first = open('/user/messagecenter')
    expect(await screen.findByText('Keine Unterhaltungen')).toBeTruthy()
    expect(screen.getByText(/beginnen Sie bei einem Produkt/)).toBeTruthy()
    first.unmount()
    open('/user/messagecenter', actor({ role: 'registered', institutions: [] }))
    expect(await screen.findByText('Was Ihnen geschrieben wird, steht hier.')).toBeTruthy()
  })
  it('shows all that are about the same, and says about what; the list is left as it was', async () => {
    open(`/user/messagecenter?context=${product}&archived=`)
    const region = await screen.findByRole('region', { name: 'Unterhaltungen eingrenzen' })
    expect(await within(region).findByText('Produkt Kalk')).toBeTruthy()
    expect(server.inputs(list).at(-1)?.filter).toEqual({ view: 'all', context: product })
    expect(localStorage.getItem('inputlist.messages.filter')).toBeNull()
  })
})

describe('a conversation', () => {
  it('shows who wrote what, what was read, and marks what is seen as read', async () => {
    open(detail)
    const thread = await screen.findByRole('list', { name: 'Nachrichten' })
    const lines = within(thread).getAllByRole('listitem')
    expect(lines[0]!.textContent).toMatch(/Ben Kollege.*Ist das neu\?.*gelesen: Contrôle Terre Vive/)
    expect(lines[1]!.textContent).toContain('Ja, seit März.')
    expect(screen.getByRole('link', { name: 'Produkt Kalk' }).getAttribute('href')).toBe(
      `/product/${product}/${fixedIds.list.base}`,
    )
    expect(screen.getByRole('link', { name: 'Alle Unterhaltungen dazu' }).getAttribute('href')).toBe(
      `/user/messagecenter?context=${product}&archived=`,
    )
    await waitFor(() => expect(server.inputs(readmessages)).toEqual([{ conversationId: talk, n: 2 }]))
  })
  it('keeps what is typed, sends it with Ctrl and Enter, and is ready for the next', async () => {
    server.on(savedraft, ({ text }) => ({ draft: { text, attachments: [], at } }))
    server.on(sendmessage, () => ({ conversation: view(talk), message: message(3, 'x') }))
    open(detail)
    const area = await screen.findByRole('textbox', { name: /^Neue Nachricht/ })
    await userEvent.type(area, 'Danke')
    expect(await screen.findByText('Entwurf gespeichert')).toBeTruthy()
    expect(server.inputs(savedraft).at(-1)).toEqual({ conversationId: talk, text: 'Danke', attachments: [] })
    await userEvent.type(area, '!{Control>}{Enter}{/Control}')
    await waitFor(() => expect((area as HTMLTextAreaElement).value).toBe(''))
    expect(server.inputs(sendmessage)).toEqual([{ conversationId: talk, message: 'Danke!', attachments: [] }])
  })
  it('keeps the text where it cannot be sent, and says why', async () => {
    server.on(savedraft, () => ({}))
    server.on(sendmessage, () => {
      throw ruleViolated('The conversation is archived, and stays so. Begin another one.', {
        key: 'conversationArchived',
      })
    })
    open(detail)
    const area = await screen.findByRole('textbox', { name: /^Neue Nachricht/ })
    await userEvent.type(area, 'Hallo')
    await userEvent.click(screen.getByRole('button', { name: 'Senden' }))
    expect(await screen.findByText(/archiviert und bleibt es/)).toBeTruthy()
    expect((area as HTMLTextAreaElement).value).toBe('Hallo')
  })
  it('asks which draft counts where another window has kept one', async () => {
    server.on(savedraft, () => {
      throw new CallError('revision_conflict', 'differs', { key: 'draftDiffers' })
    })
    open(detail)
    await userEvent.type(await screen.findByRole('textbox', { name: /^Neue Nachricht/ }), 'Meins')
    server.on(loadmessage, () => ({
      conversation: view(talk),
      messages,
      draft: { text: 'Vom anderen Fenster', attachments: [], at },
      people: [],
    }))
    await userEvent.click(await screen.findByRole('button', { name: 'Den anderen nehmen' }))
    const area = screen.getByRole('textbox', { name: /^Neue Nachricht/ })
    await waitFor(() => expect((area as HTMLTextAreaElement).value).toBe('Vom anderen Fenster'))
  })
  it('is archived after a question; a message that came meanwhile is no reason to be asked', async () => {
    let tries = 0
    server.on(save, ({ rev }) => {
      if (tries++ === 0) throw revisionConflict(rev, 5)
      return view(talk)
    })
    server.on(loadmessage, () => ({ conversation: view(talk, { rev: 5 }), messages, people: [] }))
    open(detail)
    await userEvent.click(await screen.findByRole('button', { name: 'Archivieren' }))
    const dialog = await screen.findByRole('dialog', { name: 'Unterhaltung archivieren?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Archivieren' }))
    await waitFor(() => expect(server.inputs(save)).toHaveLength(2))
    expect(server.inputs(save)[1]).toMatchObject({
      rev: 5,
      patch: [{ op: 'add', path: '/sender/archived' }],
    })
  })
  it('begins no other one about what the reader may not know of', async () => {
    server.on(loadmessage, () => ({
      conversation: view(talk, { about: { key: 'productId', id: product } }),
      messages,
      people: [],
    }))
    open(detail)
    expect(await screen.findByRole('button', { name: 'Archivieren' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Andere Unterhaltung beginnen' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'ein Produkt' })).toBeNull()
  })
  it('names the files that a message has no room for', async () => {
    const attachments = Array.from({ length: 20 }, (_, n) => ({
      fileId: uuid(700 + n),
      fileName: `${n}.pdf`,
    }))
    server.on(loadmessage, () => ({
      conversation: view(talk),
      messages,
      draft: { text: 'Mit Beilagen', attachments, at },
      people: [],
    }))
    open(detail)
    await screen.findByText('19.pdf')
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await userEvent.upload(input, new File(['x'], 'zu viel.pdf'))
    expect(await screen.findByText(/höchstens 20 Dateien.*zu viel\.pdf/)).toBeTruthy()
  })
  it('is read only for who looks on, and not there for others', async () => {
    server.on(loadmessage, ({ conversationId }) => {
      if (conversationId !== talk) throw new CallError('not_found', 'entity not found')
      const { writesAs: _, ...seen } = view(talk, { mine: [], unread: 0 })
      return { conversation: seen, messages, people: [] }
    })
    const first = open(detail)
    expect(await screen.findByText('nur zum Lesen')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: /^Neue Nachricht/ })).toBeNull()
    expect(server.inputs(readmessages)).toEqual([])
    first.unmount()
    open(`/user/messagecenter/detail/${other}`)
    expect(await screen.findByText('Diese Unterhaltung gibt es nicht')).toBeTruthy()
  })
})

describe('a message', () => {
  it('is text: nothing in it runs, and addresses are links', () => {
    const origin = 'https://inputlist.example'
    const own = `${origin}/product/${product}/${fixedIds.list.base}`
    expect(partsOf(`Siehe ${own}, und https://a.example/x?y=1.`, origin)).toEqual([
      { text: 'Siehe ' },
      { href: own, own: { kind: 'product', id: product, path: `/product/${product}/${fixedIds.list.base}` } },
      { text: ', und ' },
      { href: 'https://a.example/x?y=1' },
      { text: '.' },
    ])
    const script = '<img src=x onerror=alert(1)> javascript:alert(1)'
    expect(partsOf(script, origin)).toEqual([{ text: script }])
  })
  it('names products and companies that the reader may know of', async () => {
    const address = (id: string) => `${location.origin}/product/${id}/${fixedIds.list.base}`
    server.on(execute, () => ({ list: [{ id: product, rev: 1, columns: { name: 'Kalk fein' } }], count: 1 }))
    server.on(loadmessage, () => ({
      conversation: view(talk),
      messages: [message(1, `${address(product)} ${address(other)} <b>fett</b>`)],
      people: [],
    }))
    open(detail)
    expect((await screen.findByRole('link', { name: 'Kalk fein' })).getAttribute('href')).toContain(product)
    expect(screen.getByRole('link', { name: address(other) })).toBeTruthy()
    expect(screen.getByText(/<b>fett<\/b>/)).toBeTruthy()
  })
})

describe('a new conversation', () => {
  const address = `/user/messagecenter/detail/new?productId=${product}`
  it('goes to the one that there is', async () => {
    const { address: now } = open(address)
    await waitFor(() => expect(now()).toBe(detail))
  })
  it('is begun with whom is chosen, those first whose business it is', async () => {
    server.on(loadmessage, ({ context }) =>
      context ? { messages: [], people: [] } : { conversation: view(talk), messages: [], people: [] },
    )
    server.on(recipients, () => ({
      about: { key: 'productId' as const, id: product, title: 'Kalk' },
      list: [
        {
          kind: 'org' as const,
          id: france,
          title: 'Contrôle Terre Vive',
          isConcerned: true,
          hasPeople: true,
        },
        { kind: 'company' as const, id: uuid(40), title: 'Muster AG', isConcerned: true, hasPeople: false },
      ],
      senders: [{ id: aare, title: 'Prüfinstitut Aaretal' }],
      mayChooseOthers: true,
    }))
    server.on(create, () => view(talk))
    const { address: now } = open(address)
    await userEvent.click(await screen.findByRole('button', { name: /Mit wem/ }))
    await userEvent.click(await screen.findByRole('option', { name: /Muster AG/ }))
    expect(await screen.findByText(/meldet sich niemand an/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Unterhaltung öffnen' }))
    await waitFor(() => expect(now()).toBe(detail))
    expect(server.inputs(create)).toEqual([
      { context: { productId: product }, recipientCompany: uuid(40), senderOrg: aare },
    ])
  })
  it('is begun with a person by administrators, who alone are told of all', async () => {
    server.on(loadmessage, ({ context }) =>
      context ? { messages: [], people: [] } : { conversation: view(talk), messages: [], people: [] },
    )
    server.on(recipients, () => ({
      about: { key: 'productId' as const, id: product, title: 'Kalk' },
      list: [],
      senders: [],
      mayChooseOthers: true,
    }))
    server.on(execute, () => ({
      list: [{ id: ben, rev: 1, columns: { 'staticData.fullname': 'Ben Kollege', active: true } }],
      count: 1,
    }))
    server.on(create, () => view(talk))
    const staff = open(address, actor({ role: 'editor' }))
    await userEvent.click(await screen.findByRole('button', { name: /Mit wem/ }))
    expect(await screen.findByRole('option', { name: /Eine andere Firma/ })).toBeTruthy()
    expect(screen.queryByRole('option', { name: /Eine bestimmte Person/ })).toBeNull()
    staff.unmount()
    const { address: now } = open(address)
    await userEvent.click(await screen.findByRole('button', { name: /Mit wem/ }))
    await userEvent.click(await screen.findByRole('option', { name: /Eine bestimmte Person/ }))
    await userEvent.click(await screen.findByRole('button', { name: /^Person/ }))
    await userEvent.click(await screen.findByRole('option', { name: /Ben Kollege/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Unterhaltung öffnen' }))
    await waitFor(() => expect(now()).toBe(detail))
    expect(server.inputs(create)).toEqual([{ context: { productId: product }, recipientUser: ben }])
  })
  it('is about something that there is', async () => {
    open('/user/messagecenter/detail/new')
    expect(await screen.findByText('Diese Unterhaltung gibt es nicht')).toBeTruthy()
  })
})

describe('the number in the navigation', () => {
  it('is asked for while somebody looks, at the latest after 15 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.on(unread, () => ({ count: 2, version: 'x' }))
    const stop = watchMessages()
    await vi.waitFor(() => expect(unreadMessages.get()).toMatchObject({ count: 2, version: 'x' }))
    server.on(unread, () => ({ count: 3, version: 'y' }))
    await vi.advanceTimersByTimeAsync(15_000)
    await vi.waitFor(() => expect(unreadMessages.get().count).toBe(3))
    stop()
    const asked = server.inputs(unread).length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.inputs(unread)).toHaveLength(asked)
    expect(unreadMessages.get().count).toBe(0)
  })
})
