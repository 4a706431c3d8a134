/** Somebody else's change shows itself to who only looks, within 20 seconds. */
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { load } from '../../shared/calls/bml/company/load.ts'
import { count } from '../../shared/calls/bml/product/count.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { companyData } from '../../shared/model/company.ts'
import { CompanyScreen } from '../../web/features/companies/company-screen.tsx'
import { baseList, setValue } from '../../web/features/product/model/draft.ts'
import { pageHead } from '../../web/frame/page.tsx'
import { openProduct, productServer, text } from './product/page-kit.tsx'
import { entity, fakeServer, openScreen, uuid } from './screen-kit.tsx'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
})
afterEach(() => {
  vi.useRealTimers()
})
const later = () => act(() => vi.advanceTimersByTimeAsync(20_000))

describe('a colleague saves', () => {
  test('the product that one looks at', async () => {
    const server = productServer()
    await openProduct()
    await screen.findByText('Name und Kategorie')
    server.set((data) => setValue(data, baseList, 'basis-f1', text('Kompost Neu')))
    await later()
    expect(await screen.findByText(/Ben Kollege gespeichert \(Revision 2\)/)).toBeTruthy()
    expect(pageHead.get().title).toBe('Kompost Plus')
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTimeAsync })
    await user.click(screen.getByRole('button', { name: 'Anzeigen' }))
    await waitFor(() => expect(pageHead.get().title).toBe('Kompost Neu'))
    expect(screen.queryByText(/Revision 2\)\./)).toBeNull()
    // What was pressed is gone: the focus is where the change is.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Handelsname' })),
    )
    // Every change is marked, for a while.
    const marked = () => [...document.querySelectorAll('[data-just-changed]')]
    expect(marked()).toEqual([screen.getByRole('group', { name: 'Handelsname' })])
    await act(() => vi.advanceTimersByTimeAsync(40_000))
    expect(marked()).toEqual([])
  })

  test('the company that one looks at', async () => {
    const server = fakeServer()
    const companyOf = (rev: number, name: string) => ({
      ...entity('company', uuid(40), {}, rev),
      data: companyData.parse({ baseData: { name } }),
      may: ['company:edit'],
      titles: {},
    })
    let now = companyOf(3, 'Muster AG')
    server.on(count, () => ({ count: 0 }))
    server.on(load, () => now)
    server.on(history, () => ({
      list: [{ rev: now.rev, updated: now.updated, updatedBy: uuid(2), updatedByName: 'Ben Kollege' }],
      count: now.rev,
    }))
    await openScreen(
      [{ path: '/company/view/:companyId', element: <CompanyScreen /> }],
      `/company/view/${uuid(40)}`,
    )
    await waitFor(() => expect(pageHead.get().title).toBe('Muster AG'))
    now = companyOf(4, 'Muster GmbH')
    await later()
    expect(await screen.findByText(/Ben Kollege gespeichert \(Revision 4\)/)).toBeTruthy()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTimeAsync })
    await user.click(screen.getByRole('button', { name: 'Anzeigen' }))
    await waitFor(() => expect(pageHead.get().title).toBe('Muster GmbH'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('NameMuster GmbH'))
    // The next key goes on from there.
    await user.keyboard('e')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Name/ })))
  })
})
