/** The cloud's entry points, with events as AWS hands them over: same steps, same answers as the gateway. */
import { deflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeOfImage } from '../../functions/adapters/aws/entity-items.ts'
import loadCall from '../../functions/calls/bml/product/load.ts'
import errorCall from '../../functions/calls/log/client/error.ts'
import statusCall from '../../functions/calls/system/status.ts'
import type { Change } from '../../functions/ports/entity-store.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import {
  lambdaOfAuthorizer,
  lambdaOfCall,
  lambdaOfDeadLetters,
  lambdaOfStream,
  lambdaOfWorker,
} from '../../functions/runtime/lambda.ts'
import { actorResolver } from '../../functions/runtime/steps/actor.ts'
import { stream, worker } from '../../functions/runtime/worker.ts'
import { originSecretHeader } from '../../shared/constants.ts'
import { CallError } from '../../shared/errors.ts'
import { captureLogs } from '../fixtures/capture-logs.ts'
import { authorizerEvent, httpEvent, type Image, sqsEvent, streamEvent } from '../fixtures/lambda-events.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

let lines: Record<string, unknown>[] = []
beforeEach(() => {
  lines = captureLogs()
})
afterEach(() => vi.restoreAllMocks())

describe('behind the edge', () => {
  const past = (secrets: string[]) => ({
    ...h.ports,
    settings: { ...h.ports.settings, isMaintenance: async () => false, originSecrets: async () => secrets },
  })
  const statusWith = async (handler: ReturnType<typeof lambdaOfCall>, headers: Record<string, string>) =>
    (await handler(httpEvent({ name: 'system/status', method: 'GET', headers }))).statusCode
  it('a request without its secret is refused and logged, also one with a good token', async () => {
    const handler = lambdaOfCall(async () => loadCall, past(['current-secret-0001', 'before-secret-00002']))
    const ask = async (secret?: string) => {
      const event = httpEvent({
        name: 'bml/product/load',
        body: JSON.stringify({ id: ids.product.compost }),
        headers: {
          authorization: `Bearer ${await h.tokenOf('core')}`,
          ...(secret !== undefined && { [originSecretHeader]: secret }),
        },
      })
      return (await handler(event)).statusCode
    }
    expect(await ask('current-secret-0001')).toBe(200)
    expect(await ask('before-secret-00002')).toBe(200)
    for (const wrong of [
      undefined,
      '',
      'current-secret-0002',
      'none',
      'current-secret-0001,before-secret-00002',
    ])
      expect([wrong, await ask(wrong)]).toEqual([wrong, 403])
    expect(lines.at(-1)).toMatchObject({ level: 'WARN', status: 403, pastEdge: true })
  })
  it('a refusal is logged with the address that the edge saw, whatever somebody wrote before it', async () => {
    const handler = lambdaOfCall(async () => loadCall, past(['current-secret-0001']))
    const secret = { [originSecretHeader]: 'current-secret-0001' }
    for (const [more, forwarded, status, ip] of [
      [secret, '192.0.2.9, 130.176.1.1', 401, '192.0.2.9'],
      [secret, '198.51.100.1, 192.0.2.9, 130.176.1.1', 401, '192.0.2.9'],
      [secret, undefined, 401, '203.0.113.7'],
      [{}, '198.51.100.1, 203.0.113.7', 403, '203.0.113.7'],
    ] as const) {
      const headers = { ...more, ...(forwarded && { 'x-forwarded-for': forwarded }) }
      await handler(httpEvent({ name: 'bml/product/load', body: '{}', headers }))
      expect(lines.at(-1)).toMatchObject({ status, ip })
    }
  })
  it('a function that cannot know the secret lets nobody in, and says why in its log', async () => {
    const ports = past(['current-secret-0001'])
    const away = { ...ports.settings, originSecrets: () => Promise.reject(new Error('no answer')) }
    const handler = lambdaOfCall(async () => statusCall, { ...ports, settings: away })
    for (const secret of [undefined, 'current-secret-0001'])
      expect(await statusWith(handler, { ...(secret && { [originSecretHeader]: secret }) })).toBe(500)
    expect(lines.at(-1)).toMatchObject({ level: 'ERROR', status: 500, error: { message: 'no answer' } })
  })
  it('the status is kept for some seconds, but not for who comes past it', async () => {
    let asked = 0
    const ports = past(['current-secret-0001'])
    const counting = {
      ...ports,
      settings: {
        ...ports.settings,
        isMaintenance: async () => {
          asked++
          return false
        },
      },
    }
    const handler = lambdaOfCall(async () => statusCall, counting)
    const good = { [originSecretHeader]: 'current-secret-0001' }
    const first = await handler(httpEvent({ name: 'system/status', method: 'GET', headers: good }))
    expect(first.headers['cache-control']).toBe('public, max-age=5')
    const before = asked
    for (let i = 0; i < 10; i++) expect(await statusWith(handler, good)).toBe(200)
    expect(asked).toBe(before)
    expect(await statusWith(handler, {})).toBe(403)
  })
  it('reports of browsers are small, and fill no log', async () => {
    const handler = lambdaOfCall(async () => errorCall, past([]))
    const report = { message: 'x', location: '/', build: '1' }
    const send = (body: object) =>
      handler(httpEvent({ name: 'log/client/error', body: JSON.stringify(body) }))
    for (let i = 0; i < 100; i++) expect((await send(report)).statusCode).toBe(200)
    expect(lines.length).toBeGreaterThanOrEqual(60)
    expect(lines.length).toBeLessThan(70)
    const large = await send({ ...report, stack: 'x'.repeat(70_000) })
    expect([large.statusCode, JSON.parse(large.body).code]).toEqual([413, 'too_large'])
  })
})

