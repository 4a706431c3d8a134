import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { contract } from '../../shared/contract.ts'
import type { ApiError } from '../../web/api/api-error.ts'
import { callApi, connectSession, onCallError, resetBackoff, type SessionLink } from '../../web/api/client.ts'

const save = contract({
  name: 'test/thing/save',
  title: 'Save a thing',
  access: 'signed-in',
  idempotent: true,
  input: z.strictObject({ id: z.string().min(1), amount: z.number().default(1) }),
  output: z.object({ rev: z.number() }),
})
const list = contract({
  name: 'test/thing/list',
  title: 'List things',
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({ text: z.string() }),
  output: z.object({ list: z.array(z.string()) }),
})

interface Answer {
  status?: number
  body?: unknown
  type?: string
  headers?: Record<string, string>
}
const ok = (data: unknown): Answer => ({ body: { ok: true, data, id: 'r1' } })
const fail = (status: number, code: string, message = code, details?: unknown): Answer => ({
  status,
  body: { ok: false, code, message, id: 'r-1', details },
})

let sent: { url: string; init: RequestInit; headers: Record<string, string> }[] = []
/** Answers in order; the last one again and again. */
function serve(...answers: Answer[]) {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const {
      status = 200,
      body,
      type = 'application/json',
      headers = { 'x-request-id': 'r-1' },
    } = answers[Math.min(sent.length, answers.length - 1)]!
    sent.push({ url, init, headers: init.headers as Record<string, string> })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': type, ...headers },
    })
  })
}
/** A server that never answers. */
function serveNothing() {
  vi.stubGlobal(
    'fetch',
    (_: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason))
      }),
  )
}
const session = (over: Partial<SessionLink> = {}): SessionLink => ({
  token: () => 'token-1',
  renew: async () => false,
  waitForSignIn: () => Promise.reject(new Error('not expected')),
  maintenance: () => {},
  ...over,
})

beforeEach(() => {
  resetBackoff()
  connectSession(session())
})
afterEach(() => connectSession(undefined))

describe('a call', () => {
  it('sends a body with the bearer token and the idempotency key', async () => {
    serve(ok({ rev: 2 }))
    expect(await callApi(save, { id: 'a' }, { idempotencyKey: 'k' })).toEqual({ rev: 2 })
    expect(sent[0]!.url).toBe('/api/test/thing/save')
    expect(sent[0]!.init.method).toBe('POST')
    expect(sent[0]!.headers['authorization']).toBe('Bearer token-1')
    expect(sent[0]!.headers['idempotency-key']).toBe('k')
    expect(sent[0]!.init.body).toBe('{"id":"a"}')
  })

  it('puts the payload of a GET into the address', async () => {
    serve(ok({ list: [] }))
    await callApi(list, { text: 'ä & b' })
    const url = new URL(sent[0]!.url, 'http://app')
    expect(JSON.parse(url.searchParams.get('__payload')!)).toEqual({ text: 'ä & b' })
    expect(sent[0]!.init.body).toBeUndefined()
  })

  it('is not sent if the input does not fit, and names the place', async () => {
    serve(ok({}))
    await expect(callApi(save, { id: '' }, { quiet: true })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: '/id' }] },
    })
    expect(sent).toHaveLength(0)
  })

  it('rebuilds the error with its code, details, request id and address', async () => {
    serve(fail(409, 'revision_conflict', 'revision conflict 409001', { expectedRev: 1, currentRev: 2 }))
    await expect(callApi(save, { id: 'a' }, { quiet: true })).rejects.toMatchObject({
      code: 'revision_conflict',
      message: 'revision conflict 409001',
      details: { expectedRev: 1, currentRev: 2 },
      requestId: 'r-1',
      url: '/api/test/thing/save',
      call: 'test/thing/save',
    })
  })

  it('says so when the answer is not JSON', async () => {
    serve({ body: '<html>', type: 'text/html' })
    await expect(callApi(save, { id: 'a' }, { quiet: true })).rejects.toMatchObject({
      message: 'invalid content-type was returned',
      details: { key: 'contentType' },
      requestId: 'r-1',
    })
  })

  it('broadcasts an error once, unless the caller shows it', async () => {
    serve(fail(422, 'rule_violated', 'No category selected!'))
    const heard: ApiError[] = []
    const stop = onCallError((error) => heard.push(error))
    await expect(callApi(save, { id: 'a' }, { quiet: true })).rejects.toThrow()
    expect(heard).toEqual([])
    await expect(callApi(save, { id: 'a' })).rejects.toThrow('No category selected!')
    expect(heard.map((e) => e.message)).toEqual(['No category selected!'])
    stop()
  })

  it('ends quietly when the screen leaves', async () => {
    const heard: ApiError[] = []
    const stop = onCallError((error) => heard.push(error))
    serveNothing()
    const leave = new AbortController()
    const call = callApi(save, { id: 'a' }, { signal: leave.signal })
    leave.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(heard).toEqual([])
    stop()
  })

  it('that nobody answers ends after a minute, and says so', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    serveNothing()
    const screen = new AbortController()
    const call = callApi(save, { id: 'a' }, { signal: screen.signal })
    late.abort(new DOMException('late', 'TimeoutError'))
    await expect(call).rejects.toMatchObject({ code: 'internal', details: { key: 'serverAway' } })
    expect(timeout).toHaveBeenCalledWith(60_000)
    timeout.mockRestore()
  })

  it('whose answer breaks off says that the connection is gone', async () => {
    vi.stubGlobal('fetch', async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"ok":true,"da'))
          controller.error(new TypeError('network error'))
        },
      })
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    })
    await expect(callApi(save, { id: 'a' })).rejects.toMatchObject({
      code: 'internal',
      details: { key: 'network' },
      call: 'test/thing/save',
    })
  })
})

