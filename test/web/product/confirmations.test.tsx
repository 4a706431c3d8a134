import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createlistingconfirmation } from '../../../shared/calls/bml/product/createlistingconfirmation.ts'
import { getpdfandstatus } from '../../../shared/calls/bml/product/getpdfandstatus.ts'
import { listlistingconfirmations } from '../../../shared/calls/bml/product/listlistingconfirmations.ts'
import { pdflistingconfirmation } from '../../../shared/calls/bml/product/pdflistingconfirmation.ts'
import { sendlistingconfirmation } from '../../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { withdrawlistingconfirmation } from '../../../shared/calls/bml/product/withdrawlistingconfirmation.ts'
import { disable } from '../../../shared/calls/eav/entity/disable.ts'
import { restore } from '../../../shared/calls/eav/entity/restore.ts'
import { updatefrompatch } from '../../../shared/calls/eav/entity/updatefrompatch.ts'
import { pdfPollMs, pdfTimeoutMs } from '../../../shared/constants.ts'
import { ruleViolated } from '../../../shared/errors.ts'
import type { Confirmation, ConfirmationProblem } from '../../../shared/model/confirmation.ts'
import { waitForPdf } from '../../../web/api/pdf-ticket.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { questions } from '../../../web/frame/dialogs.ts'
import { entity, fakeServer, uuid } from '../screen-kit.tsx'
import { companyId, institutionId, nationalId, openProduct, productServer } from './page-kit.tsx'
import { productId } from './samples.ts'

afterEach(() => questions.set([]))

const [draftId, sentId, ticket] = [uuid(970), uuid(971), uuid(972)]
const made = (id: string, more: object = {}) =>
  entity('listing_confirmation', id, {
    productId,
    listIds: [nationalId],
    institutionId,
    companyId,
    language: 'de_DE',
    type: 'listing',
    site: 'http://localhost',
    ...more,
  }) as Confirmation
const hash = 'a'.repeat(64)
const sentData = {
  type: 'order',
  sendDate: '2026-03-02T08:00:00.000Z',
  number: '2026-7K2M-9QRT-4XWB',
  sent: {
    content: {
      type: 'order',
      language: 'de_DE',
      issued: '2026-03-02',
      institution: 'Prüfstelle',
      company: { name: 'Humus AG', address: [] },
      product: 'Kompost Plus',
      lists: [],
    },
    hash,
    fileHash: hash,
    to: ['lea@humus.example'],
  },
}
const problems: ConfirmationProblem[] = [
  {
    key: 'confirmationErr4',
    message: 'ERR4',
    path: '/companyId',
    mend: { place: 'company', company: companyId },
  },
  {
    key: 'confirmationErr3',
    message: 'ERR3',
    path: '/productId',
    mend: { place: 'approvals', product: productId, list: baseList },
  },
]

/** Keeps confirmations as the server does. */
async function open(stored: Confirmation[] = [], against: ConfirmationProblem[] = []) {
  const { fake } = productServer()
  let kept = stored
  const deleted = new Map<string, Confirmation>()
  fake.on(listlistingconfirmations, () => ({
    list: kept.map((confirmation) => {
      const { sendDate, sendJob } = confirmation.data
      const state = sendDate ? ('sent' as const) : sendJob ? ('sending' as const) : ('draft' as const)
      return { confirmation, state, mayEdit: true, problems: state === 'draft' ? against : [] }
    }),
    companies: { [companyId]: 'Humus AG' },
  }))
  fake.on(createlistingconfirmation, ({ url, ...asked }) => {
    const one = made(kept.length === 0 ? draftId : uuid(974), { ...asked, site: new URL(url).origin })
    kept = [one, ...kept]
    return one
  })
  fake.on(disable, ({ id }) => {
    deleted.set(id, kept.find((one) => one.id === id)!)
    kept = kept.filter((one) => one.id !== id)
    return { id }
  })
  fake.on(restore, ({ id }) => {
    kept = [deleted.get(id)!, ...kept]
    return deleted.get(id) as never
  })
  fake.on(sendlistingconfirmation, ({ confirmationId }) => {
    kept = kept.map((one) => (one.id === confirmationId ? made(confirmationId, sentData) : one))
    return { jobId: uuid(973) }
  })
  await openProduct(nationalId)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Listungsbestätigungen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Listungsbestätigungen' })
  return { user, dialog, fake }
}
const verb = (name: RegExp | string, within_: HTMLElement = document.body) =>
  within(within_).getByRole('button', { name })