describe('a route of the HTTP API', () => {
  it('answers a call as the gateway does, and logs one line of JSON', async () => {
    const handler = lambdaOfCall(async () => loadCall, h.ports)
    const input = { id: ids.product.compost }
    const token = await h.tokenOf('core')
    const event = httpEvent({
      name: 'bml/product/load',
      body: JSON.stringify(input),
      headers: { authorization: `Bearer ${token}` },
    })
    const answer = await handler(event)
    const local = await h.send({ name: 'bml/product/load', input, token })
    expect(answer.statusCode).toBe(200)
    expect(JSON.parse(answer.body)).toEqual({ ...local.body, id: event.requestContext.requestId })
    expect(answer.headers['x-request-id']).toBe(event.requestContext.requestId)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ call: 'bml/product/load', status: 200, id: input.id })
  })
  it('refuses without a token, and a body that is no JSON', async () => {
    const handler = lambdaOfCall(async () => loadCall, h.ports)
    const missing = await handler(httpEvent({ name: 'bml/product/load', body: '{}' }))
    expect([missing.statusCode, JSON.parse(missing.body).code]).toEqual([401, 'token_missing'])
    const headers = { authorization: `Bearer ${await h.tokenOf('core')}` }
    const wrong = await handler(httpEvent({ name: 'bml/product/load', body: '{"id":', headers }))
    expect([wrong.statusCode, JSON.parse(wrong.body).code]).toEqual([400, 'invalid_input'])
  })
  it('loads what the call does with the first request, once; after a failure with the next one', async () => {
    const load = vi.fn(async () => statusCall)
    load.mockRejectedValueOnce(new Error('no space left'))
    const handler = lambdaOfCall(load, h.ports)
    expect(load).not.toHaveBeenCalled()
    const event = httpEvent({ name: 'system/status', method: 'GET' })
    await expect(handler(event)).rejects.toThrow('no space left')
    const answers = await Promise.all([handler(event), handler(event)])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
    expect(load).toHaveBeenCalledTimes(2)
  })
  it('needs only the ports of the call and of the steps that it comes to', async () => {
    const { settings, clock, index, indexHealth, changes } = h.ports
    const open = lambdaOfCall(async () => statusCall, { settings, clock, index, indexHealth, changes })
    const answer = await open(httpEvent({ name: 'system/status', method: 'GET' }))
    expect(JSON.parse(answer.body)).toMatchObject({ ok: true, data: { status: 'ok', stage: 'test' } })

    const closed = lambdaOfCall(async () => loadCall, { settings, clock })
    const headers = { authorization: `Bearer ${await h.tokenOf('core')}` }
    const failed = await closed(httpEvent({ name: 'bml/product/load', body: '{}', headers }))
    expect([failed.statusCode, JSON.parse(failed.body).code]).toEqual([500, 'internal'])
    expect(JSON.stringify(lines.at(-1))).toContain('this function has no port tokens')
  })
})

