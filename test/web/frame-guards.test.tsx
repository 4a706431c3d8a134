import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useRef, useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../shared/model/actor.ts'
import { SessionProvider } from '../../web/api/session.tsx'
import type { SessionSnapshot, SessionStore } from '../../web/api/session-store.ts'
import { safeTarget } from '../../web/features/sign-in/sign-in-screen.tsx'
import { isChunkLoadError, loadChunk, mayReload } from '../../web/frame/chunk-error.ts'
import { DialogHost } from '../../web/frame/dialog-host.tsx'
import { ExpiredDialog } from '../../web/frame/expired.tsx'
import { Guard } from '../../web/frame/guard.tsx'
import { activeHref, navigationOf } from '../../web/frame/navigation.tsx'
import { notices } from '../../web/frame/notify.ts'
import type { AppRoute } from '../../web/frame/route.ts'
import { hasUnsaved, settleUnsaved, useDraft, useUnsavedGuard } from '../../web/frame/unsaved.tsx'
import { appRoutes } from '../../web/routes.tsx'

const actor = (role: Actor['role']): Actor => ({
  account: '11111111-1111-4111-8111-111111111111',
  sub: 's',
  fullname: 'Anna Muster',
  role,
  isSuperAdmin: false,
  flags: { approval: false, responsible: false, companies: false },
  institutions: [],
})
/** A session that stands still until the test changes it. */
function fixedSession(state: SessionSnapshot['state'], role?: Actor['role']) {
  let snapshot = {
    state,
    account: role
      ? { actor: actor(role), userData: {}, id: 'a', fullname: 'Anna', role, institutions: [] }
      : undefined,
    accounts: [],
  } as unknown as SessionSnapshot
  const listeners = new Set<() => void>()
  const store = {
    get: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: async () => {},
    check: async () => {},
  } as unknown as SessionStore
  return {
    store,
    become(next: SessionSnapshot) {
      snapshot = next
      for (const listener of listeners) listener()
    },
  }
}
const at = (path: string, store: SessionStore, permission: AppRoute['permission']) => {
  const guarded = (
    <Guard permission={permission} home={<p>Willkommen</p>}>
      <p>Geheim</p>
    </Guard>
  )
  const router = createMemoryRouter(
    [
      {
        path: '/',
        element: (
          <Guard permission="editor" home={<p>Willkommen</p>}>
            <p>Produkte</p>
          </Guard>
        ),
      },
      { path: '/admin', element: guarded },
      { path: '/sign-in', element: <p>Anmelden</p> },
    ],
    { initialEntries: [path] },
  )
  render(
    <SessionProvider store={store}>
      <RouterProvider router={router} />
    </SessionProvider>,
  )
  return router
}

describe('a guarded screen', () => {
  it('waits until it is known who looks', () => {
    at('/admin', fixedSession('starting').store, 'admin')
    expect(screen.getByRole('status', { name: 'Wird geladen' })).toBeDefined()
    expect(screen.queryByText('Geheim')).toBeNull()
  })
  it('sends people who are not signed in to sign in, and remembers where they wanted to go', () => {
    const router = at('/admin?drawer=x', fixedSession('signed-out').store, 'admin')
    expect(screen.getByText('Anmelden')).toBeDefined()
    expect(router.state.location.search).toBe(`?to=${encodeURIComponent('/admin?drawer=x')}`)
  })
  it.each([
    ['admin', 'admin', 'Geheim'],
    ['editor', 'admin', 'Geheim'],
    ['registered', 'admin', 'Geheim'],
    ['none', 'registered', 'Geheim'],
    ['registered', 'editor', 'Geheim'],
    ['editor', 'editor', 'Geheim'],
    ['admin', 'editor', 'Produkte'],
    ['editor', 'registered', 'Willkommen'],
    ['admin', 'registered', 'Willkommen'],
  ] as const)('that asks for %s shows a person who is %s: %s', (needed, role, text) => {
    at('/admin', fixedSession('signed-in', role).store, needed)
    expect(screen.getByText(text)).toBeDefined()
    const refused = notices.get().map(({ text }) => text)
    expect(refused).toEqual(text === 'Geheim' ? [] : ['Für diese Seite fehlt Ihnen das Recht.'])
  })
})