test('one is made for the list that is shown; what stands against it is told with where it is mended', async () => {
  const { user, dialog, fake } = await open()
  await within(dialog).findByText('Noch keine Listungsbestätigung')
  await user.click(verb('Neue Bestätigung', dialog))
  const form = await screen.findByRole('dialog', { name: 'Neue Bestätigung' })
  expect(within(form).getByRole('checkbox', { name: 'Schweiz' })).toHaveProperty('checked', true)
  expect(within(form).getByRole('checkbox', { name: 'Basisdaten' })).toHaveProperty('checked', false)
  await user.click(within(form).getByRole('radio', { name: 'Konformitätsbestätigung' }))
  fake.on(createlistingconfirmation, () => {
    const issues = problems.map(({ message: expected, ...one }) => ({ expected, ...one }))
    throw ruleViolated('ERR4', { key: 'confirmationErr4', issues })
  })
  await user.click(verb('Erstellen', form))
  const told = await within(form).findByRole('list', { name: 'So kann nicht bestätigt werden:' })
  const [first, second] = within(told).getAllByRole('listitem')
  expect(first!.textContent).toMatch(/^ERR4: Die Firma hat keine Hauptansprechperson/)
  expect(within(first!).getByRole('link', { name: 'Firma Humus AG' }).getAttribute('href')).toBe(
    `/company/view/${companyId}`,
  )
  expect(
    within(second!).getByRole('link', { name: 'Zulassungen der Liste Basisdaten' }).getAttribute('href'),
  ).toBe(`/product/${productId}/${baseList}?tab=approvals`)
  // Asked again as it was, it is the same request; otherwise another one.
  await user.click(verb('Erstellen', form))
  await user.click(within(form).getByRole('checkbox', { name: 'Basisdaten' }))
  await user.click(verb('Erstellen', form))
  const keys = fake.keys(createlistingconfirmation)
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  expect(fake.inputs(createlistingconfirmation).at(-1)).toEqual({
    productId,
    listIds: [nationalId, baseList],
    institutionId,
    companyId,
    language: 'de_DE',
    type: 'conformity',
    url: location.href,
  })
})

test('a draft is previewed, gets another language, is deleted and brought back', async () => {
  const { user, dialog, fake } = await open([made(draftId)])
  const line = await within(dialog).findByRole('listitem')
  expect(line.textContent).toContain('Entwurf')
  let asked = 0
  fake.on(pdflistingconfirmation, () => ({ ticketNumber: ticket }))
  fake.on(getpdfandstatus, () => (asked++ === 0 ? { done: false } : { done: true, result: '/files/1.pdf' }))
  await user.click(verb(/^PDF-Vorschau: Listungsbestätigung, Schweiz, Humus AG/, line))
  expect(await within(line).findByRole('progressbar', { name: 'PDF wird erstellt' })).toBeTruthy()
  const link = await within(line).findByRole('link', { name: 'PDF herunterladen' })
  expect(link.getAttribute('href')).toBe('/files/1.pdf')

  fake.on(updatefrompatch, ({ id }) => made(id) as never)
  await user.click(within(line).getByRole('button', { name: /^Sprache/ }))
  await user.click(await screen.findByRole('option', { name: 'Französisch' }))
  await waitFor(() =>
    expect(fake.inputs(updatefrompatch)).toMatchObject([
      { id: draftId, rev: 1, patch: [{ op: 'replace', path: '/language', value: 'fr_FR' }] },
    ]),
  )
  await user.click(verb(/^Löschen/, line))
  await within(dialog).findByText('Bestätigung gelöscht')
  await user.click(verb('Rückgängig', dialog))
  expect(await within(dialog).findByRole('button', { name: /^Löschen/ })).toBeTruthy()
})

test('it is sent once that was confirmed, and then only replaced', async () => {
  const { user, dialog, fake } = await open([made(draftId)])
  await user.click(await within(dialog).findByRole('button', { name: /^Senden/ }))
  const question = await screen.findByRole('dialog', { name: 'Bestätigung senden?' })
  expect(question.textContent).toContain('Humus AG')
  expect(fake.inputs(sendlistingconfirmation)).toEqual([])
  await user.click(verb('Senden', question))
  expect(await within(dialog).findByText('Gesendet an lea@humus.example')).toBeTruthy()
  expect(fake.inputs(sendlistingconfirmation)).toEqual([{ confirmationId: draftId }])
  for (const name of [/^Senden/, /^Löschen/])
    expect(within(dialog).queryByRole('button', { name })).toBeNull()
  await user.click(verb('Ersetzen: 2026-7K2M-9QRT-4XWB', dialog))
  const form = await screen.findByRole('dialog', { name: 'Bestätigung 2026-7K2M-9QRT-4XWB ersetzen' })
  await user.click(verb('Erstellen', form))
  await waitFor(() =>
    expect(fake.inputs(createlistingconfirmation)).toMatchObject([{ replaces: draftId, type: 'order' }]),
  )
})