describe('a throttled call', () => {
  beforeEach(() => vi.useFakeTimers())

  it('waits 500 ms more each time, and gives the answer when it comes', async () => {
    serve(fail(429, 'too_many_requests'), fail(429, 'too_many_requests'), ok({ rev: 3 }))
    const call = callApi(save, { id: 'a' })
    await vi.advanceTimersByTimeAsync(499)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual({ rev: 3 })
  })

  it('gives up after five retries', async () => {
    serve(fail(429, 'too_many_requests'))
    const call = callApi(save, { id: 'a' }, { quiet: true })
    const ended = expect(call).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'failed after 5 retries',
      details: { key: 'tooManyRequests', params: { retries: 5 } },
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await ended
    expect(sent).toHaveLength(6)
  })

  it('makes the next calls wait less after each success', async () => {
    serve(fail(429, 'too_many_requests'), ok({ rev: 1 }))
    const first = callApi(save, { id: 'a' })
    await vi.advanceTimersByTimeAsync(500)
    await first
    await callApi(save, { id: 'b' })
    expect(sent).toHaveLength(3)
  })
})

describe('a call without a good token', () => {
  it('renews it once and repeats', async () => {
    let token = 'old'
    connectSession(
      session({
        token: () => token,
        renew: async () => {
          token = 'new'
          return true
        },
      }),
    )
    serve(fail(401, 'token_expired'), ok({ rev: 1 }))
    await callApi(save, { id: 'a' })
    expect(sent.map((s) => s.headers['authorization'])).toEqual(['Bearer old', 'Bearer new'])
  })

  it('does not renew what another request has renewed meanwhile', async () => {
    const tokens = ['old', 'new', 'new', 'new']
    let asked = 0
    connectSession(
      session({
        token: () => tokens[asked++] ?? 'new',
        renew: () => Promise.reject(new Error('not expected')),
      }),
    )
    serve(fail(401, 'token_expired'), ok({ rev: 1 }))
    expect(await callApi(save, { id: 'a' })).toEqual({ rev: 1 })
  })

  it('is parked until somebody signs in, and then repeated with what was typed', async () => {
    let token = 'old'
    let signedIn = () => {}
    connectSession(
      session({
        token: () => token,
        waitForSignIn: () =>
          new Promise((resolve) => {
            signedIn = resolve
          }),
      }),
    )
    serve(fail(401, 'token_expired'), ok({ rev: 7 }))
    const call = callApi(save, { id: 'typed' })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    token = 'new'
    await vi.waitFor(() => {
      signedIn()
      expect(sent).toHaveLength(2)
    })
    expect(await call).toEqual({ rev: 7 })
    expect(sent[1]!.init.body).toBe('{"id":"typed"}')
    expect(sent[1]!.headers['authorization']).toBe('Bearer new')
  })
})

it('tells the session of maintenance', async () => {
  const told: string[] = []
  connectSession(session({ maintenance: (message) => told.push(message) }))
  serve(fail(503, 'maintenance', 'The service is currently not available.'))
  await expect(callApi(save, { id: 'a' }, { quiet: true })).rejects.toMatchObject({ code: 'maintenance' })
  expect(told).toHaveLength(1)
})
