/** The contract of the job store on DynamoDB's own engine, and what a restore does to jobs. */
import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { headKey } from '../../functions/adapters/aws/entity-items.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { sumsAt } from '../../functions/adapters/aws/job-shards.ts'
import { createJobStore } from '../../functions/adapters/aws/job-store.ts'
import { createTryCounter } from '../../functions/adapters/aws/tries.ts'
import { revisionKey } from '../../functions/adapters/common/entity-rows.ts'
import { begun, finished, newJob, undoneKey } from '../../functions/domain/job/job.ts'
import {
  createTable,
  credentials,
  type DynamoLocal,
  missingForDynamo,
  region,
  startDynamo,
} from '../../scripts/cloud/dynamo-local.ts'
import type { Operator } from '../../scripts/ops/operator.ts'
import { bringBack, putRevisions } from '../../scripts/ops/restore/bring-back.ts'
import { compare, countOf } from '../../scripts/ops/restore/compare.ts'
import { digest } from '../../scripts/ops/restore/digest.ts'
import type { Places } from '../../scripts/ops/restore/places.ts'
import { eachPage } from '../../scripts/ops/tables.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { jobStoreContract } from '../ports/job-store.suite.ts'
import { entity, newId } from '../ports/store-under-test.ts'
import { jobEngineContract } from '../services/job-engine.suite.ts'

const missing = missingForDynamo()
if (missing) console.warn(`not run: ${missing}`)

let dynamo: DynamoLocal
beforeAll(async () => {
  if (missing) return
  dynamo = await startDynamo()
  await createTable(dynamo.client, 'jobs')
})
afterAll(() => dynamo?.stop())

