/**
 * A job that several workers do, each with clients, stores and caches of its own, on one table of DynamoDB Local: what they
 * contend for are the counters of the job. Their messages lie in memory, since a queue's own cost is not what is asked.
 */
import { setTimeout } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { createJobStore } from '../../functions/adapters/aws/job-store.ts'
import { createReferenceData } from '../../functions/adapters/aws/reference-data.ts'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { queueHandler } from '../../functions/runtime/queue.ts'
import { startJob } from '../../functions/services/job/start.ts'
import { fixedIds } from '../../shared/constants.ts'
import { plainBucket } from '../../test/fixtures/plain-bucket.ts'
import { createTable, credentials, region, startDynamo } from '../cloud/dynamo-local.ts'
import { type NothingConfig, nothing } from './kinds.ts'

const table = 'bench'

/** Messages of the job. Over when none waits and none is worked on. */
function messages() {
  const waiting: JobMessage[] = []
  let left = 0
  return {
    isOver: () => left === 0,
    next: () => waiting.shift(),
    done: () => left--,
    async send(some: JobMessage[], delaySeconds = 0) {
      left += some.length
      if (delaySeconds > 0) void setTimeout(delaySeconds * 1000).then(() => waiting.push(...some))
      else waiting.push(...some)
    },
  }
}

export interface Taken {
  seconds: number
  /** To the table; one that met another transaction on its item is sent again. */
  requests: number
}

/** What a job of so many units that wait so many ms takes; each worker does one unit at a time. */
async function take(workers: number, units: number, wait: number, endpoint: string): Promise<Taken> {
  let requests = 0
  const queue = messages()
  const bucket = plainBucket()
  const clients: DynamoDBClient[] = []
  const portsOf = () => {
    const client = new DynamoDBClient({ endpoint, region, credentials })
    clients.push(client)
    client.middlewareStack.add(
      (next) => (args) => {
        requests++
        return next(args)
      },
      { step: 'initialize' },
    )
    const dynamo = new Dynamo(client, table)
    const entities = createEntityStore({ dynamo, bucket })
    const jobStore = createJobStore({ dynamo, bucket })
    const some: Partial<Ports> = { entities, jobStore, reference: createReferenceData(entities) }
    return { ...some, clock: systemClock, jobs: queue } as Ports
  }
  const workOn = async () => {
    const handle = queueHandler(nothing(1), portsOf(), (line) => console.error(line))
    while (!queue.isOver()) {
      const message = queue.next()
      if (!message) await setTimeout(1)
      else {
        const failed = await handle([{ id: message.unit, tries: 1, message }])
        if (failed.length > 0) throw new Error(failed[0]!.reason)
        queue.done()
      }
    }
  }
  const ports = portsOf()
  const config: NothingConfig = { phases: [units], rows: 1, hasReasons: false, wait }
  const id = crypto.randomUUID()
  await startJob({ id, kind: 'nothing', by: fixedIds.account.system, config: { ...config } }, ports)
  const [from, before] = [performance.now(), requests]
  await Promise.all(Array.from({ length: workers }, workOn))
  const taken = { seconds: (performance.now() - from) / 1000, requests: requests - before }
  const { status, done } = (await ports.entities.get('batchjob', id))!.data
  if (status !== 'complete' || done !== units) throw new Error(`the job is ${status}, ${done} of ${units}`)
  for (const client of clients) client.destroy()
  return taken
}

/** Others use the processors, too: what is compared is done in turns. */
const rounds = 3

/** What jobs of so many units in all take, that wait so many ms: of one worker, and of four. */
export async function workersTake(units: number, wait: number): Promise<{ one: Taken; four: Taken }> {
  const dynamo = await startDynamo()
  const one: Taken = { seconds: 0, requests: 0 }
  const four: Taken = { seconds: 0, requests: 0 }
  const each = units / rounds
  const add = async (to: Taken, workers: number) => {
    const taken = await take(workers, each, wait, dynamo.endpoint)
    to.seconds += taken.seconds
    to.requests += taken.requests
  }
  try {
    await createTable(dynamo.client, table)
    // What is compiled while it runs is compiled before.
    await take(4, each, 0, dynamo.endpoint)
    for (let round = 0; round < rounds; round++) {
      await add(one, 1)
      await add(four, 4)
    }
    return { one, four }
  } finally {
    await dynamo.stop()
  }
}
