import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SSMClient } from '@aws-sdk/client-ssm'
import { createSettings } from '../../adapters/aws/settings.ts'
import { client, variable } from './environment.ts'

export const port = createSettings(
  { ssm: new SSMClient(client), secrets: new SecretsManagerClient(client) },
  {
    maintenance: variable('MAINTENANCE'),
    originSecret: variable('ORIGIN_SECRET'),
    hasPresence: process.env['INPUTLIST_PRESENCE'] !== 'off',
    stage: variable('STAGE'),
    version: process.env['VERSION'] ?? 'unknown',
  },
)
