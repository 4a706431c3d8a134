import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { keeping } from '../../adapters/aws/kept.ts'
import { client, variable } from './environment.ts'

type Handler = (event: SQSEvent) => Promise<SQSBatchResponse>

/** A taker of dead letters, whose letters are kept for the replay once they are noted. */
export const keepingDeadLetters = (note: Handler): Handler =>
  keeping(note, new SQSClient(client), variable('KEPT'))
