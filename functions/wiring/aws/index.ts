import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { Client } from '@opensearch-project/opensearch'
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3'
import { createSearchIndex } from '../../adapters/aws/search-index.ts'
import { variable } from './environment.ts'

/** On one machine a plain node answers at an address of its own; the domain's name leads nowhere there. */
const local = process.env['INDEX_LOCAL']
const signed = () =>
  AwsSigv4Signer({
    region: variable('AWS_REGION'),
    service: 'es',
    getCredentials: defaultProvider(),
  })

export const port = createSearchIndex({
  client: new Client(local ? { node: local } : { ...signed(), node: variable('INDEX_ENDPOINT') }),
  prefix: `inputlist-${variable('STAGE')}`,
  replicas: Number(process.env['INDEX_REPLICAS'] ?? 0),
})
