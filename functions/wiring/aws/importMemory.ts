import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Dynamo } from '../../adapters/aws/dynamo.ts'
import { createImportMemory } from '../../adapters/aws/import-memory.ts'
import { client, variable } from './environment.ts'
import { port as files } from './files.ts'

export const port = createImportMemory(new Dynamo(new DynamoDBClient(client), variable('TABLE')), files)