describe('the navigation', () => {
  const screen = { texts: 'frame', lazy: async () => () => null }
  const routes: AppRoute[] = [
    { path: '/', name: 'productList', permission: 'editor', group: 'products', ...screen },
    {
      path: '/product/:productId/:listId/:rev?',
      name: 'product',
      permission: 'editor',
      group: 'products',
      hideInNav: true,
      ...screen,
    },
    { path: '/user/notes', name: 'notes', permission: 'registered', group: 'communication', ...screen },
    { path: '/admin/category', name: 'category', permission: 'admin', group: 'catalogue', ...screen },
    { path: '/auth/acceptinvite', name: 'AcceptInvite', permission: 'none', ...screen },
  ]
  const names = (role: Actor['role']) =>
    navigationOf(routes, actor(role)).flatMap((g) => g.routes.map((r) => `${g.group}:${r.name}`))

  it('shows what the role may open, in groups', () => {
    expect(names('admin')).toEqual(['products:productList', 'communication:notes', 'catalogue:category'])
    expect(names('editor')).toEqual(['products:productList', 'communication:notes'])
    expect(names('registered')).toEqual(['communication:notes'])
  })
  it('marks the list that a page belongs to', () => {
    expect(activeHref(routes, '/')).toBe('/')
    expect(activeHref(routes, '/product/a/b/3')).toBe('/')
    expect(activeHref(routes, '/nowhere')).toBe('')
  })
  it('has a screen, a label and a role for each route', () => {
    for (const route of appRoutes) {
      expect(route.path.startsWith('/')).toBe(true)
      expect(route.hideInNav || route.group).toBeTruthy()
    }
    // A group is read at a glance.
    for (const { routes: of } of navigationOf(appRoutes, actor('admin'))) expect(of.length).toBeLessThan(6)
    expect(new Set(appRoutes.map((r) => r.name)).size).toBe(appRoutes.length)
  })
})

