import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { load } from '../../shared/calls/bml/product/load.ts'
import { callApi } from '../../web/api/client.ts'
import { SessionProvider, useSession } from '../../web/api/session.tsx'
import { makeSessionStore, type SessionHooks } from '../../web/api/session-store.ts'
import type { Sso } from '../../web/api/sso.ts'
import { sessionKey, tokenProblem } from '../../web/api/stored-session.ts'

const accountId = '11111111-1111-4111-8111-111111111111'
const otherId = '22222222-2222-4222-8222-222222222222'
const now = () => Math.floor(Date.now() / 1000)
const account = {
  id: accountId,
  rev: 3,
  fullname: 'Anna Muster',
  role: 'editor',
  isSuperAdmin: false,
  institutions: [],
  registrationOptionName: 'editor',
  active: true,
  userData: { selectedUiLanguage: 'de_DE', email: 'anna@example.org' },
  actor: {
    account: accountId,
    sub: 's',
    fullname: 'Anna Muster',
    role: 'editor',
    isSuperAdmin: false,
    flags: { approval: false, responsible: false, companies: false },
    institutions: [],
  },
}

type Handler = (input: Record<string, unknown>, token: string | undefined) => unknown
/** Answers by call name; an error is `{code, status}`. */
let calls: Record<string, Handler>
let made: { name: string; input: Record<string, unknown> }[]
beforeEach(() => {
  made = []
  calls = {
    'auth/domain/login': () => ({ jwt: `jwt-${made.length}`, expires: now() + 900, account: accountId }),
    'auth/account/getaccount': () => account,
    'auth/domain/listaccounts': () => ({
      list: [
        account,
        { ...account, id: otherId, active: false },
        { ...account, id: 'x', registrationOptionName: 'paid' },
      ],
    }),
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const at = new URL(url, 'http://app')
    if (at.pathname === '/config.json') return new Response('{}')
    const name = at.pathname.slice('/api/'.length)
    const input = JSON.parse(String(init.body ?? at.searchParams.get('__payload')))
    made.push({ name, input })
    const token = (init.headers as Record<string, string>)['authorization']?.slice('Bearer '.length)
    const data = calls[name]!(input, token) as { code?: string; status?: number; key?: string }
    const isError = data.code !== undefined && data.status !== undefined
    return new Response(
      JSON.stringify(
        isError
          ? { ok: false, code: data.code, message: data.code, id: 'r', details: { key: data.key } }
          : { ok: true, data, id: 'r' },
      ),
      { status: data.status ?? 200, headers: { 'content-type': 'application/json' } },
    )
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
const noAccount = { code: 'rule_violated', status: 422, key: 'noAccount' }
const sso = (over: Partial<Sso> = {}): Sso => ({
  signIn: async () => ({ step: 'done' }),
  answer: async () => ({ step: 'done' }),
  sendCode: async () => {},
  setPassword: async () => {},
  redirect: async () => {},
  returned: async () => undefined,
  token: async () => 'sso-token',
  own: async () => ({}) as never,
  signOut: async () => false,
  ...over,
})
const storeWith = (over: Partial<Sso> = {}, hooks: SessionHooks = {}) =>
  makeSessionStore(async () => sso(over), hooks)
const remember = (expires: number) =>
  localStorage.setItem(sessionKey, JSON.stringify({ jwt: 'kept', expires, account: accountId }))
const names = () => made.map((m) => m.name)

describe('the first load', () => {
  it('is signed out without asking anybody if nothing is kept', async () => {
    const store = makeSessionStore(() => Promise.reject(new Error('not expected')))
    await store.start()
    expect(store.get().state).toBe('signed-out')
    expect(made).toEqual([])
  })

  it('goes on with a kept token that is still good', async () => {
    remember(now() + 600)
    const store = makeSessionStore(() => Promise.reject(new Error('not expected')))
    await store.start()
    expect(store.get()).toMatchObject({ state: 'signed-in', account: { fullname: 'Anna Muster' } })
    expect(names()).not.toContain('auth/domain/login')
  })

  it('happens once, however many begin it, and tells of its token while the account is asked for', async () => {
    remember(now() + 600)
    const askedBefore: string[][] = []
    const store = storeWith({}, { onFirstToken: () => askedBefore.push(names()) })
    await Promise.all([store.start(), store.start()])
    expect(names().filter((name) => name === 'auth/account/getaccount')).toHaveLength(1)
    expect(askedBefore).toEqual([[]])
  })

  it('renews a kept token with less than 65 seconds, for the account of last time', async () => {
    remember(now() + 60)
    const store = storeWith()
    await store.start()
    expect(store.get().state).toBe('signed-in')
    expect(made[0]).toEqual({
      name: 'auth/domain/login',
      input: { token: 'sso-token', useAccount: accountId },
    })
  })

  it('is signed out if the single sign-on cannot renew', async () => {
    remember(now() - 10)
    const store = storeWith({ token: async () => undefined })
    await store.start()
    expect(store.get().state).toBe('signed-out')
    expect(localStorage.getItem(sessionKey)).toBeNull()
  })
})

describe('signing in', () => {
  it('exchanges the single-sign-on token and keeps the product token', async () => {
    const store = storeWith()
    await store.start()
    await store.signIn('anna', 'secret')
    expect(store.get().state).toBe('signed-in')
    expect(JSON.parse(localStorage.getItem(sessionKey)!)).toMatchObject({ account: accountId })
  })

  it('says that there is no account', async () => {
    calls['auth/domain/login'] = () => noAccount
    const store = storeWith()
    await store.start()
    await expect(store.signIn('anna', 'secret')).rejects.toMatchObject({ code: 'rule_violated' })
    expect(store.get().state).toBe('no-account')
  })

  it('falls back to the first account if the one of last time is gone', async () => {
    localStorage.setItem('inputlist.account', otherId)
    calls['auth/domain/login'] = (input) =>
      input['useAccount'] ? noAccount : { jwt: 'j', expires: now() + 900, account: accountId }
    const store = storeWith()
    await store.start()
    await store.signIn('anna', 'secret')
    expect(store.get().state).toBe('signed-in')
  })
})

describe('a sign-in by redirect that ends here', () => {
  beforeEach(() => history.replaceState(null, '', '/sign-in?code=c&state=s'))
  afterEach(() => history.replaceState(null, '', '/'))
  it('brings a session', async () => {
    const store = storeWith({ returned: async () => ({}) })
    await store.start()
    expect(store.get()).toMatchObject({ state: 'signed-in', account: { fullname: 'Anna Muster' } })
  })
  it('says why it came to nothing', async () => {
    const store = storeWith({ returned: async () => ({ problem: 'stale' }), token: async () => undefined })
    await store.start()
    expect(store.get()).toMatchObject({ state: 'signed-out', problem: { key: 'stale' } })
  })
  it('keeps the error of a call, so that nobody is sent round and round', async () => {
    calls['auth/domain/login'] = () => ({ code: 'internal', status: 500 })
    const store = storeWith({ returned: async () => ({}) })
    await store.start()
    expect(store.get()).toMatchObject({ state: 'signed-out', problem: { error: { code: 'internal' } } })
  })
})

describe('another window', () => {
  const over = async (token: () => Promise<string | undefined>) => {
    remember(now() + 600)
    const store = storeWith({ token })
    await store.start()
    const waits = store.waitForSignIn()
    expect(store.get().state).toBe('expired')
    return { store, waits }
  }
  it('signs in again, and what waited goes on', async () => {
    const { store, waits } = await over(async () => undefined)
    localStorage.setItem(sessionKey, JSON.stringify({ jwt: 'new', expires: now() + 900, account: accountId }))
    await store.adopt()
    await waits
    expect(store.get().state).toBe('signed-in')
    expect(store.token()).toBe('new')
  })
  it('signs in somebody else, who may not go on with what was typed here', async () => {
    const { store } = await over(async () => 'of somebody else')
    calls['auth/domain/login'] = () => noAccount
    localStorage.setItem(sessionKey, JSON.stringify({ jwt: 'new', expires: now() + 900, account: otherId }))
    await store.adopt()
    expect(store.get()).toMatchObject({ state: 'expired', problem: { key: 'otherPerson' } })
    expect(store.token()).toBe('kept')
  })
  it('signs a waiting sign-in screen in', async () => {
    const store = storeWith()
    await store.start()
    expect(store.get().state).toBe('signed-out')
    remember(now() + 600)
    await store.adopt()
    expect(store.get().state).toBe('signed-in')
  })
})

describe('a running session', () => {
  const running = async (expires: number, over: Partial<Sso> = {}) => {
    remember(now() + 600)
    const store = storeWith(over)
    await store.start()
    calls['auth/domain/login'] = () => ({ jwt: 'renewed', expires: now() + 900, account: accountId })
    made = []
    vi.spyOn(Date, 'now').mockReturnValue((now() + 600 - expires) * 1000)
    return store
  }
  afterEach(() => vi.restoreAllMocks())

  it('leaves a token alone that lasts', async () => {
    const store = await running(66)
    await store.check()
    expect(made).toEqual([])
  })
  it('renews below 65 seconds', async () => {
    const store = await running(64)
    await store.check()
    expect(store.token()).toBe('renewed')
  })
  it('only logs a failed renewal while the token is good', async () => {
    const store = await running(30, { token: () => Promise.reject(new Error('offline')) })
    await store.check()
    expect(store.get().state).toBe('signed-in')
  })
  it('is expired once the token is over and cannot be renewed', async () => {
    const store = await running(-1, { token: () => Promise.reject(new Error('offline')) })
    await store.check()
    expect(store.get().state).toBe('expired')
  })
  it('is not expired for want of a connection, and is renewed once there is one', async () => {
    const store = await running(-1)
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await store.check()
    expect(store.get().state).toBe('signed-in')
    vi.stubGlobal('fetch', answered)
    await store.check()
    expect(store.get().state).toBe('signed-in')
    expect(store.token()).not.toBe('old')
  })
  it('does not wait for ever for a user pool that never answers', async () => {
    const store = await running(-1, { token: () => new Promise(() => {}) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const check = store.check()
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    await check
    expect(store.get().state).toBe('expired')
  })
  it('takes over what another tab has renewed', async () => {
    const store = await running(30)
    localStorage.setItem(
      sessionKey,
      JSON.stringify({ jwt: 'other tab', expires: now() + 9000, account: accountId }),
    )
    await store.check()
    expect(store.token()).toBe('other tab')
    expect(made).toEqual([])
  })
})

it('parks a request when the token is refused, and repeats it after signing in again', async () => {
  remember(now() + 600)
  let mayRenew = false
  const store = storeWith({ token: async () => (mayRenew ? 'sso-token' : undefined) })
  await store.start()
  calls['bml/product/load'] = (_, token) =>
    token === 'kept' ? { code: 'token_expired', status: 401 } : { rev: 5 }
  const call = callApi(load, { id: accountId })
  await vi.waitFor(() => expect(store.get().state).toBe('expired'))
  mayRenew = true
  await store.signIn('anna', 'secret')
  expect(await call).toEqual({ rev: 5 })
  expect(store.get().state).toBe('signed-in')
})

it('ends parked requests when the person signs out instead', async () => {
  remember(now() + 600)
  const store = storeWith({ token: async () => undefined })
  await store.start()
  calls['bml/product/load'] = () => ({ code: 'token_expired', status: 401 })
  const call = callApi(load, { id: accountId })
  const ended = expect(call).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(store.get().state).toBe('expired'))
  await store.signOut()
  await ended
  expect(store.get().state).toBe('signed-out')
})

it('forgets at sign-out what the person opened last, and nothing of anybody else', async () => {
  remember(now() + 600)
  const store = storeWith()
  await store.start()
  const { id } = store.get().account!
  for (const key of [`recent.${id}`, 'recent.other', `draft.product:${id}`])
    localStorage.setItem(`inputlist.${key}`, '[]')
  await store.signOut()
  expect(localStorage.getItem(`inputlist.recent.${id}`)).toBeNull()
  expect(localStorage.getItem('inputlist.recent.other')).toBe('[]')
  // Work that is not saved yet waits for the person.
  expect(localStorage.getItem(`inputlist.draft.product:${id}`)).toBe('[]')
})

it('has the page loaded anew once somebody has signed out and stays on it', async () => {
  remember(now() + 600)
  const onSignedOut = vi.fn(async () => true)
  const store = storeWith({}, { onSignedOut })
  await store.start()
  await store.signOut()
  expect(onSignedOut).toHaveBeenCalledOnce()
  // The sign-in form is shown by the next page: in this one it would go away while somebody types.
  expect(store.get().state).toBe('signed-in')
})

it('keeps the page under the maintenance page, and comes back to it', async () => {
  remember(now() + 600)
  const store = storeWith()
  await store.start()
  store.maintenance()
  expect(store.get().state).toBe('maintenance')
  let health = 'maintenance'
  vi.stubGlobal('fetch', async () =>
    Response.json({
      ok: true,
      id: 'r',
      data: { status: health, version: '1', stage: 'test', time: '', indexCaughtUp: true, index: 'ok' },
    }),
  )
  await store.checkMaintenance()
  expect(store.get().state).toBe('maintenance')
  health = 'ok'
  await store.checkMaintenance()
  expect(store.get()).toMatchObject({ state: 'signed-in', account: { fullname: 'Anna Muster' } })
})

it('says why a token is none', () => {
  const jwt = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`
  expect(tokenProblem(jwt({ aud: 'inputlist', exp: 2000 }), 1000)).toBeUndefined()
  expect(tokenProblem(jwt({ aud: 'other' }), 1000)).toBe(
    'token expected for inputlist but received for other',
  )
  expect(tokenProblem(jwt({ aud: 'inputlist', exp: 999 }), 1000)).toBe('token is expired')
})

it('offers active editor accounts only, and saves settings on top of the others', async () => {
  remember(now() + 600)
  const store = storeWith()
  calls['auth/account/updateaccount'] = (input) => ({ ...account, rev: 4, userData: input['userData'] })
  function Probe() {
    const { accounts, userData, updateSettings } = useSession()
    return (
      <>
        <p>{accounts.map((a) => a.id).join()}</p>
        <p>{userData.email}</p>
        <button type="button" onClick={() => void updateSettings({ appearance: 'dark' })}>
          dark
        </button>
      </>
    )
  }
  render(
    <SessionProvider store={store}>
      <Probe />
    </SessionProvider>,
  )
  expect(await screen.findByText(accountId)).toBeDefined()
  await act(async () => screen.getByRole('button').click())
  await vi.waitFor(() => expect(store.get().account?.rev).toBe(4))
  expect(made.at(-1)).toEqual({
    name: 'auth/account/updateaccount',
    input: {
      rev: 3,
      userData: { selectedUiLanguage: 'de_DE', email: 'anna@example.org', appearance: 'dark' },
    },
  })
})
