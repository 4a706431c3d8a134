/** The contract of the job store on DynamoDB's own engine. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createJobStore } from '../../functions/adapters/aws/job-store.ts'
import { createTryCounter } from '../../functions/adapters/aws/tries.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { jobStoreContract } from '../ports/job-store.suite.ts'
import { jobEngineContract } from '../services/job-engine.suite.ts'
import {
  createTable,
  credentials,
  type DynamoLocal,
  missingForDynamo,
  region,
  startDynamo,
} from './dynamo-local.ts'

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

  it('counts the tries of each message, also of one that is tried twice at the same time', async () => {
    const countTry = createTryCounter(new Dynamo(dynamo.client, 'jobs'))
    expect((await Promise.all([countTry('a'), countTry('a'), countTry('a')])).sort()).toEqual([1, 2, 3])
    expect(await countTry('b')).toBe(1)
  })
})
