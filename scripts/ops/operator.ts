import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { Client } from '@opensearch-project/opensearch'
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { createFileStore } from '../../functions/adapters/aws/file-store.ts'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'
import type { ObservableStore } from '../../functions/adapters/common/observable-store.ts'
import type { FileStore } from '../../functions/ports/file-store.ts'
import type { SearchIndex } from '../../functions/ports/search-index.ts'

export interface ClientSettings {
  region?: string
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
}
export interface OperatorOptions {
  stage: string
  /** Settings of every SDK client; what is absent comes from the environment, as for the AWS CLI. */
  client: ClientSettings
  /** Address of the search node of a stage on one machine, where the domain is a name only. */
  indexUrl?: string
  /** Address of the app, where it is not the one that the stack tells. */
  address?: string
  say?: (line: string) => void
}

/** A deployed stage as an operator reaches it, with credentials of their own. */
export interface Operator {
  readonly stage: string
  readonly client: ClientSettings
  /** A stage on one machine: some things are not there, on purpose. */
  readonly isLocal: boolean
  say(line: string): void
  readonly dynamo: DynamoDBClient
  readonly s3: S3Client
  /** What a stack (`Data`, `Web` …) says about itself. Errors: a stack that is not there. */
  outputs(stack: string): Promise<Record<string, string>>
  output(stack: string, name: string): Promise<string>
  /** Names of the resources of a type in a stack. */
  resources(stack: string, type: string): Promise<string[]>
  /** Address of the app, without a slash at its end. */
  address(): Promise<string>
  /** The table's name: of the stage, or of another one beside it. */
  table(name?: string): Promise<Dynamo>
  files(): Promise<FileStore>
  store(): Promise<ObservableStore>
  /** Name of the search domain. */
  domain(): Promise<string>
  /** The client is the caller's to close. */
  searchClient(): Promise<Client>
  withIndex<T>(work: (index: SearchIndex, client: Client) => Promise<T>): Promise<T>
}

const isLoopback = (endpoint: string | undefined) =>
  endpoint !== undefined && /^https?:\/\/(127\.|localhost)/.test(endpoint)

export function createOperator(options: OperatorOptions): Operator {
  const { stage, client, say = console.log } = options
  const endpoint = client.endpoint ?? process.env['AWS_ENDPOINT_URL']
  const isLocal = isLoopback(endpoint)
  const formation = new CloudFormationClient(client)
  const dynamo = new DynamoDBClient(client)
  const s3 = new S3Client({ ...client, forcePathStyle: isLocal })
  const known = new Map<string, Promise<Record<string, string>>>()

  async function readOutputs(stack: string): Promise<Record<string, string>> {
    const StackName = `Inputlist-${stage}-${stack}`
    const answer = await formation.send(new DescribeStacksCommand({ StackName }))
    const outputs = answer.Stacks?.[0]?.Outputs ?? []
    return Object.fromEntries(outputs.map((one) => [one.OutputKey!, one.OutputValue!]))
  }
  const o: Operator = {
    stage,
    client,
    isLocal,
    say,
    dynamo,
    s3,
    outputs(stack) {
      let found = known.get(stack)
      if (!found) {
        found = readOutputs(stack)
        found.catch(() => known.delete(stack))
        known.set(stack, found)
      }
      return found
    },
    async output(stack, name) {
      const value = (await o.outputs(stack))[name]
      if (!value)
        throw new Error(`The stack Inputlist-${stage}-${stack} has no output ${name}: deploy it again.`)
      return value
    },
    async resources(stack, type) {
      const found: string[] = []
      const pages = paginateListStackResources(
        { client: formation },
        { StackName: `Inputlist-${stage}-${stack}` },
      )
      for await (const page of pages)
        for (const one of page.StackResourceSummaries ?? [])
          if (one.ResourceType === type && one.PhysicalResourceId) found.push(one.PhysicalResourceId)
      return found
    },
    address: async () => (options.address ?? (await o.output('Web', 'Address'))).replace(/\/$/, ''),
    table: async (name) => new Dynamo(dynamo, name ?? (await o.output('Data', 'TableName'))),
    files: async () => createFileStore(s3, await o.output('Data', 'FilesBucket')),
    store: async () => createEntityStore({ dynamo: await o.table(), bucket: await o.files() }),
    async domain() {
      const [name] = await o.resources('Data', 'AWS::OpenSearchService::Domain')
      if (!name) throw new Error(`The stack Inputlist-${stage}-Data has no search domain: deploy it again.`)
      return name
    },
    async searchClient() {
      if (options.indexUrl) return new Client({ node: options.indexUrl })
      const region = client.region ?? process.env['AWS_REGION']
      if (!region) throw new Error('AWS_REGION is missing: the region of the stage, for example eu-central-1')
      const getCredentials = defaultProvider()
      return new Client({
        ...AwsSigv4Signer({ region, service: 'es', getCredentials }),
        node: await o.output('Data', 'IndexEndpoint'),
      })
    },
    async withIndex(work) {
      const [search, shards] = await Promise.all([o.searchClient(), o.output('Data', 'IndexShards')])
      try {
        const prefix = `inputlist-${stage}`
        return await work(createSearchIndex({ client: search, prefix, shards: Number(shards) }), search)
      } finally {
        await search.close()
      }
    },
  }
  return o
}
