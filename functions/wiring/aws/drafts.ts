import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createDrafts } from '../../adapters/aws/drafts.ts'
import { Dynamo } from '../../adapters/aws/dynamo.ts'
import { client, variable } from './environment.ts'

export const port = createDrafts(new Dynamo(new DynamoDBClient(client), variable('TABLE')))
