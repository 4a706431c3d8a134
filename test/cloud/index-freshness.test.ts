/** The indexer beside writers of another process, on DynamoDB's own engine and its stream. */
import { afterAll, beforeAll, describe } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import {
  createTable,
  type DynamoLocal,
  missingForDynamo,
  startDynamo,
} from '../../scripts/cloud/dynamo-local.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { indexFreshness } from '../ports/index-freshness.suite.ts'
import { openTableStream } from './table-stream.ts'

const missing = missingForDynamo()
if (missing) console.warn(`not run: ${missing}`)

let dynamo: DynamoLocal
let tables = 0
beforeAll(async () => {
  if (!missing) dynamo = await startDynamo()
})
afterAll(() => dynamo?.stop())

describe.skipIf(missing)('on DynamoDB Local', () => {
  indexFreshness(
    'one table',
    async () => {
      const table = `freshness-${++tables}`
      await createTable(dynamo.client, table)
      const bucket = plainBucket()
      const open = () => createEntityStore({ dynamo: new Dynamo(dynamo.client, table), bucket })
      return {
        writer: open(),
        reader: open,
        feed: await openTableStream(dynamo.endpoint, dynamo.client, table, bucket),
        close: async () => {},
      }
    },
    { runs: 10 },
  )
})
