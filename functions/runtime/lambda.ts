/** Entry points of the cloud: the same steps, wrapped into what Lambda calls. */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Change } from '../ports/entity-store.ts'
import type { JobMessage } from '../ports/job-queue.ts'
import type { Call } from './call.ts'
import { createRuntime } from './handler.ts'
import type { Handler } from './http.ts'
import type { Ports } from './ports.ts'
import { deadLetterHandler, type QueueRecord, queueHandler } from './queue.ts'
import { streamHandler } from './stream.ts'
import type { Stream, Worker } from './worker.ts'

const log = (line: Record<string, unknown>) => console.log(JSON.stringify(line))

/** A function has only the ports that it uses and the ones of the steps; asking for another is a fault of ours. */
export function onlyPorts(given: Partial<Ports>): Ports {
  return new Proxy(given, {
    get: (target, name) => {
      const port = Reflect.get(target, name)
      if (port === undefined && typeof name === 'string') throw new Error(`this function has no port ${name}`)
      return port
    },
  }) as Ports
}

/** Handler of one route of the HTTP API. */
export const lambdaOfCall = (call: Call, ports: Partial<Ports>): Handler =>
  createRuntime(onlyPorts(ports), { log }).handlerOf(call)

const recordsOf = (event: SQSEvent): QueueRecord[] =>
  event.Records.map((record) => ({
    id: record.messageId,
    tries: Number(record.attributes.ApproximateReceiveCount),
    message: JSON.parse(record.body) as JobMessage,
  }))
const failuresOf = (failures: { id: string }[]): SQSBatchResponse => ({
  batchItemFailures: failures.map(({ id }) => ({ itemIdentifier: id })),
})

/** A message whose body is no JSON can never succeed: it fails alone, and ends in the dead letters. */
function readable(event: SQSEvent): { good: SQSEvent; bad: { id: string }[] } {
  const bad: { id: string }[] = []
  const Records = event.Records.filter((record) => {
    try {
      JSON.parse(record.body)
      return true
    } catch (error) {
      log({ level: 'error', messageId: record.messageId, error: String(error) })
      bad.push({ id: record.messageId })
      return false
    }
  })
  return { good: { Records }, bad }
}
const ofQueue =
  (handle: (records: QueueRecord[]) => Promise<{ id: string }[]>) => async (event: SQSEvent) => {
    const { good, bad } = readable(event)
    return failuresOf([...bad, ...(await handle(recordsOf(good)))])
  }
export const lambdaOfWorker = (worker: Worker, ports: Partial<Ports>) =>
  ofQueue(queueHandler(worker, onlyPorts(ports), log))
export const lambdaOfDeadLetters = (worker: Worker, ports: Partial<Ports>) =>
  ofQueue(deadLetterHandler(worker, onlyPorts(ports), log))

/**
 * Handler of the table's stream. `changeOf` reads a record; one that cannot be read fails like any other. DynamoDB goes
 * on from the first failure, so only that one is named.
 */
export function lambdaOfStream(
  stream: Stream,
  ports: Partial<Ports>,
  changeOf: (image: unknown, seq: string) => Promise<Change | undefined>,
) {
  const handle = streamHandler(stream, onlyPorts(ports), log)
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const changes: Change[] = []
    let unreadable: string | undefined
    for (const record of event.Records) {
      const seq = record.dynamodb?.SequenceNumber ?? ''
      try {
        const image = record.dynamodb?.NewImage
        const change = image && (await changeOf(image, seq))
        if (change) changes.push(change)
      } catch (error) {
        log({ level: 'error', stream: 'entities', seq, error: String(error) })
        unreadable = seq
        break
      }
    }
    const failed = new Set((await handle(changes)).map((failure) => failure.id))
    const first = changes.find((change) => failed.has(change.seq))?.seq ?? unreadable
    return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] }
  }
}

/** The authoriser of the HTTP API: lets a request through that carries a valid product token of a usable account. */
export const lambdaOfAuthorizer =
  (check: (token: string) => Promise<unknown>) =>
  async (event: { headers?: Record<string, string | undefined> }): Promise<{ isAuthorized: boolean }> => {
    const header = event.headers?.['authorization'] ?? ''
    try {
      await check(header.replace(/^Bearer /i, ''))
      return { isAuthorized: true }
    } catch {
      return { isAuthorized: false }
    }
  }
