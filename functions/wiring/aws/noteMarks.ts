import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Dynamo } from '../../adapters/aws/dynamo.ts'
import { createNoteMarks } from '../../adapters/aws/note-marks.ts'
import { client, variable } from './environment.ts'

export const port = createNoteMarks(new Dynamo(new DynamoDBClient(client), variable('TABLE')))