describe('a queue', () => {
  const message = (unit: string): JobMessage => ({ kind: 'import', jobId: 'job', unit })
  const taken: string[] = []
  const dead: string[] = []
  const fragile = worker(
    'import',
    ['clock'],
    async ({ unit }, { clock }) => {
      if (unit === 'poison') throw new Error('cannot be done', { cause: new Error('deeper') })
      taken.push(`${unit} ${typeof clock.millis()}`)
    },
    [],
    async ({ unit }, reason) => {
      if (unit === 'stubborn') throw new Error('the store is away')
      dead.push(`${unit}: ${reason}`)
    },
  )
  /** The function of its queue; `count` says which try of a message this is. */
  const workerOf = (done: typeof fragile, count: (id: string) => Promise<number> = async () => 1) =>
    lambdaOfWorker(async () => done, h.ports, count)
  beforeEach(() => {
    taken.length = 0
    dead.length = 0
  })

  it('names what failed, and only that', async () => {
    const event = sqsEvent({ m1: message('a'), m2: message('poison'), m3: message('c') }, 2)
    expect(await workerOf(fragile)(event)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm2' }],
    })
    expect(taken).toEqual(['a number', 'c number'])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      worker: 'import',
      unit: 'poison',
      tries: 2,
      error: { message: 'cannot be done', cause: { message: 'deeper' } },
    })
  })
  it('fails a message alone that cannot be read', async () => {
    const event = sqsEvent({
      m1: 'no json',
      m2: message('b'),
      m3: '{"kind":"import"}',
      m4: 'null',
      m5: message('e'),
    })
    expect(await workerOf(fragile)(event)).toEqual({
      batchItemFailures: ['m1', 'm3', 'm4'].map((itemIdentifier) => ({ itemIdentifier })),
    })
    expect(taken).toEqual(['b number', 'e number'])
  })
  it('says of a batch without faults that there were none', async () => {
    expect(await workerOf(fragile)(sqsEvent({ m1: message('a') }))).toEqual({
      batchItemFailures: [],
    })
  })
  it('tries a message three times, whatever else its queue has counted', async () => {
    const counted = new Map<string, number>()
    const count = async (id: string) => {
      counted.set(id, (counted.get(id) ?? 0) + 1)
      return counted.get(id)!
    }
    const work = workerOf(fragile, count)
    const failed = { batchItemFailures: [{ itemIdentifier: 'm1' }] }
    const receives = async (n: number, id = 'm1', unit = 'poison') =>
      work(sqsEvent({ [id]: message(unit) }, n))
    // Thrice it came to a function; the first two receives of the other one did not.
    for (const n of [1, 2, 3]) expect(await receives(n)).toEqual(failed)
    expect(lines).toHaveLength(3)
    for (const n of [4, 5]) expect(await receives(n)).toEqual(failed)
    expect(lines).toHaveLength(3)
    expect(await receives(3, 'm2', 'b')).toEqual({ batchItemFailures: [] })
    expect(await receives(4, 'm3', 'c')).toEqual({ batchItemFailures: [] })
    expect(taken).toEqual(['b number', 'c number'])
  })
  it('does the work also where tries cannot be counted, and says so', async () => {
    const away = async () => {
      throw new Error('the table is away')
    }
    const work = workerOf(fragile, away)
    expect(await work(sqsEvent({ m1: message('a') }, 4))).toEqual({ batchItemFailures: [] })
    expect(taken).toEqual(['a number'])
    expect(lines).toMatchObject([{ level: 'WARN', message: 'a try was not counted' }])
  })
  it('lets dead letters end in the errors of their job', async () => {
    const event = sqsEvent({ m1: message('a'), m2: message('stubborn') })
    expect(await lambdaOfDeadLetters(async () => fragile, h.ports)(event)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm2' }],
    })
    expect(dead).toEqual(['a: failed in every try'])
  })
})

