/** Entry points of the cloud: the same steps, wrapped into what Lambda calls. */
import { setTimeout } from 'node:timers/promises'
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda'
import { originSecretHeader } from '../../shared/constants.ts'
import { errorStatus, isCallError } from '../../shared/errors.ts'
import { once } from '../../shared/once.ts'
import type { Change } from '../ports/entity-store.ts'
import type { JobMessage } from '../ports/job-queue.ts'
import type { Call } from './call.ts'
import { cloudLog as log, startInvocation } from './cloud-log.ts'
import { bearerToken } from './exchange.ts'
import { createRuntime } from './handler.ts'
import type { Handler, HttpResult } from './http.ts'
import type { Ports } from './ports.ts'
import { deadLetterHandler, limitTries, type QueueHandler, type QueueRecord, queueHandler } from './queue.ts'
import { streamHandler } from './stream.ts'
import type { Stream, Worker } from './worker.ts'

/**
 * A function has only the ports that it uses and the ones of its steps. Others may be passed on, as steps do that this
 * function never comes to; using one is a fault of ours.
 */
export function onlyPorts(given: Partial<Ports>): Ports {
  const missing = (port: string) =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error(`this function has no port ${port}`)
        },
      },
    )
  return new Proxy(given, {
    get: (target, name) => Reflect.get(target, name) ?? missing(String(name)),
  }) as Ports
}

/** How a function gets what it does: with its first request, so that its start is little more than its SDK clients. */
export type Load<T> = () => Promise<T>

/** A good answer that is the same for all is given again for some seconds, also where the edge is many places. */
function kept(seconds: number | undefined, handle: Handler): Handler {
  if (seconds === undefined) return handle
  let last: { at: number; secret: string | undefined; result: HttpResult } | undefined
  return async (http) => {
    const secret = http.headers[originSecretHeader]
    const plain = { ...http, headers: { ...http.headers, 'accept-encoding': undefined } }
    if (last && last.secret === secret && Date.now() - last.at < seconds * 1000) return last.result
    const result = await handle(plain)
    if (result.statusCode === 200) last = { at: Date.now(), secret, result }
    return result
  }
}

type OfHttp = (http: Parameters<Handler>[0], context?: Partial<Context>) => ReturnType<Handler>
/** What Lambda calls for requests of the HTTP API; the handler is made with the first. */
export function ofHttp(load: Load<Handler>): OfHttp {
  const handler = once(load)
  return async (http, context) => {
    startInvocation(context)
    return (await handler())(http)
  }
}
/** Handler of one route of the HTTP API. */
export function lambdaOfCall(load: Load<Call>, ports: Partial<Ports>): OfHttp {
  const runtime = createRuntime(onlyPorts(ports), { log })
  return ofHttp(async () => {
    const call = await load()
    return kept(call.contract.cacheSeconds, runtime.handlerOf(call))
  })
}

const jobMessage = (body: string): JobMessage => {
  const { kind, jobId, unit, by } = JSON.parse(body) as Partial<JobMessage>
  if (typeof kind !== 'string' || typeof jobId !== 'string' || typeof unit !== 'string')
    throw new Error('expected a message with kind, jobId and unit')
  return { kind, jobId, unit, ...(typeof by === 'string' && { by }) }
}

/** A message that cannot be read never can be: it fails alone, and ends in the dead letters. */
const ofQueue =
  (handler: Load<QueueHandler>) =>
  async (event: SQSEvent, context?: Partial<Context>): Promise<SQSBatchResponse> => {
    startInvocation(context)
    const handle = await handler()
    const records: QueueRecord[] = []
    const failed: string[] = []
    for (const { messageId, body, attributes } of event.Records) {
      try {
        const tries = Number(attributes.ApproximateReceiveCount)
        records.push({ id: messageId, tries, message: jobMessage(body) })
      } catch (error) {
        log({ level: 'error', messageId, error })
        failed.push(messageId)
      }
    }
    failed.push(...(await handle(records)).map(({ id }) => id))
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }
export const lambdaOfWorker = (
  load: Load<Worker>,
  ports: Partial<Ports>,
  countTry: (id: string) => Promise<number>,
) => ofQueue(once(async () => limitTries(queueHandler(await load(), onlyPorts(ports), log), countTry, log)))
export const lambdaOfDeadLetters = (load: Load<Worker>, ports: Partial<Ports>) =>
  ofQueue(once(async () => deadLetterHandler(await load(), onlyPorts(ports), log)))

