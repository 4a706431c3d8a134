/**
 * The real runtime in this process, on a temporary data folder with the small world of test/fixtures/small.ts.
 *
 *   let h: Harness
 *   beforeAll(async () => { h = await startHarness() })
 *   afterAll(() => h.close())
 *
 *   const product = await h.as('core').call(load, { id: ids.product.compost })       // the answer's data, typed
 *   await expect(h.as('core2').call(save, { … })).rejects.toMatchObject({ status: 409, code: 'revision_conflict' })
 *   await h.indexed()                        // what was written so far can be found
 *   await h.worked()                         // every queued job is done
 *   h.clock.advance(30)                      // seconds; the clock starts on 2026-03-10T09:00Z and goes on
 *   await h.send({ name: 'system/status', method: 'GET' })      // a raw request: status, headers, body as parsed
 *
 * A call that is refused rejects with a `CallFailure` (status, code, message, details, requestId). `as` takes the
 * demonstration users (scripts/seed/people.ts), `as('core', accountId)` another account of the person.
 * `startHarness({ seed: false })` starts empty; `listen: true` also listens on a free port of 127.0.0.1 (`h.url`).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as z from 'zod'
import type { HttpResult } from '../../functions/runtime/http.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import type { Throttle } from '../../functions/runtime/steps/throttle.ts'
import type { Worker } from '../../functions/runtime/worker.ts'
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { seedBase } from '../../scripts/seed.ts'
import type { Contract } from '../../shared/contract.ts'
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts'
import { type TestClock, testClock } from '../fixtures/clock.ts'
import { seedSmall } from '../fixtures/small.ts'
import { keptMails, testSignIn } from '../fixtures/stand-ins.ts'

export { ids } from '../fixtures/small.ts'

/** A refused call, as a client would see it. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly status: number
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly requestId: string
  constructor(status: number, body: { message: string; code: string; id: string; details?: ErrorDetails }) {
    super(body.message)
    this.status = status
    this.code = body.code as ErrorCode
    this.details = body.details ?? {}
    this.requestId = body.id
  }
}

/** The failure of a call that must be refused. */
export const failureOf = async (run: Promise<unknown>): Promise<CallFailure> =>
  run.then(
    () => {
      throw new Error('expected a refusal')
    },
    (error: unknown) => {
      if (error instanceof CallFailure) return error
      throw error
    },
  )
/** What a user is told of a refusal. */
export async function refusal(run: Promise<unknown>) {
  const { status, details, message } = await failureOf(run)
  return { status, key: details.key, message }
}

export interface RawRequest {
  /** Name of the call, or any path that starts with a slash. */
  name: string
  method?: string
  /** Sent as JSON: as the body, or as `__payload` with GET. */
  input?: unknown
  /** Instead of `input`: the body as it is. */
  body?: string
  headers?: Record<string, string>
  token?: string
}
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  body: any
}
export interface Caller {
  call<I extends z.ZodType, O extends z.ZodType>(
    contract: Contract<I, O>,
    input: z.input<I>,
    headers?: Record<string, string>,
  ): Promise<z.output<O>>
}
export interface Harness {
  ports: Ports
  clock: TestClock
  /** Log lines so far. */
  lines: Record<string, unknown>[]
  mails: ReturnType<typeof keptMails>['mails']
  dataDir: string
  /** Address of the listening variant, without a slash at its end; else empty. */
  url: string
  as(user: DemoUser, account?: string): Caller
  /** Without a token. */
  anonymous: Caller
  /** Product token of a user, fresh by the harness's clock. */
  tokenOf(user: DemoUser, account?: string): Promise<string>
  send(request: RawRequest): Promise<RawAnswer>
  /** The revision at which an entity is stored now. */
  revOf(id: string): Promise<number>
  /** Waits until the index has followed every write so far. */
  indexed(): Promise<void>
  /** Waits until every queued unit of work is done. */
  worked(): Promise<void>
  /** Builds the index anew. */
  reindex(): Promise<void>
  close(): Promise<void>
}
export interface HarnessOptions {
  seed?: boolean
  listen?: boolean
  clock?: TestClock
  throttle?: Throttle
  /** Instead of the embedded ports. */
  ports?: Partial<Ports>
  /** Beside those of functions/workers, in the place of those of their kind. */
  workers?: Worker[]
  /**
   * Other stores on the same folder, with caches of their own, keep the index and run the workers, as another process does
   * in the cloud; here all of them are in one.
   * With `INPUTLIST_TEST_PROCESSES=2` in the environment it does for every test that does not say otherwise.
   */
  indexesElsewhere?: boolean
  /** Its process is to die: what fails in it is tried again by the next one on its data, and not used up by this one. */
  isDying?: boolean
  /** Kept after `close`, for tests that restart on the same data. */
  dataDir?: string
}