describe('the stream of the table', () => {
  const meta = {
    attributeset: 'default',
    created: 'c',
    createdBy: 'p',
    updated: 'u',
    updatedBy: 'p',
    disabled: false,
  }
  const data = { name: 'Grünkraft' }
  const head = (id: string, rev: number, more: Image = {}): Image => ({
    pk: { S: `E#${id}` },
    sk: { S: 'HEAD' },
    class: { S: 'product' },
    rev: { N: String(rev) },
    meta: { S: JSON.stringify(meta) },
    body: { S: JSON.stringify(data) },
    ...more,
  })
  const bucket = plainBucket()
  const context = { getRemainingTimeInMillis: () => 60_000 }
  const changeOf = (image: unknown, seq: string) =>
    changeOfImage(image as Parameters<typeof changeOfImage>[0], seq, bucket)
  function open(fail: (change: Change) => string | undefined = () => undefined, pause?: () => Promise<void>) {
    const seen: Change[] = []
    const follower = stream(['clock'], async (changes) => {
      const failures = changes.flatMap((change) => {
        const reason = fail(change)
        if (reason === undefined) seen.push(change)
        return reason === undefined ? [] : [{ id: change.seq, reason }]
      })
      return failures
    })
    return { seen, handler: lambdaOfStream(async () => follower, h.ports, changeOf, pause) }
  }

  it('hands over heads with their states, small, packed and in the bucket, and erasures; nothing else', async () => {
    const { seen, handler } = open()
    const packed = deflateRawSync(JSON.stringify(data))
    await bucket.put('overflow/entity-c/1', packed, 'application/octet-stream')
    const { body: _, class: __, ...bare } = head('d', 4)
    const event = streamEvent({
      '100': head('a', 1),
      // Bytes come in base64.
      '101': head('b', 2, { body: { B: packed.toString('base64') } }),
      '102': { ...bare, pk: { S: 'E#c' }, class: { S: 'company' }, bodyAt: { S: 'overflow/entity-c/1' } },
      '103': { ...bare, meta: { S: '{"erased":true,"class":"product","by":"p","at":"u"}' } },
      '104': { ...head('a', 1), sk: { S: 'R#0000000001' } },
      '105': { pk: { S: 'U#product#/importKey#x' }, sk: { S: 'U' }, meta: { S: 'a' } },
      '106': undefined,
      '107': { ...bare, pk: { S: 'E#e' }, class: { S: 'company' }, bodyAt: { S: 'overflow/entity-e/gone' } },
    })
    expect(await handler(event, context)).toEqual({ batchItemFailures: [] })
    expect(
      seen.map(({ seq, id, entityclass, rev, entity }) => [seq, id, entityclass, rev, entity?.data]),
    ).toEqual([
      ['100', 'a', 'product', 1, data],
      ['101', 'b', 'product', 2, data],
      ['102', 'c', 'company', 4, data],
      ['103', 'd', 'product', 4, undefined],
      ['107', 'e', 'company', 4, undefined],
    ])
    expect(seen[0]!.entity).toEqual({ id: 'a', entityclass: 'product', rev: 1, ...meta, data })
  })
  it('takes a batch of the largest states in portions that fit into memory, in their order', async () => {
    const portions: string[][] = []
    const follower = stream(['clock'], async (changes) => {
      portions.push(changes.map(({ id }) => id))
      return changes.filter(({ id }) => id === 'e1').map(({ seq }) => ({ id: seq, reason: 'no' }))
    })
    const handler = lambdaOfStream(async () => follower, h.ports, changeOf)
    const body = { B: deflateRawSync(JSON.stringify({ name: 'x'.repeat(3_000_000) })).toString('base64') }
    const heads = Array.from({ length: 5 }, (_, i) => [String(100 + i), head(`e${i}`, 1, { body })])
    const event = streamEvent(Object.fromEntries([...heads, ['105', head('small', 1)]]))
    expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '101' }] })
    expect(portions).toEqual([
      ['e0', 'e1', 'e2'],
      ['e3', 'e4', 'small'],
    ])
  })
  it('names the first record that failed, and does the others', async () => {
    const { seen, handler } = open((change) => (change.id === 'bad' ? 'no document can be made' : undefined))
    const broken = head('broken', 1, { meta: { S: 'no json' } })
    const event = streamEvent({ '1': head('a', 1), '2': broken, '3': head('bad', 1), '4': head('z', 1) })
    expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
    expect(seen.map(({ id }) => id)).toEqual(['a', 'z'])
    expect(lines.map(({ seq }) => seq)).toEqual(['2', '3'])

    const later = streamEvent({ '5': head('bad', 2), '6': broken })
    expect(await handler(later, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '5' }] })
  })
  it('waits for an index that is away, as long as it may, and then fails as a whole', async () => {
    let left = 60_000
    let failures = 3
    const pause = async () => {
      left -= 2_000
    }
    const clocked = { getRemainingTimeInMillis: () => left }
    const away = () => {
      if (failures-- > 0) throw new CallError('search_unavailable', 'away')
      return undefined
    }
    const { seen, handler } = open(away, pause)
    expect(await handler(streamEvent({ '1': head('a', 1) }), clocked)).toEqual({ batchItemFailures: [] })
    expect(seen).toHaveLength(1)
    expect(left).toBe(54_000)

    failures = Number.POSITIVE_INFINITY
    await expect(handler(streamEvent({ '2': head('a', 2) }), clocked)).rejects.toMatchObject({
      code: 'search_unavailable',
    })
    expect(left).toBeGreaterThan(10_000)
  })
  it('fails as a whole at once for any other reason', async () => {
    const { handler } = open(
      () => {
        throw new Error('the table is away')
      },
      () => Promise.reject(new Error('must not wait')),
    )
    await expect(handler(streamEvent({ '1': head('a', 1) }), context)).rejects.toThrow('the table is away')
  })
})

