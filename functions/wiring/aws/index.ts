import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { Client } from '@opensearch-project/opensearch'
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3'
import { createSearchIndex } from '../../adapters/aws/search-index.ts'
import { variable } from './environment.ts'

const signer = AwsSigv4Signer({
  region: variable('AWS_REGION'),
  service: 'es',
  getCredentials: defaultProvider(),
})

export const port = createSearchIndex({
  // On one machine the domain's name leads nowhere: it answers at an address of its own.
  client: new Client({ ...signer, node: process.env['INDEX_LOCAL'] ?? variable('INDEX_ENDPOINT') }),
  prefix: `inputlist-${variable('STAGE')}`,
  shards: Number(process.env['INDEX_SHARDS'] ?? 1),
})