/** Time that a function keeps for its answer, and pause between two questions whether the index is back. Milliseconds. */
const timeToAnswer = 20_000
const unavailablePause = 2_000

/** JSON of the states that are held at once, which the last of them may pass: a batch of 100 of the largest would have 500 MB. */
const heldBytes = 8 * 1024 * 1024

/**
 * Handler of the table's stream, which takes a batch in portions that fit into memory. `changeOf` reads a record; one that cannot be read fails like any other, and the rest
 * of the batch is done. DynamoDB goes on from the first failure, so only that one is named; what is done twice changes
 * nothing. An index that is away for a while is no fault of the changes: they wait for it as long as they may, because
 * every time that the function fails brings them nearer to the dead letters.
 */
export function lambdaOfStream(
  load: Load<Stream>,
  ports: Partial<Ports>,
  changeOf: (image: unknown, seq: string) => Promise<Change | undefined>,
  pause: (ms: number) => Promise<unknown> = setTimeout,
) {
  const handler = once(async () => streamHandler(await load(), onlyPorts(ports), log))
  async function untilAvailable(changes: Change[], context: Pick<Context, 'getRemainingTimeInMillis'>) {
    const handle = await handler()
    for (;;) {
      try {
        return await handle(changes)
      } catch (error) {
        const isAway = isCallError(error) && error.code === 'search_unavailable'
        if (!isAway || context.getRemainingTimeInMillis() < timeToAnswer) throw error
        await pause(unavailablePause)
      }
    }
  }
  return async (
    event: DynamoDBStreamEvent,
    context: Partial<Context> & Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<DynamoDBBatchResponse> => {
    startInvocation(context)
    let changes: Change[] = []
    let bytes = 0
    const failed = new Set<string>()
    const takeHeld = async () => {
      const failures = changes.length > 0 ? await untilAvailable(changes, context) : []
      for (const { id, reason } of failures) {
        log({ level: 'error', stream: 'entities', seq: id, reason })
        failed.add(id)
      }
      changes = []
      bytes = 0
    }
    const seqs = event.Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '')
    for (const [i, { dynamodb }] of event.Records.entries()) {
      const seq = seqs[i]!
      try {
        const change = dynamodb?.NewImage && (await changeOf(dynamodb.NewImage, seq))
        if (change) {
          changes.push(change)
          bytes += Buffer.byteLength(JSON.stringify(change))
        }
      } catch (error) {
        log({ level: 'error', stream: 'entities', seq, error })
        failed.add(seq)
      }
      if (bytes >= heldBytes) await takeHeld()
    }
    await takeHeld()
    const first = seqs.find((seq) => failed.has(seq))
    return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] }
  }
}

/**
 * The authoriser of the HTTP API: lets a request through whose product token `check` accepts. A fault of ours is no
 * refusal, which the gateway would remember: it is an error, and the next request asks again. Where the table is too
 * busy to tell whether the account may still come in, a token that `verify` finds good is enough: the call looks
 * itself, and can say how long to wait, which the gateway cannot.
 */
export const lambdaOfAuthorizer =
  (check: (token: string | undefined) => Promise<unknown>, verify: (token: string) => Promise<unknown>) =>
  async (
    event: { headers?: Record<string, string | undefined> },
    context?: Partial<Context>,
  ): Promise<{ isAuthorized: boolean }> => {
    startInvocation(context)
    const token = bearerToken(event.headers?.['authorization'])
    try {
      await check(token).catch((error: unknown) => {
        if (!token || !isCallError(error) || error.code !== 'too_many_requests') throw error
        return verify(token)
      })
      return { isAuthorized: true }
    } catch (error) {
      if (isCallError(error) && errorStatus[error.code] < 429) return { isAuthorized: false }
      log({ level: 'error', authorizer: true, error })
      throw error
    }
  }
