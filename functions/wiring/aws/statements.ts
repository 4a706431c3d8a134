import { KMSClient } from '@aws-sdk/client-kms'
import { createStatementSigner } from '../../adapters/aws/statement-signer.ts'
import { client, variable } from './environment.ts'

export const port = createStatementSigner(new KMSClient(client), variable('STATEMENT_KEY'))
