import { KMSClient } from '@aws-sdk/client-kms'
import { createTokenSigner } from '../../adapters/aws/token-signer.ts'
import { port as clock } from './clock.ts'
import { client, variable } from './environment.ts'

/** The key that signs, and behind it those whose tokens are still good. */
export const port = createTokenSigner(new KMSClient(client), variable('SIGNING_KEY').split(','), clock)
