/** A table that takes nothing any more: tried again in the function, then told with a time to wait, then in words. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import loadCall from '../../functions/calls/bml/product/load.ts'
import saveCall from '../../functions/calls/bml/product/save.ts'
import type { Handler } from '../../functions/runtime/http.ts'
import { lambdaOfCall } from '../../functions/runtime/lambda.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { fixedIds } from '../../shared/constants.ts'
import { callApi, connectSession, resetBackoff } from '../../web/api/client.ts'
import { captureLogs } from '../fixtures/capture-logs.ts'
import { httpEvent } from '../fixtures/lambda-events.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const table = mockClient(DynamoDBDocumentClient)
let h: Harness
/** Handlers of the calls, over a table that is throttled from the first request on. */
let handlers: Record<string, Handler>
beforeAll(async () => {
  h = await startHarness()
  const dynamo = new Dynamo(new DynamoDBClient({ region: 'eu-central-1' }), 'items', {
    pause: async () => {},
  })
  const entities = createEntityStore({ dynamo, bucket: plainBucket() })
  const ports = { ...h.ports, entities }
  handlers = {
    [load.name]: lambdaOfCall(async () => loadCall, ports),
    [save.name]: lambdaOfCall(async () => saveCall, ports),
  }
})
afterAll(() => h.close())
let token = ''
let answers: { at: number; status: number; retryAfter: string | null }[] = []
beforeEach(async () => {
  table.reset()
  const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' })
  for (const command of [GetCommand, PutCommand, TransactWriteCommand])
    table.on(command as typeof GetCommand).rejects(throttled)
  token = await h.tokenOf('core')
  answers = []
  resetBackoff()
  connectSession({
    token: () => token,
    renew: async () => false,
    waitForSignIn: () => Promise.reject(new Error('not expected')),
    maintenance: () => {},
  })
  captureLogs()
  // The web client's requests go to the function, as the gateway would hand them over.
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const name = url.slice('/api/'.length)
    const headers = init.headers as Record<string, string>
    const result = await handlers[name]!(httpEvent({ name, body: String(init.body), headers }))
    const answer = new Response(result.body, { status: result.statusCode, headers: result.headers })
    answers.push({
      at: Date.now(),
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
    })
    return answer
  })
})
afterEach(() => {
  connectSession(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const patch = [{ op: 'replace' as const, path: `/listData/${fixedIds.list.base}/_active`, value: true }]
const asked: Record<string, () => Promise<unknown>> = {
  read: () => callApi(load, { id: ids.product.compost }, { quiet: true }),
  save: () => callApi(save, { id: ids.product.compost, rev: 1, patch }, { quiet: true }),
}

it.each(Object.keys(asked))(
  'a %s: 429 with a time to wait, which the client keeps to; then words',
  async (what) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const ended = asked[what]!().then(
      () => undefined,
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(30_000)
    // The function takes real time in between.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(3_000)
      expect(answers).toHaveLength(6)
    })
    expect(await ended).toMatchObject({ code: 'too_many_requests', message: 'failed after 5 retries' })
    expect(answers.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
      Array.from({ length: 6 }, () => [429, '1']),
    )
    // Nine tries in the function for each of the six requests.
    expect(table.calls().length).toBeGreaterThanOrEqual(6 * 9)
    const waits = answers.slice(1).map(({ at }, i) => at - answers[i]!.at)
    for (const [i, wait] of waits.entries())
      expect(wait).toBeGreaterThanOrEqual(Math.max(1000, 500 * (i + 1)))
  },
)
