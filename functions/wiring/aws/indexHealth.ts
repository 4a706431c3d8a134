import { OpenSearchClient } from '@aws-sdk/client-opensearch'
import { createIndexHealth } from '../../adapters/aws/index-health.ts'
import { cloudLog } from '../../runtime/cloud-log.ts'
import { answeringWithin, client, variable } from './environment.ts'

export const port = createIndexHealth(
  // A question that the status waits for: rather no answer than a late one.
  new OpenSearchClient({ ...client, maxAttempts: 1, ...answeringWithin(2_000) }),
  { domain: variable('INDEX_DOMAIN'), log: cloudLog },
)
