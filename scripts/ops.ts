/**
 * `npm run ops -- <what> --stage <stage>`: what has to be done on a deployed stage now and then, with the operator's own
 * credentials (docs/operations.md): create-admin, maintenance, reindex, replay.
 */
import { parseArgs } from 'node:util'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { Client } from '@opensearch-project/opensearch'
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3'
import { Dynamo } from '../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../functions/adapters/aws/entity-store.ts'
import { createFileStore } from '../functions/adapters/aws/file-store.ts'
import { createReferenceData } from '../functions/adapters/aws/reference-data.ts'
import { createSearchIndex } from '../functions/adapters/aws/search-index.ts'
import { systemClock } from '../functions/adapters/common/clock.ts'
import { allDocuments } from '../functions/streams/reindex-all.ts'
import { fixedIds } from '../shared/constants.ts'
import { replay } from './cloud/replay.ts'
import { replayStream, streamReplayed } from './cloud/replay-stream.ts'
import { uuidV5 } from './fixed-ids.ts'
import { write } from './seed/writer.ts'
import { seedBase } from './seed.ts'

const usage = `Usage: npm run ops -- <what> --stage <stage>
  create-admin --sub <id of the person in the user pool> --email <address> --name <full name>
  maintenance on | off
  reindex
  replay <kind of job> | stream`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stage: { type: 'string', default: process.env['INPUTLIST_STAGE'] },
    sub: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
  },
})
const [what, argument] = positionals
const region = process.env['AWS_REGION'] ?? process.env['CDK_DEFAULT_REGION']
const client = { region }
function needed(name: string, value: string | undefined): string {
  if (value) return value
  throw new Error(`${name} is missing.\n${usage}`)
}

async function outputsOf(stack: string): Promise<Record<string, string>> {
  const answer = await new CloudFormationClient(client).send(new DescribeStacksCommand({ StackName: stack }))
  return Object.fromEntries((answer.Stacks?.[0]?.Outputs ?? []).map((o) => [o.OutputKey, o.OutputValue!]))
}
async function openStore(stage: string) {
  const data = await outputsOf(`Inputlist-${stage}-Data`)
  const s3 = new S3Client({ ...client, forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL']) })
  const dynamo = new Dynamo(new DynamoDBClient(client), data['TableName']!)
  const entities = createEntityStore({ dynamo, bucket: createFileStore(s3, data['FilesBucket']!) })
  return { dynamo, entities, data }
}
/** The index is the caller's to close. */
function openIndex(stage: string, data: Record<string, string>) {
  const local = process.env['INDEX_LOCAL']
  const signed = () =>
    AwsSigv4Signer({ region: needed('AWS_REGION', region), service: 'es', getCredentials: defaultProvider() })
  const search = new Client(local ? { node: local } : { ...signed(), node: data['IndexEndpoint']! })
  const replicas = Number(data['IndexReplicas'])
  const index = createSearchIndex({ client: search, prefix: `inputlist-${stage}`, replicas })
  return { index, close: () => search.close() }
}
const toConsole = (line: Record<string, unknown>) => console.log(JSON.stringify(line))

async function createAdmin(stage: string): Promise<void> {
  const sub = needed('--sub', values.sub)
  const email = needed('--email', values.email)
  const fullname = needed('--name', values.name)
  const { entities } = await openStore(stage)
  const ports = { entities, clock: systemClock }
  await seedBase(ports, console.log, { withDemonstration: false })
  const flags = { hasApprovalRight: true, canChangeResponsible: true, canChangeCompanies: true }
  const written = await write(ports, {
    id: uuidV5(`account/admin/${sub}`),
    entityclass: 'account',
    steps: [
      {
        at: systemClock.now(),
        by: fixedIds.account.system,
        data: {
          active: true,
          ssoUsers: [sub],
          registrationName: email,
          staticData: { fullname, isAdmin: true, isSuperAdmin: true, ...flags },
          userData: { fullname, email },
        },
      },
    ],
  })
  console.log(
    written ? `${fullname} is an administrator of ${stage}.` : 'That person has an account already.',
  )
}

async function reindex(stage: string): Promise<void> {
  const { entities, data } = await openStore(stage)
  const { index, close } = openIndex(stage, data)
  const started = performance.now()
  const ports = { entities, index, reference: createReferenceData(entities) }
  await index.rebuild(allDocuments(ports, new AbortController().signal, toConsole))
  await close()
  console.log(`The new index is in use after ${((performance.now() - started) / 1000).toFixed(0)} s.`)
}

const commands: Record<string, (stage: string) => Promise<void>> = {
  'create-admin': createAdmin,
  reindex,
  async maintenance(stage) {
    if (argument !== 'on' && argument !== 'off') throw new Error(usage)
    const parameter = { Name: `/inputlist/${stage}/maintenance`, Value: argument, Overwrite: true }
    await new SSMClient(client).send(new PutParameterCommand({ ...parameter, Type: 'String' }))
    console.log(`Maintenance of ${stage} is ${argument}, for everybody within 15 seconds.`)
  },
  async replay(stage) {
    if (argument === 'stream') {
      const { dynamo, entities, data } = await openStore(stage)
      const { index, close } = openIndex(stage, data)
      const sqs = new SQSClient(client)
      const done = await replayStream({ sqs, stage, dynamo, entities, index, log: toConsole }).finally(close)
      console.log(streamReplayed(done))
      return
    }
    const count = await replay(new SQSClient(client), stage, needed('The kind of job', argument))
    console.log(`${count} messages are on their way again.`)
  },
}

try {
  const command = commands[what ?? '']
  if (!command) throw new Error(usage)
  await command(needed('--stage', values.stage))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
