/** What the gateway and the edge answer by themselves has no envelope of ours; it must never be taken for one. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { maxBodyBytes, maxRequestBytes, maxSmallBytes } from '../../shared/constants.ts'
import { contract } from '../../shared/contract.ts'
import {
  type CallOptions,
  callApi,
  connectSession,
  resetBackoff,
  type SessionLink,
} from '../../web/api/client.ts'
import { loadErrorTexts } from '../fixtures/error-texts.ts'

const save = contract({
  name: 'test/thing/save',
  title: 'Save a thing',
  access: 'signed-in',
  input: z.strictObject({ id: z.string() }),
  output: z.object({ rev: z.number() }),
})

interface Sent {
  at: number
  body: unknown
  token: string | undefined
}
let sent: Sent[] = []
const ok = () => Response.json({ ok: true, data: { rev: 2 }, id: 'r' })
/** As an HTTP API says it: words only, and its own id of the request. */
const gateway = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers: { 'apigw-requestid': 'g-1', ...headers } })
/** Answers in order; the last one again and again. */
function serve(...answers: (() => Response)[]) {
  sent = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]!
    const headers = init.headers as Record<string, string>
    sent.push({ at: Date.now(), body: init.body, token: headers['authorization'] })
    return answer()
  })
}
let token = 'old'
const session = (over: Partial<SessionLink> = {}): SessionLink => ({
  token: () => token,
  renew: async () => {
    token = 'new'
    return true
  },
  waitForSignIn: () => Promise.reject(new Error('not expected')),
  maintenance: () => {
    throw new Error('not expected')
  },
  ...over,
})
const failing = (more: CallOptions = {}) =>
  callApi(save, { id: 'typed' }, { quiet: true, ...more }).catch((error: unknown) => error)

beforeEach(() => {
  token = 'old'
  resetBackoff()
  connectSession(session())
})
afterEach(() => {
  connectSession(undefined)
  vi.useRealTimers()
})

describe('a token that the gateway refuses', () => {
  it.each([
    [403, 'Forbidden'],
    [401, 'Unauthorized'],
  ])('with %i is renewed, and what was typed is sent again', async (status, message) => {
    serve(() => gateway(status, message), ok)
    expect(await callApi(save, { id: 'typed' })).toEqual({ rev: 2 })
    expect(sent.map((one) => one.token)).toEqual(['Bearer old', 'Bearer new'])
    expect(sent[1]!.body).toBe('{"id":"typed"}')
  })

  it('waits for somebody to sign in if the new one is refused too', async () => {
    let asked = 0
    connectSession(
      session({
        waitForSignIn: async () => {
          asked++
          token = 'of the person'
        },
      }),
    )
    serve(
      () => gateway(403, 'Forbidden'),
      () => gateway(403, 'Forbidden'),
      ok,
    )
    expect(await callApi(save, { id: 'typed' })).toEqual({ rev: 2 })
    expect(asked).toBe(1)
    expect(sent.at(-1)!.token).toBe('Bearer of the person')
  })

  it('is not what a call refuses: that has a code, and no new token helps', async () => {
    connectSession(session({ renew: () => Promise.reject(new Error('not expected')) }))
    serve(() =>
      Response.json(
        { ok: false, code: 'forbidden', message: 'You may not do this.', id: 'r' },
        { status: 403 },
      ),
    )
    expect(await failing()).toMatchObject({ code: 'forbidden', message: 'You may not do this.' })
    expect(sent).toHaveLength(1)
  })
})

describe('a request that is too large', () => {
  const large = contract({ ...save, name: 'test/thing/large', maxBodyBytes })
  it.each([
    ['for its call', save, 'x'.repeat(maxSmallBytes), maxSmallBytes],
    [
      'for Lambda, which counts quotation marks twice',
      large,
      '"'.repeat(maxRequestBytes / 4),
      maxRequestBytes,
    ],
  ])('%s is refused in words, and not sent', async (_, to, id, bytes) => {
    serve(ok)
    expect(await callApi(to, { id }, { quiet: true }).catch((error: unknown) => error)).toMatchObject({
      code: 'too_large',
      call: to.name,
      details: { key: 'bodyTooLarge', params: { bytes } },
    })
    expect(sent).toEqual([])
    expect(await callApi(to, { id: id.slice(64) })).toEqual({ rev: 2 })
  })
})

