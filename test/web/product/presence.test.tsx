import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { update } from '../../../shared/calls/bml/presence/update.ts'
import type { PresentPerson } from '../../../web/api/use-presence.ts'
import { baseList, setValue } from '../../../web/features/product/model/draft.ts'
import { uuid } from '../screen-kit.tsx'
import { openProduct, productServer, text } from './page-kit.tsx'
import { productId } from './samples.ts'

const person = (n: number, name: string, unsaved = false): PresentPerson => ({
  account: uuid(n),
  name,
  unsaved,
  since: '2026-03-02T08:00:00.000Z',
})
/** The product page, and who else is there. */
async function opened(
  present: PresentPerson[],
  { address = baseList as string, isOn = true, revisions = 1 } = {},
) {
  const server = productServer()
  if (revisions > 1) server.set((data) => setValue(data, baseList, 'basis-f1', text('Neuer Name')))
  let people = present
  server.fake.on(update, () => ({ isOn, present: people }))
  const page = await openProduct(address)
  return {
    said: () => server.fake.inputs(update),
    page,
    user: userEvent.setup(),
    set: (next: PresentPerson[]) => {
      people = next
    },
  }
}
afterEach(() => vi.useRealTimers())

describe('who else has the product open', () => {
  test('stands beside its state, and first who is changing it', async () => {
    const { said } = await opened([person(1, 'Anna Amsel'), person(2, 'Ben Buchfink', true)])
    expect(await screen.findByText('Ben Buchfink hat ungespeicherte Änderungen')).toBeTruthy()
    expect(screen.getByText('Auch geöffnet bei Anna Amsel')).toBeTruthy()
    expect(said()[0]).toMatchObject({ section: 'equipoProducts', id: productId, unsaved: false })
  })
  test('many are counted, and all named on hover', async () => {
    await opened(['Anna', 'Ben', 'Cem', 'Dora'].map((name, n) => person(n, name, true)))
    const badge = await screen.findByText('Anna, Ben und 2 weitere haben ungespeicherte Änderungen')
    expect(badge.closest('[title]')?.getAttribute('title')).toBe(
      'Anna, Ben, Cem und Dora haben ungespeicherte Änderungen',
    )
  })
  test('hears at once that something is typed, every 20 s that one is there, and when one leaves', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { said, user, page, set } = await opened([])
    await waitFor(() => expect(said()).toHaveLength(1))
    set([person(1, 'Anna Amsel')])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await screen.findByText('Auch geöffnet bei Anna Amsel')).toBeTruthy()
    expect(said()).toHaveLength(2)
    await user.keyboard('e')
    await user.type(await screen.findByRole('textbox', { name: 'Handelsname' }), 'x')
    await waitFor(() => expect(said().at(-1)).toMatchObject({ unsaved: true }))
    page.unmount()
    await waitFor(() => expect(said().at(-1)).toMatchObject({ left: true, place: said()[0]?.place }))
  })
  test('hears that the window is closed, in a request that outlives it, and that the page is back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { said } = await opened([])
    await waitFor(() => expect(said()).toHaveLength(1))
    const sent = vi.spyOn(globalThis, 'fetch')
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    expect(said().at(-1)).toMatchObject({ left: true, place: said()[0]?.place })
    expect(sent.mock.lastCall?.[1]).toMatchObject({ keepalive: true })
    await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await waitFor(() => expect(said().at(-1)).not.toHaveProperty('left'))
  })
  test('is not asked for an older revision', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { said } = await opened([], { address: `${baseList}/1`, revisions: 2 })
    await screen.findByText(/^Sie sehen den Stand vom/)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said()).toEqual([])
  })
  // Last: what the installation said holds for as long as the app is open.
  test('is not asked again where the installation has it switched off', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { said } = await opened([], { isOn: false })
    await waitFor(() => expect(said()).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said()).toHaveLength(1)
  })
})
