import { SQSClient } from '@aws-sdk/client-sqs'
import { createJobQueue, queueVariable } from '../../adapters/aws/job-queue.ts'
import { client, variable } from './environment.ts'

export const port = createJobQueue(new SQSClient(client), (kind) => variable(queueVariable(kind)))