const renewSeconds = 60

export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const clock = options.clock ?? testClock()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'inputlist-calls-'))
  const lines: Record<string, unknown>[] = []
  const mailer = keptMails()
  const open = (more: Partial<Ports>) =>
    openEmbedded({
      dataDir,
      clock,
      log: (line) => void lines.push(line),
      throttle: options.throttle,
      users: [],
      environment: { STAGE: 'test' },
      ports: { mailer, signIn: testSignIn, ...options.ports, ...more },
      workers: options.workers,
      retryPauses: options.isDying ? [1_000, 5_000] : [5, 10],
    })
  const { indexesElsewhere = process.env['INPUTLIST_TEST_PROCESSES'] === '2' } = options
  const indexing = indexesElsewhere ? await open({}) : undefined
  const embedded = await open(indexing ? { index: indexing.ports.index } : {})
  const background = indexing ?? embedded
  const { ports } = embedded
  if (options.seed !== false) {
    await seedBase(ports)
    await seedSmall(ports)
  }
  await background.startBackground()

  const eventOf = (request: RawRequest) => {
    const method = request.method ?? 'POST'
    const rawPath = request.name.startsWith('/') ? request.name : `/api/${request.name}`
    const json = request.body ?? (request.input === undefined ? undefined : JSON.stringify(request.input))
    const isGet = method === 'GET'
    return {
      rawPath,
      rawQueryString: isGet && json !== undefined ? `__payload=${encodeURIComponent(json)}` : '',
      headers: {
        ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
        ...Object.fromEntries(Object.entries(request.headers ?? {}).map(([k, v]) => [k.toLowerCase(), v])),
      } as Record<string, string | undefined>,
      body: isGet ? undefined : json,
      isBase64Encoded: false,
      requestContext: {
        requestId: crypto.randomUUID(),
        http: { method, path: rawPath, sourceIp: '127.0.0.1' },
      },
    }
  }
  const send = async (request: RawRequest): Promise<RawAnswer> => {
    const result: HttpResult = await embedded.handle(eventOf(request))
    return { status: result.statusCode, headers: result.headers, body: JSON.parse(result.body) }
  }

  const tokens = new Map<string, { jwt: string; expires: number }>()
  const tokenOf = async (user: DemoUser, account?: string) => {
    const key = `${user} ${account ?? ''}`
    const known = tokens.get(key)
    if (known && known.expires - renewSeconds > clock.millis() / 1000) return known.jwt
    const answer = await send({
      name: 'auth/domain/login',
      input: { token: `sso:${user}`, ...(account && { useAccount: account }) },
    })
    if (!answer.body.ok) throw new CallFailure(answer.status, answer.body)
    tokens.set(key, answer.body.data)
    return answer.body.data.jwt as string
  }
  const caller = (token: () => Promise<string | undefined>): Caller => ({
    async call(contract, input, headers) {
      const { name, method } = contract
      const answer = await send({ name, method, input, headers, token: await token() })
      if (!answer.body.ok) throw new CallFailure(answer.status, answer.body)
      return answer.body.data
    },
  })

  let url = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const [rawPath = '/', rawQueryString = ''] = (request.url ?? '/').split('?')
      const event = eventOf({ name: rawPath, method: request.method, body: Buffer.concat(chunks).toString() })
      const headers = request.headers as Record<string, string | undefined>
      const result = await embedded.handle({ ...event, rawQueryString, headers })
      const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8')
      response.writeHead(result.statusCode, result.headers).end(bytes)
    })
  })
  if (options.listen) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  return {
    ports,
    clock,
    lines,
    mails: mailer.mails,
    dataDir,
    url,
    as: (user, account) => caller(() => tokenOf(user, account)),
    anonymous: caller(async () => undefined),
    tokenOf,
    send,
    revOf: async (id) => (await ports.entities.get(id))!.rev,
    indexed: () => background.indexed(),
    worked: () => background.worked(),
    reindex: () => background.reindex(),
    async close() {
      if (options.listen) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      await embedded.close()
      await indexing?.close()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