describe('an answer without our envelope', () => {
  const html = (status: number) => () =>
    new Response('<html>', { status, headers: { 'content-type': 'text/html' } })
  it.each<[string, () => Response, string, string | undefined]>([
    ['404 Not Found', () => gateway(404, 'Not Found'), 'not_found', 'callUnknown'],
    ['413 Request Entity Too Large', () => gateway(413, 'Request Entity Too Large'), 'too_large', undefined],
    [
      '413 in plain words',
      () =>
        new Response('HTTP content length exceeded 10485760 bytes.', {
          status: 413,
          headers: { 'content-type': 'text; charset=utf-8' },
        }),
      'too_large',
      undefined,
    ],
    ['500 Internal Server Error', () => gateway(500, 'Internal Server Error'), 'internal', 'internal'],
    ['503 Service Unavailable', () => gateway(503, 'Service Unavailable'), 'internal', 'serverAway'],
    ['504 Endpoint request timed out', () => gateway(504, 'Timed out'), 'internal', 'serverAway'],
    ['an error page of the edge', html(504), 'internal', 'serverAway'],
    ['a refusal of the firewall', html(403), 'forbidden', 'firewallRefused'],
    [
      'half an answer',
      () => new Response('{"ok":tr', { headers: { 'content-type': 'application/json' } }),
      'internal',
      'contentType',
    ],
    ['JSON that is nothing of ours', () => Response.json(null), 'internal', 'contentType'],
  ])('%s is an error in words', async (_, answer, code, key) => {
    serve(answer)
    const error = (await failing()) as { code: string; details: { key?: string } }
    expect(error).toMatchObject({ code, call: 'test/thing/save' })
    expect(error.details.key).toBe(key)
    expect((await loadErrorTexts('hu_HU'))[key ?? code]).toMatch(/\S+ \S+/)
    expect(sent).toHaveLength(1)
  })

  it('is told as an unknown error where a refusal says nothing', async () => {
    for (const body of [
      { ok: false },
      { ok: false, message: '' },
      { ok: false, message: null, code: 'internal' },
    ]) {
      serve(() => Response.json(body, { status: 500, headers: { 'x-request-id': 'r-9' } }))
      expect(await failing()).toMatchObject({ code: 'internal', message: 'unknown error', requestId: 'r-9' })
    }
  })
  it('keeps the id that the gateway gave, for a report', async () => {
    serve(() => gateway(500, 'Internal Server Error'))
    expect(await failing()).toMatchObject({ requestId: 'g-1' })
  })
})

describe('throttled', () => {
  const started = Date.UTC(2026, 0, 1)
  beforeEach(() => vi.useFakeTimers({ now: started }))
  const waits = () => sent.slice(1).map((one, i) => one.at - sent[i]!.at)

  it('by the gateway: 500 ms more each time, five tries, then words', async () => {
    serve(() => gateway(429, 'Too Many Requests'))
    const ended = failing()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await ended).toMatchObject({ code: 'too_many_requests', message: 'failed after 5 retries' })
    expect(waits()).toEqual([500, 1000, 1500, 2000, 2500])
  })

  it('what is made again by itself later ends, and nobody waits for it', async () => {
    serve(() => gateway(429, 'Too Many Requests', { 'retry-after': '60' }), ok)
    const polled = failing({ once: true })
    const other = callApi(save, { id: 'b' })
    await vi.advanceTimersByTimeAsync(0)
    expect(await polled).toMatchObject({ code: 'too_many_requests' })
    expect(await other).toEqual({ rev: 2 })
    const third = callApi(save, { id: 'c' })
    await vi.advanceTimersByTimeAsync(0)
    expect(await third).toEqual({ rev: 2 })
    expect(sent).toHaveLength(3)
  })

  it('waits at least as long as it is asked to, and not longer than ten seconds', async () => {
    const asked = ['2', '1', '1', '3600']
    serve(...asked.map((seconds) => () => gateway(429, 'Too Many Requests', { 'retry-after': seconds })), ok)
    const call = callApi(save, { id: 'a' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await call).toEqual({ rev: 2 })
    expect(waits()).toEqual([2000, 1000, 1500, 10_000])
  })

  it('another request does not wait for what this one was asked to', async () => {
    serve(() => gateway(429, 'Too Many Requests', { 'retry-after': '5' }), ok)
    const slow = callApi(save, { id: 'a' })
    await vi.advanceTimersByTimeAsync(1)
    const quick = callApi(save, { id: 'b' })
    await vi.advanceTimersByTimeAsync(600)
    expect(await quick).toEqual({ rev: 2 })
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await slow).toEqual({ rev: 2 })
  })
})
