/** Every code of the error catalogue, with its status, as a client gets it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ports } from '../../functions/runtime/ports.ts'
import { rateLimit } from '../../functions/runtime/rate-limit.ts'
import { errorResult } from '../../functions/runtime/steps/errors.ts'
import { throttleBy } from '../../functions/runtime/steps/throttle.ts'
import { maxBodyBytes } from '../../shared/constants.ts'
import { CallError, type ErrorCode, errorCodes, errorStatus, invalidInput } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type Harness, ids, type RawAnswer, startHarness } from './harness.ts'

let h: Harness
/** What the ports of the harness fail with, when a test says so. */
let failure: CallError | undefined
let isMaintenance = false
const refusing = <K extends keyof Ports>(port: () => Ports[K], methods: string[]): Ports[K] =>
  new Proxy({} as Ports[K], {
    get: (_, name) => {
      const real = port() as unknown as Record<PropertyKey, unknown>
      const method = real[name]
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        if (failure && methods.includes(String(name))) return Promise.reject(failure)
        return method.apply(real, args)
      }
    },
  })
beforeAll(async () => {
  const inner = await startHarness()
  const { entities, index, reference, changes } = inner.ports
  const outer = await startHarness({
    seed: false,
    dataDir: `${inner.dataDir}/outer`,
    throttle: throttleBy(
      rateLimit({ perSecond: 0.5, burst: 3, millis: () => 0 }),
      ({ http }) => http.headers['x-test-client'],
    ),
    ports: {
      entities: refusing<'entities'>(() => entities, ['put']),
      index: refusing<'index'>(() => index, ['search', 'count']),
      reference,
      changes,
      settings: {
        isMaintenance: async () => isMaintenance,
        originSecrets: async () => [],
        hasPresence: () => true,
        stage: () => 'test',
        version: () => '1',
      },
    },
  })
  h = {
    ...outer,
    ports: inner.ports,
    close: async () => {
      await outer.close()
      await inner.close()
    },
  }
})
afterAll(() => h.close())

const post = async (
  name: string,
  input: unknown,
  user: 'core' | 'admin' | 'registered' = 'core',
  headers = {},
) => h.send({ name, input, token: await h.tokenOf(user), headers })
const get = (token?: string) => h.send({ name: 'auth/account/getaccount', method: 'GET', token })
const settings = async () => {
  const account = (await h.ports.entities.get(ids.account.core)) as Entity
  return { rev: account.rev, userData: account.data['userData'] }
}
const withFailure = async (code: ErrorCode, send: () => Promise<RawAnswer>) => {
  failure = new CallError(code, 'as the port says', {})
  try {
    return await send()
  } finally {
    failure = undefined
  }
}

const ways: Record<ErrorCode, () => Promise<RawAnswer>> = {
  invalid_input: () => post('auth/account/switchaccount', { account: 7 }),
  token_missing: () => get(),
  token_invalid: () => get('made-up'),
  token_expired: async () => {
    const token = await h.tokenOf('core')
    h.clock.advance(16 * 60)
    return get(token)
  },
  token_audience: () => get(`e30.${Buffer.from('{"aud":"elsewhere"}').toString('base64url')}.e30`),
  forbidden: () => post('auth/account/switchaccount', { account: ids.account.core2 }),
  not_found: () => post('bml/product/load', { id: ids.nothing }),
  revision_conflict: async () => post('auth/account/updateaccount', { ...(await settings()), rev: 900 }),
  duplicate: async () =>
    withFailure('duplicate', async () => post('auth/account/updateaccount', await settings())),
  too_large: () => post('auth/account/switchaccount', { account: 'x'.repeat(maxBodyBytes) }),
  rule_violated: () => h.send({ name: 'auth/domain/login', input: { token: 'sso-sub:stranger' } }),
  too_many_requests: async () => {
    const send = () =>
      h.send({ name: 'auth/domain/login', input: { token: 'sso:core' }, headers: { 'x-test-client': 'one' } })
    for (let i = 0; i < 3; i++) expect((await send()).status).toBe(200)
    return send()
  },
  internal: async () => {
    failure = new Error('boom') as CallError
    try {
      return await post('auth/account/updateaccount', await settings())
    } finally {
      failure = undefined
    }
  },
  storage_full: async () =>
    withFailure('storage_full', async () => post('auth/account/updateaccount', await settings())),
  maintenance: async () => {
    isMaintenance = true
    h.clock.advance(5)
    const answer = await get(await h.tokenOf('core').catch(() => 'none'))
    isMaintenance = false
    h.clock.advance(5)
    return answer
  },
  search_unavailable: () =>
    withFailure('search_unavailable', () => post('search/search/count', { entityClass: 'product' })),
}

it.each(errorCodes)('%s', async (code) => {
  const answer = await ways[code]()
  expect([answer.body.code, answer.status]).toEqual([code, errorStatus[code]])
  expect(answer.body).toMatchObject({
    ok: false,
    message: expect.stringMatching(/\w/),
    id: answer.headers['x-request-id'],
    details: { key: expect.stringMatching(/^\w+$/) },
  })
  const line = h.lines.findLast((one) => one['requestId'] === answer.body.id)
  expect(line).toMatchObject({
    code,
    status: errorStatus[code],
    level: answer.status < 500 ? 'warn' : 'error',
  })
})

it('says when to come again', async () => {
  const send = (client: string) =>
    h.send({ name: 'auth/domain/login', input: { token: 'x' }, headers: { 'x-test-client': client } })
  for (let i = 0; i < 3; i++) expect((await send('two')).status).toBe(401)
  const answer = await send('two')
  expect(answer.headers['retry-after']).toBe('2')
  expect(answer.body.details).toMatchObject({ retryAfter: 2, params: { seconds: 2 } })
  expect((await send('three')).status).toBe(401)
})

it('tells the first hundred of many wrong places', () => {
  const issues = Array.from({ length: 300 }, (_, i) => ({ path: `/rows/${i}`, expected: 'expected an id' }))
  const shown = issues.slice(0, 100)
  const bodyOf = (error: CallError) =>
    JSON.parse(String(errorResult(error, 'request').body)) as RawAnswer['body']
  expect(bodyOf(invalidInput(issues))).toMatchObject({
    message: invalidInput(shown).message,
    details: { issues: shown },
  })
  const rule = new CallError('rule_violated', 'Please correct.', { key: 'productInvalid', issues })
  expect(bodyOf(rule)).toMatchObject({
    message: 'Please correct.',
    details: { key: 'productInvalid', issues: shown },
  })
})