test('what keeps a draft from being sent stands with it, with links; a failed try says why', async () => {
  const failure = { message: 'mail', text: { key: 'confirmationErr6' } }
  const { dialog } = await open([made(draftId, { failure }), made(sentId, sentData)], problems)
  const told = await within(dialog).findByRole('list', { name: 'So kann nicht bestätigt werden:' })
  expect(within(told).getAllByRole('link')).toHaveLength(2)
  expect(dialog.textContent).toContain('Nicht gesendet: ERR6: Die Liste ist nicht aktiv.')
  expect(verb(/^Senden: /, dialog)).toHaveProperty('disabled', true)
  expect(within(dialog).queryByRole('button', { name: /^PDF-Vorschau/ })).toBeNull()
  expect(verb('PDF öffnen: 2026-7K2M-9QRT-4XWB', dialog)).toBeTruthy()
})

test('a draft that is only kept from being sent is previewed all the same', async () => {
  const changed: ConfirmationProblem = {
    key: 'confirmationChanged',
    message: 'changed',
    path: '/listIds/0',
    mend: { place: 'approvals', product: productId, list: nationalId },
    onlySending: true,
  }
  const { dialog } = await open([made(draftId)], [changed])
  const told = await within(dialog).findByRole('list', { name: 'So kann nicht bestätigt werden:' })
  expect(told.textContent).toContain('Lassen Sie die Zulassungen erneut bestätigen.')
  expect(verb(/^Senden: /, dialog)).toHaveProperty('disabled', true)
  expect(verb(/^PDF-Vorschau/, dialog)).toBeTruthy()
})

test('one whose document was made out is sent again, or withdrawn once that was confirmed', async () => {
  const { sendDate: _, ...sealed } = sentData
  const { user, dialog, fake } = await open([made(draftId, sealed)])
  const line = await within(dialog).findByRole('listitem')
  for (const name of [/^Löschen/, /^Ersetzen/, /^Sprache/])
    expect(within(line).queryByRole('button', { name })).toBeNull()
  expect(verb(/^PDF öffnen/, line)).toBeTruthy()
  fake.on(withdrawlistingconfirmation, () => made(draftId, { ...sealed, withdrawn: sentData.sendDate }))
  await user.click(verb('Widerrufen: 2026-7K2M-9QRT-4XWB', line))
  const question = await screen.findByRole('dialog', { name: 'Bestätigung widerrufen?' })
  expect(fake.inputs(withdrawlistingconfirmation)).toEqual([])
  await user.click(verb('Widerrufen', question))
  await waitFor(() => expect(fake.inputs(withdrawlistingconfirmation)).toEqual([{ confirmationId: draftId }]))
})

test('of many the newest are shown, and the older ones page by page', async () => {
  const { user, dialog, fake } = await open([made(draftId)])
  fake.on(listlistingconfirmations, ({ before }) => ({
    list: [
      {
        confirmation: made(before ? sentId : draftId, sentData),
        state: 'sent' as const,
        mayEdit: false,
        problems: [],
      },
    ],
    companies: {},
    ...(before === undefined && { older: 'place' }),
  }))
  await user.click(await within(dialog).findByRole('button', { name: /^Löschen/ }))
  await user.click(await within(dialog).findByRole('button', { name: 'Ältere anzeigen' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Zurück zu den neuesten' }))
  await within(dialog).findByRole('button', { name: 'Ältere anzeigen' })
  expect(fake.inputs(listlistingconfirmations).map(({ before }) => before)).toContain('place')
  expect(within(dialog).queryByRole('button', { name: 'Zurück zu den neuesten' })).toBeNull()
})

test('a document is asked for each second, for 45 minutes at most', async () => {
  vi.useFakeTimers()
  const fake = fakeServer()
  let answer: { done: boolean; result?: string; error?: string; text?: { key: string } } = { done: false }
  fake.on(getpdfandstatus, () => answer)
  const asked = () => fake.inputs(getpdfandstatus).length
  const { signal } = new AbortController()
  const late = waitForPdf(ticket, signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3 * pdfPollMs)
  expect(asked()).toBe(4)
  await vi.advanceTimersByTimeAsync(pdfTimeoutMs)
  expect(await late).toMatchObject({
    message: 'timeout on retrieving pdf',
    details: { key: 'pdfTimeout' },
  })
  answer = { done: true, error: 'no', text: { key: 'printFailed' } }
  await expect(waitForPdf(ticket, signal)).rejects.toMatchObject({ details: { key: 'printFailed' } })
  answer = { done: true, result: '/files/2.pdf' }
  await expect(waitForPdf(ticket, signal)).resolves.toEqual({ url: '/files/2.pdf' })
  vi.useRealTimers()
})
