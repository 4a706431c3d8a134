import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SSMClient } from '@aws-sdk/client-ssm'
import { createSettings } from '../../adapters/aws/settings.ts'
import { answeringWithin, client, variable } from './environment.ts'

/** Each request waits for them once in a while. */
const quick = { ...client, ...answeringWithin(2_000) }

export const port = createSettings(
  { ssm: new SSMClient(quick), secrets: new SecretsManagerClient(quick) },
  {
    maintenance: variable('MAINTENANCE'),
    originSecret: variable('ORIGIN_SECRET'),
    hasPresence: process.env['INPUTLIST_PRESENCE'] !== 'off',
    stage: variable('STAGE'),
    version: process.env['VERSION'] ?? 'unknown',
  },
)
