import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Dynamo } from '../../adapters/aws/dynamo.ts'
import { createJobStore } from '../../adapters/aws/job-store.ts'
import { client, variable } from './environment.ts'
import { port as files } from './files.ts'

export const port = createJobStore({
  dynamo: new Dynamo(new DynamoDBClient(client), variable('TABLE')),
  bucket: files,
})