describe.skipIf(missing)('on DynamoDB Local', () => {
  jobStoreContract('DynamoDB', async () => ({
    store: createJobStore({ dynamo: new Dynamo(dynamo.client, 'jobs'), bucket: plainBucket() }),
    close: async () => {},
  }))

  // A process may die before each request: the requests of one method are several.
  jobEngineContract('DynamoDB', 6, () => (before) => {
    const client = new DynamoDBClient({ endpoint: dynamo.endpoint, region, credentials })
    client.middlewareStack.add(
      (next) => (args) => {
        before()
        return next(args)
      },
      { step: 'initialize' },
    )
    return createJobStore({ dynamo: new Dynamo(client, 'jobs'), bucket: plainBucket() })
  })

  it('keeps large texts whose write was done, but its answer lost', async () => {
    const client = new DynamoDBClient({ endpoint: dynamo.endpoint, region, credentials })
    let toLose = 0
    client.middlewareStack.add(
      (next) => async (args) => {
        const answer = await next(args)
        if (toLose-- > 0) throw Object.assign(new Error('lost'), { name: 'TimeoutError' })
        return answer
      },
      { step: 'deserialize', priority: 'high' },
    )
    const bucket = plainBucket()
    const lossy = new Dynamo(client, 'jobs')
    const store = createJobStore({ dynamo: lossy, bucket })
    const entities = createEntityStore({ dynamo: lossy, bucket })
    const noise = randomBytes(300_000).toString('base64')
    const jobId = newId()
    const plan = { first: 0, rowsBefore: 0, units: [{ rows: 1, content: noise }] }
    toLose = 1
    expect(await store.putStep(jobId, 0, 0, plan)).toEqual(plan)
    expect(await store.getStep(jobId, 0, 0)).toEqual(plan)
    // Whoever really comes second gets what holds, and leaves nothing behind but the unit, written again.
    const { size } = bucket.files
    expect(await store.putStep(jobId, 0, 0, { ...plan, rowsBefore: 7 })).toEqual(plan)
    expect(bucket.files.size).toBe(size + 1)

    toLose = 1
    const outcome = { done: 1, failed: 0, counts: {}, reasons: [], note: noise }
    expect(await store.putOutcome(jobId, 0, 0, outcome)).toBe(true)
    expect(await store.getOutcome(jobId, 0, 0)).toMatchObject(outcome)

    toLose = 1
    const soon = Date.now() / 1000 + 60
    expect(await entities.putTransient('idempotency#lost', noise, soon, { ifAbsent: true })).toBe(true)
    expect(await entities.getTransient('idempotency#lost')).toBe(noise)

    toLose = 1
    const saved = await entities.put(entity(newId(), { noise }), { expectRev: 0 })
    expect((await entities.get('product', saved.id))!.data).toEqual({ noise })
  })
  it('asks for reasons where some were counted, and where an earlier version counted none', async () => {
    const client = new DynamoDBClient({ endpoint: dynamo.endpoint, region, credentials })
    const asked: string[] = []
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          asked.push(commandName!)
          return next(args)
        },
      { step: 'initialize' },
    )
    const table = new Dynamo(client, 'jobs')
    const store = createJobStore({ dynamo: table, bucket: plainBucket() })
    const jobId = newId()
    const reason = { unit: 'x', message: 'no' }
    const units = Array.from({ length: 40 }, (_, n) => ({ rows: 1, content: n }))
    await store.putStep(jobId, 0, 0, { first: 0, rowsBefore: 0, units })
    for (const unit of [0, 17, 18, 19])
      await store.putOutcome(jobId, 0, unit, { done: 1, failed: 0, counts: {}, reasons: [] })
    expect((await store.counts(jobId)).mayHaveReasons).toBe(false)
    await store.putOutcome(jobId, 0, 35, { done: 0, failed: 1, counts: {}, reasons: [reason] })
    asked.length = 0
    expect((await store.counts(jobId)).mayHaveReasons).toBe(true)
    expect(await store.reasons(jobId, { limit: 10 })).toEqual({ list: [reason] })
    expect(asked).toEqual(['BatchGetItemCommand', 'BatchGetItemCommand', 'QueryCommand'])
    await table.update({
      Key: sumsAt(jobId, 3),
      UpdateExpression: 'REMOVE #reasons, #failed',
      ExpressionAttributeNames: { '#reasons': 'reasons', '#failed': 'failed' },
    })
    expect(await store.reasons(jobId, { limit: 10 })).toEqual({ list: [reason] })
  })
  it('counts the tries of each message, also of one that is tried twice at the same time', async () => {
    const countTry = createTryCounter(new Dynamo(dynamo.client, 'jobs'))
    expect((await Promise.all([countTry('a'), countTry('a'), countTry('a')])).sort()).toEqual([1, 2, 3])
    expect(await countTry('b')).toBe(1)
  })

  it('a restore ends the jobs that ran then, whatever became of them since, and leaves their units alone', async () => {
    for (const name of ['live', 'copy']) await createTable(dynamo.client, name)
    const [live, copy] = ['live', 'copy'].map((name) => new Dynamo(dynamo.client, name)) as [Dynamo, Dynamo]
    const bucket = plainBucket()
    const store = createEntityStore({ dynamo: live, bucket })
    const jobStore = createJobStore({ dynamo: live, bucket })
    const o = {
      dynamo: dynamo.client,
      say: () => {},
      table: async (name?: string) => (name === 'copy' ? copy : live),
      files: async () => bucket,
      store: async () => store,
    } as unknown as Operator
    const places: Places = { isThere: async () => true, bringBack: async () => true }

    const [complete, erased, gone, takenBack] = [newId(), newId(), newId(), newId()]
    const now = '2026-03-01T00:00:00.000Z'
    for (const id of [complete, erased, gone]) {
      const undoes = id === complete ? takenBack : undefined
      const job = newJob({ id, by: 'a', now }, { kind: 'reindex', total: 0, config: {}, result: {}, undoes })
      await store.put(begun(job, now)!, { expectRev: 0, unique: undoes ? [undoneKey(undoes)] : [] })
    }
    const units = [1, 2].map((n) => ({ rows: 1, content: n }))
    const outcome = { done: 1, failed: 0, counts: {}, reasons: [] }
    await jobStore.putStep(complete, 0, 0, { first: 0, rowsBefore: 0, units })
    await jobStore.putOutcome(complete, 0, 0, outcome)
    await eachPage(dynamo.client, { TableName: 'live' }, async (items) => copy.putMany(items))

    await jobStore.putOutcome(complete, 0, 1, outcome)
    const sums = await jobStore.counts(complete)
    const job = (await store.get('batchjob', complete))!
    await store.put(finished(job, sums, now)!, { expectRev: job.rev })
    await store.erase(erased, 'a', now, { evenIfNamed: true })
    for (const sk of ['HEAD', revisionKey(1)]) await live.delete({ ...headKey(gone), sk })

    const to = new Date('2026-03-02T00:00:00Z')
    const difference = await compare(o, 'copy', places, (revisions) => putRevisions(live, revisions))
    // Those of the two that are not there: units and outcomes are no revisions.
    expect(difference.revisions).toBe(2)
    expect(await bringBack(o, 'copy', difference, places, to)).toEqual([])
    for (const id of [complete, erased, gone])
      expect((await store.get('batchjob', id))!.data).toMatchObject({
        status: 'aborted',
        endedOn: to.toISOString(),
        errors: [{ unit: 'job', text: { key: 'jobRestored' } }],
      })
    expect(await store.findUnique(undoneKey(takenBack))).toBeUndefined()
    expect(await jobStore.counts(complete)).toEqual(sums)
    // The same again finds nothing to do, and both tables say the same.
    const again = await compare(o, 'copy', places, async () => {})
    expect([countOf(again), again.running.length]).toEqual([0, 3])
    expect(await digest(o, 'live', again.running)).toEqual(await digest(o, 'copy', again.running))
  })
})
