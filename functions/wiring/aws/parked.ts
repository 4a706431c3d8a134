import { SQSClient } from '@aws-sdk/client-sqs'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { parkLetters } from '../../adapters/aws/parked-letters.ts'
import { cloudLog } from '../../runtime/cloud-log.ts'
import { client, variable } from './environment.ts'

type Handler = (event: SQSEvent, context?: Partial<Context>) => Promise<SQSBatchResponse>

/** A taker of dead letters, whose letters are kept for the replay once they are noted. */
export const parkingDeadLetters = (note: Handler): Handler =>
  parkLetters(note, new SQSClient(client), variable('PARKED_QUEUE'), cloudLog)
