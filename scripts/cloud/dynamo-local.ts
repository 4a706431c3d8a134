/**
 * DynamoDB Local, AWS's own engine, for tests: in memory, on loopback, on a free port. Its jar comes with an npm package;
 * it needs a JDK (17 or newer).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { markNewTable } from '../ops/new-table.ts'

const emulator = new URL('../../node_modules/amplify-dynamodb-simulator/emulator/', import.meta.url).pathname
const java = process.env['JAVA_HOME'] ? `${process.env['JAVA_HOME']}/bin/java` : 'java'
const leastJava = 17

/** What is missing on this machine, in one line; undefined if all is there. */
export function missingForDynamo(): string | undefined {
  const found = spawnSync(java, ['--list-modules'], { encoding: 'utf8' })
  const version = /^java\.base@(\d+)/m.exec(found.stdout ?? '')?.[1]
  if (found.error || version === undefined || Number(version) < leastJava)
    return `DynamoDB Local needs a JDK of version ${leastJava} or newer; ${java} is ${version ?? 'not there'}`
  if (!found.stdout.includes('jdk.compiler@'))
    return `DynamoDB Local is started from a source file, which needs a JDK; ${java} is a runtime only`
  return undefined
}

export interface DynamoLocal {
  endpoint: string
  client: DynamoDBClient
  stop(): Promise<void>
}
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
export const region = 'eu-central-1'

export async function startDynamo(): Promise<DynamoLocal> {
  // It leaves a file of its own where it is started.
  const folder = await mkdtemp(join(tmpdir(), 'dynamo-'))
  const child = spawn(
    java,
    [
      // It runs for some minutes: the better compiler would take more than it gives.
      '-XX:TieredStopAtLevel=1',
      `-Djava.library.path=${emulator}DynamoDBLocal_lib`,
      '-cp',
      `${emulator}DynamoDBLocal.jar`,
      new URL('LoopbackDynamo.java', import.meta.url).pathname,
      '-inMemory',
    ],
    // It ends when this end of its input is closed, so also when this process is killed.
    { stdio: ['pipe', 'pipe', 'pipe'], cwd: folder, env: { ...process.env, DDB_LOCAL_TELEMETRY: '0' } },
  )
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-2000)
  })
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /^listening on (\d+)$/.exec(line)?.[1]
      if (found) resolve(Number(found))
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`DynamoDB Local ended with ${code}: ${said}`)))
  })
  const endpoint = `http://127.0.0.1:${port}`
  const client = new DynamoDBClient({ endpoint, region, credentials })
  return {
    endpoint,
    client,
    async stop() {
      client.destroy()
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The table as lib/data-stack.ts makes it, marked as the first administrator's command does. */
export async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: 'class', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-class',
          KeySchema: [
            { AttributeName: 'class', KeyType: 'HASH' },
            { AttributeName: 'pk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['rev'] },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  )
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    }),
  )
  await markNewTable(client, new Dynamo(client, name))
}
