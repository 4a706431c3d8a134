/** Draws a screen as the app does, with answers given by the test instead of a server. */
import { act, configure, render } from '@testing-library/react'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, vi } from 'vitest'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import type { Contract, OutputOf } from '../../shared/contract.ts'
import { CallError, errorStatus } from '../../shared/errors.ts'
import type { AccountData, Actor } from '../../shared/model/actor.ts'
import type { AccountView } from '../../shared/model/answers.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { CallInput } from '../../web/api/client.ts'
import { isReachable } from '../../web/api/connection.ts'
import { SessionProvider } from '../../web/api/session.tsx'
import type { SessionStore } from '../../web/api/session-store.ts'
import { DialogHost } from '../../web/frame/dialog-host.tsx'
import { drawerHost } from '../../web/frame/page.tsx'
import { Toasts } from '../../web/frame/toasts.tsx'

// Whole screens on a busy machine take longer than a part: waits end as soon as their condition holds.
configure({ asyncUtilTimeout: 8000 })

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const entity = (entityclass: string, id: string, data: Record<string, unknown>, rev = 1): Entity => ({
  id,
  entityclass,
  attributeset: 'default',
  rev,
  created: '2026-01-01T08:00:00.000Z',
  createdBy: uuid(1),
  updated: '2026-02-03T08:00:00.000Z',
  updatedBy: uuid(1),
  disabled: false,
  data,
})
export const actor = (change: Partial<Actor> = {}): Actor => ({
  account: uuid(1),
  sub: 'sub',
  fullname: 'Vera Beispiel',
  role: 'admin',
  isSuperAdmin: false,
  flags: { approval: true, responsible: true, companies: true },
  institutions: [{ id: uuid(90), corePartner: true }],
  ...change,
})

const givenUp = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

type Handler = (input: never, signal: AbortSignal) => unknown
/** The calls that were made, and how they are answered. */
export interface FakeServer {
  /** Inputs of a call, in order. */
  inputs<C extends Contract>(contract: C): CallInput<C>[]
  /** The keys that it was called under, in order. */
  keys(contract: Contract): (string | undefined)[]
  /** Nothing answers any more, or again; the app is told, as the browser would. */
  setOffline(isOffline: boolean): Promise<unknown>
  /** `signal` tells when the app has given the request up; what is answered then is lost. */
  on<C extends Contract>(
    contract: C,
    answer: (input: CallInput<C>, signal: AbortSignal) => OutputOf<C> | Promise<OutputOf<C>>,
  ): void
}
export function fakeServer(): FakeServer {
  const handlers = new Map<string, Handler>()
  const calls: { name: string; input: unknown; key: string | undefined }[] = []
  let isOffline = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (isOffline) throw new TypeError('Failed to fetch')
    const address = new URL(url, 'http://inputlist.test')
    const name = address.pathname.replace('/api/', '')
    const payload = init.body ? String(init.body) : (address.searchParams.get('__payload') ?? '{}')
    const input = JSON.parse(payload) as never
    const headers = new Headers(init.headers)
    calls.push({ name, input, key: headers.get('idempotency-key') ?? undefined })
    const json = (status: number, body: unknown) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
    const handler = handlers.get(name)
    if (!handler)
      return json(404, { ok: false, code: 'not_found', message: `no answer for ${name}`, id: 'r' })
    const signal = init.signal ?? new AbortController().signal
    try {
      const answer = Promise.resolve(handler(input, signal))
      const data = await Promise.race([answer, givenUp(signal)])
      return json(200, { ok: true, data, id: 'r' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return json(errorStatus[error.code], {
        ok: false,
        code: error.code,
        message: error.message,
        details: error.details,
        id: 'r',
      })
    }
  })
  const server: FakeServer = {
    inputs: (contract) => calls.filter((c) => c.name === contract.name).map((c) => c.input as never),
    keys: (contract) => calls.filter((c) => c.name === contract.name).map(({ key }) => key),
    setOffline: (next) => {
      isOffline = next
      return act(() => isReachable())
    },
    on: (contract, answer) => {
      handlers.set(contract.name, answer as Handler)
    },
  }
  server.on(loadReference, () => ({ classes: {} }))
  return server
}

/** For the tests of a file or of a `describe`: the frame's place for drawers. */
export function provideDrawerHost() {
  beforeEach(() => drawerHost.set(document.body.appendChild(document.createElement('div'))))
  afterEach(() => {
    drawerHost.get()?.remove()
    drawerHost.set(null)
  })
}

/** The screen at an address, with a page behind every other one that names its address. */
export function openScreen(
  routes: { path: string; element: React.ReactNode }[],
  address: string,
  as: Actor = actor(),
  userData: AccountData['userData'] = {},
  institutions: AccountView['institutions'] = [],
) {
  const { account: id, fullname, role } = as
  const account = { id, rev: 1, actor: as, userData, fullname, role, institutions }
  let snapshot = { state: 'signed-in', account, accounts: [] }
  const listeners = new Set<() => void>()
  const store = {
    get: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: async () => {},
    check: async () => {},
    setAccount: (now: typeof account) => {
      snapshot = { ...snapshot, account: now }
      for (const listener of listeners) listener()
    },
  }
  const router = createMemoryRouter([...routes, { path: '*', element: <p>another screen</p> }], {
    initialEntries: [address],
  })
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <SessionProvider store={store as unknown as SessionStore}>
        <Suspense>
          <RouterProvider router={router} />
          <DialogHost />
          <Toasts />
        </Suspense>
      </SessionProvider>
    </SWRConfig>,
  )
  return { ...view, router, address: () => router.state.location.pathname + router.state.location.search }
}
