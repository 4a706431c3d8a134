import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Dynamo } from '../../adapters/aws/dynamo.ts'
import { createTryCounter } from '../../adapters/aws/tries.ts'
import { client, variable } from './environment.ts'

/** Of a worker, whose job store may write the same items. */
export const countTry = createTryCounter(new Dynamo(new DynamoDBClient(client), variable('TABLE')))
