/** The contract of the job store on DynamoDB's own engine. */
import { afterAll, beforeAll, describe } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createJobStore } from '../../functions/adapters/aws/job-store.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { jobStoreContract } from '../ports/job-store.suite.ts'
import { createTable, type DynamoLocal, missingForDynamo, startDynamo } from './dynamo-local.ts'

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
})
