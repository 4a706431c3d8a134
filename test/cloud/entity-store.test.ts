/** The contract of the store on DynamoDB's own engine. */
import { afterAll, beforeAll, describe } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { changeFeedContract } from '../ports/change-feed.suite.ts'
import { entityStoreContract } from '../ports/entity-store.suite.ts'
import { createTable, type DynamoLocal, missingForDynamo, startDynamo } from './dynamo-local.ts'
import { openTableStream } from './table-stream.ts'

const missing = missingForDynamo()
if (missing) console.warn(`not run: ${missing}`)

let dynamo: DynamoLocal
let tables = 0
beforeAll(async () => {
  if (!missing) dynamo = await startDynamo()
})
afterAll(() => dynamo?.stop())

async function open() {
  const table = `items-${++tables}`
  await createTable(dynamo.client, table)
  const bucket = plainBucket()
  let ahead = 0
  const millis = () => Date.now() + ahead
  const store = createEntityStore({ dynamo: new Dynamo(dynamo.client, table), bucket, now: millis })
  return {
    store,
    bucket,
    feed: await openTableStream(dynamo.endpoint, dynamo.client, table, bucket),
    feedKeepsErased: true,
    now: () => millis() / 1000,
    passTime: (seconds: number) => {
      ahead += seconds * 1000
    },
    close: async () => {},
  }
}

describe.skipIf(missing)('on DynamoDB Local', () => {
  entityStoreContract('DynamoDB', open, { writers: 50, saves: 2, modelRuns: 25 })
  changeFeedContract('DynamoDB stream', open)
})