describe('the authoriser', () => {
  it('lets in who has a valid token of a usable account', async () => {
    const handler = lambdaOfAuthorizer(actorResolver(h.ports), h.ports.tokens.verify)
    const answer = (headers: Record<string, string>) => handler(authorizerEvent(headers))
    const token = await h.tokenOf('core')
    expect(await answer({ authorization: `Bearer ${token}` })).toEqual({ isAuthorized: true })
    for (const authorization of ['', 'Bearer ', `Basic ${token}`, `Bearer ${token}x`, 'Bearer a.b.c'])
      expect(await answer({ authorization })).toEqual({ isAuthorized: false })
    expect(await answer({})).toEqual({ isAuthorized: false })
  })
  it('refuses nobody because of a fault of ours: the gateway would remember it', async () => {
    const fault = new Error('no answer')
    const handler = lambdaOfAuthorizer(
      () => Promise.reject(fault),
      async () => {},
    )
    await expect(handler(authorizerEvent({ authorization: 'Bearer x' }))).rejects.toBe(fault)
  })
  it('leaves the account to the call while the table is too busy, but never the token', async () => {
    const entities = new Proxy(h.ports.entities, {
      get: (of, name) =>
        name === 'get'
          ? () => Promise.reject(new CallError('too_many_requests', 'throttled'))
          : Reflect.get(of, name),
    })
    const handler = lambdaOfAuthorizer(actorResolver({ ...h.ports, entities }), h.ports.tokens.verify)
    const token = await h.tokenOf('core')
    const answer = (authorization: string) => handler(authorizerEvent({ authorization }))
    expect(await answer(`Bearer ${token}`)).toEqual({ isAuthorized: true })
    expect(await answer(`Bearer ${token}x`)).toEqual({ isAuthorized: false })
    expect(await answer('')).toEqual({ isAuthorized: false })
  })
})