describe('unsaved changes', () => {
  function Form({ save }: { save: () => Promise<unknown> }) {
    const [text, setText] = useState('')
    const input = useRef<HTMLInputElement>(null)
    useUnsavedGuard({
      hasChanges: text !== '',
      save,
      isBlocked: () => text === 'falsch',
      fix: () => input.current?.focus(),
      discard: () => setText(''),
    })
    return <input ref={input} aria-label="Text" value={text} onChange={(e) => setText(e.target.value)} />
  }
  function show(save: () => Promise<unknown> = async () => true) {
    const { promise: late, resolve: loaded } = Promise.withResolvers<{ element: ReactNode }>()
    const router = createMemoryRouter([
      {
        element: (
          <>
            <Link to="/other">fort</Link>
            <Link to="/?tab=2">Reiter</Link>
            <Link to="/late">später</Link>
            <Outlet />
            <DialogHost />
          </>
        ),
        children: [
          { path: '/', element: <Form save={save} /> },
          { path: '/other', element: <p>Anderswo</p> },
          { path: '/late', lazy: () => late },
        ],
      },
    ])
    render(<RouterProvider router={router} />)
    return { router, user: userEvent.setup(), loadLate: () => loaded({ element: <p>Spät</p> }) }
  }

  it('let go who has none, and who only changes the tab of the page', async () => {
    const { router, user } = show()
    await user.type(screen.getByLabelText('Text'), 'a')
    await user.click(screen.getByText('Reiter'))
    expect(router.state.location.search).toBe('?tab=2')
    await user.clear(screen.getByLabelText('Text'))
    await user.click(screen.getByText('fort'))
    expect(screen.getByText('Anderswo')).toBeDefined()
  })
  it('ask, and stay on cancel', async () => {
    const { router, user } = show()
    await user.type(screen.getByLabelText('Text'), 'getippt')
    await user.click(screen.getByText('fort'))
    await user.click(screen.getAllByRole('button', { name: 'Abbrechen' }).at(-1)!)
    expect(router.state.location.pathname).toBe('/')
    expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('getippt')
  })
  it('are saved and left', async () => {
    const save = vi.fn(async () => true)
    const { user } = show(save)
    await user.type(screen.getByLabelText('Text'), 'a')
    await user.click(screen.getByText('fort'))
    await user.click(screen.getByRole('button', { name: 'Speichern' }))
    expect(await screen.findByText('Anderswo')).toBeDefined()
    expect(save).toHaveBeenCalledOnce()
  })
  it('that cannot be saved as they are lead to what is wrong, and nobody leaves', async () => {
    const save = vi.fn(async () => true)
    const { router, user } = show(save)
    await user.type(screen.getByLabelText('Text'), 'falsch')
    await user.click(screen.getByText('fort'))
    expect(await screen.findByRole('dialog', { name: 'Eingaben mit Fehlern' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Speichern' })).toBeNull()
    // The way out has the focus first; the next keys are those of the row of buttons.
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Abbrechen'))
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Zum ersten Fehler')
    await user.keyboard('{Enter}')
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Text')))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(router.state.location.pathname).toBe('/')
    expect(save).not.toHaveBeenCalled()
    // They can be discarded all the same.
    await user.click(screen.getByText('fort'))
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    expect(await screen.findByText('Anderswo')).toBeDefined()
  })
  it('keep the person on the page when the save fails', async () => {
    const { router, user } = show(() => Promise.reject(new Error('revision_conflict')))
    await user.type(screen.getByLabelText('Text'), 'a')
    await user.click(screen.getByText('fort'))
    await user.click(screen.getByRole('button', { name: 'Speichern' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/')
  })
  it('that are typed while another screen is on its way keep the person here', async () => {
    const { router, user, loadLate } = show()
    await user.type(screen.getByLabelText('Text'), 'alt')
    await user.click(screen.getByText('später'))
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'))
    await user.type(screen.getByLabelText('Text'), 'neu')
    await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'))
    await act(async () => loadLate())
    expect(router.state.location.pathname).toBe('/')
    expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('neu')
  })
  it('that are dropped, with nothing typed since, let go once the other screen is there', async () => {
    const { user, loadLate } = show()
    await user.type(screen.getByLabelText('Text'), 'alt')
    await user.click(screen.getByText('später'))
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    await act(async () => loadLate())
    expect(await screen.findByText('Spät')).toBeDefined()
  })
  it('of two forms are both asked about, whichever came last', async () => {
    const asked: string[] = []
    function Two() {
      const one = (name: string) => ({
        hasChanges: true,
        discard: () => {
          asked.push(name)
        },
      })
      useUnsavedGuard(one('page'))
      useUnsavedGuard({ ...one('drawer'), leaves: (_, to) => to.searchParams.get('drawer') !== 'settings' })
      return <Link to="/">zu</Link>
    }
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const router = createMemoryRouter(
      [
        { path: '/', element: <Two /> },
        { path: '/other', element: <p>Anderswo</p> },
      ],
      { initialEntries: ['/?drawer=settings'] },
    )
    render(
      <>
        <RouterProvider router={router} />
        <DialogHost />
      </>,
    )
    const user = userEvent.setup()
    // Closing the drawer leaves the drawer's form only.
    await user.click(screen.getByText('zu'))
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    await vi.waitFor(() => expect(router.state.location.search).toBe(''))
    expect(asked).toEqual(['drawer'])
    await act(() => router.navigate('/other'))
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    expect(await screen.findByText('Anderswo')).toBeDefined()
    expect(asked).toEqual(['drawer', 'page', 'drawer'])
  })
  it('that were saved before anybody answered ask no longer, and one goes on', async () => {
    const { user } = show()
    await user.type(screen.getByLabelText('Text'), 'a')
    await user.click(screen.getByText('fort'))
    expect(screen.getByRole('button', { name: 'Verwerfen' })).toBeDefined()
    // As a save that waited for the connection.
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: '' } })
    expect(await screen.findByText('Anderswo')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Verwerfen' })).toBeNull()
  })
  it('are dropped on demand', async () => {
    const { user } = show()
    await user.type(screen.getByLabelText('Text'), 'a')
    await user.click(screen.getByText('fort'))
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    expect(await screen.findByText('Anderswo')).toBeDefined()
  })
  it('hold the tab open, and ask before an account is switched', async () => {
    const { user } = show()
    const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    await user.type(screen.getByLabelText('Text'), 'a')
    expect(leave()).toBe(true)
    expect(hasUnsaved()).toBe(true)
    let mayGo: Promise<boolean>
    await act(async () => {
      mayGo = settleUnsaved()
    })
    await user.click(screen.getAllByRole('button', { name: 'Abbrechen' }).at(-1)!)
    expect(await mayGo!).toBe(false)
  })
})

describe('a draft', () => {
  function Draft({ id }: { id: string }) {
    const { initial, keep, forget } = useDraft<string>(id)
    return (
      <>
        <p>{initial ?? 'nichts'}</p>
        <button type="button" onClick={() => keep('getippt')}>
          behalten
        </button>
        <button type="button" onClick={forget}>
          vergessen
        </button>
      </>
    )
  }
  it('is there again after the page was closed, until it is saved', async () => {
    const user = userEvent.setup()
    const first = render(<Draft id="product:1" />)
    await user.click(screen.getByText('behalten'))
    first.unmount()
    const second = render(<Draft id="product:1" />)
    expect(screen.getByText('getippt')).toBeDefined()
    await user.click(screen.getByText('vergessen'))
    second.unmount()
    render(<Draft id="product:1" />)
    expect(screen.getByText('nichts')).toBeDefined()
  })
  it('ends after 30 days, also that of a form which nobody opens', () => {
    const day = 24 * 3_600_000
    const keptBefore = (key: string, days: number) =>
      localStorage.setItem(
        `inputlist.draft.${key}`,
        JSON.stringify({ at: Date.now() - days * day, value: key }),
      )
    keptBefore('young', 29)
    keptBefore('old', 31)
    keptBefore('other', 400)
    render(<Draft id="old" />)
    expect(screen.getByText('nichts')).toBeDefined()
    render(<Draft id="young" />)
    expect(screen.getByText('young')).toBeDefined()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('inputlist.draft.'))).toEqual([
      'inputlist.draft.young',
    ])
  })
  it('belongs to its own key, and a broken one counts as none', () => {
    localStorage.setItem('inputlist.draft.a', '{broken')
    render(<Draft id="a" />)
    expect(screen.getByText('nichts')).toBeDefined()
  })
})

describe('an expired session', () => {
  it('cannot be dismissed, and goes on where it was', async () => {
    const user = userEvent.setup()
    const session = fixedSession('expired', 'editor')
    render(
      <SessionProvider store={session.store}>
        <input aria-label="Feld" defaultValue="getippt" />
        <ExpiredDialog signInForm={<p>Formular</p>} />
      </SessionProvider>,
    )
    expect(screen.getByRole('dialog', { name: 'Ihre Anmeldung ist abgelaufen' })).toBeDefined()
    fireEvent.keyDown(screen.getByRole('button', { name: 'Zur Anmeldung' }), { key: 'Escape', keyCode: 27 })
    expect(screen.getByRole('dialog')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Zur Anmeldung' }))
    expect(screen.getByText('Formular')).toBeDefined()
    await act(async () => session.become({ ...session.store.get(), state: 'signed-in' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((screen.getByLabelText('Feld') as HTMLInputElement).value).toBe('getippt')
  })
})

describe('a script that does not load', () => {
  it('is a ChunkLoadError while the server can be reached, also when it takes too long', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'))
    await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toSatisfy(
      isChunkLoadError,
    )
    await expect(loadChunk(() => new Promise(() => {}), 1)).rejects.toSatisfy(isChunkLoadError)
    expect(await loadChunk(async () => 'screen')).toBe('screen')
  })
  it('reloads the page once a minute at most', () => {
    expect(mayReload(100_000)).toBe(true)
    expect(mayReload(130_000)).toBe(false)
    expect(mayReload(170_001)).toBe(true)
  })
})

it('leads after sign-in only to addresses of our own', () => {
  expect(safeTarget('/product/1/2?tab=approvals')).toBe('/product/1/2?tab=approvals')
  for (const bad of [
    null,
    '',
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ])
    expect(safeTarget(bad)).toBe('/')
})
