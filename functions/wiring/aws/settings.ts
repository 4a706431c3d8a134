import { SSMClient } from '@aws-sdk/client-ssm'
import { createSettings } from '../../adapters/aws/settings.ts'
import { client, variable } from './environment.ts'

export const port = createSettings(new SSMClient(client), {
  maintenance: variable('MAINTENANCE'),
  originSecret: variable('ORIGIN_SECRET'),
  otherOriginSecret: variable('OTHER_ORIGIN_SECRET'),
  stage: variable('STAGE'),
  version: process.env['VERSION'] ?? 'unknown',
})
