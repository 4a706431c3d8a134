/** The contracts of the other ports on the emulated cloud. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { CreateDomainCommand, OpenSearchClient } from '@aws-sdk/client-opensearch'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DeleteParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { createFileLinks, signingClient } from '../../functions/adapters/aws/file-links.ts'
import { createFileStore } from '../../functions/adapters/aws/file-store.ts'
import { createIndexHealth } from '../../functions/adapters/aws/index-health.ts'
import { createJobQueue } from '../../functions/adapters/aws/job-queue.ts'
import { createMailer } from '../../functions/adapters/aws/mailer.ts'
import { createSettings } from '../../functions/adapters/aws/settings.ts'
import { createSignIn } from '../../functions/adapters/aws/sign-in.ts'
import { createStatementSigner } from '../../functions/adapters/aws/statement-signer.ts'
import { createTokenSigner } from '../../functions/adapters/aws/token-signer.ts'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { createTable, region } from '../../scripts/cloud/dynamo-local.ts'
import { ChangedMeanwhile, storedSecret } from '../../scripts/ops/rotate-origin-secret.ts'
import { testClock } from '../fixtures/clock.ts'
import { entityStoreContract } from '../ports/entity-store.suite.ts'
import { fileLinksContract } from '../ports/file-links.suite.ts'
import { fileStoreContract } from '../ports/file-store.suite.ts'
import { indexHealthContract } from '../ports/index-health.suite.ts'
import { jobQueueContract } from '../ports/job-queue.suite.ts'
import { signInContract } from '../ports/sign-in.suite.ts'
import { statementSignerContract } from '../ports/statement-signer.suite.ts'
import { tokenSignerContract } from '../ports/token-signer.suite.ts'
import { type Emulator, missingForEmulator, startEmulator } from './emulator.ts'
import { openQueues } from './queues.ts'
import { openTableStream } from './table-stream.ts'
import { openPool } from './user-pool.ts'

const missing = missingForEmulator()
if (missing) console.warn(`not run: ${missing}`)

let cloud: Emulator
let made = 0
beforeAll(async () => {
  if (!missing) cloud = await startEmulator()
})
afterAll(() => cloud?.stop())
const close = async () => {}

describe.skipIf(missing)('on the emulated cloud', () => {
  fileStoreContract('S3', async () => {
    const s3 = new S3Client({ ...cloud.client, forcePathStyle: true })
    const bucket = `files-${++made}`
    await s3.send(new CreateBucketCommand({ Bucket: bucket }))
    return { files: createFileStore(s3, bucket), close }
  })

  fileLinksContract('S3', async () => {
    const s3 = new S3Client({ ...cloud.client, forcePathStyle: true })
    const signing = new S3Client({ ...cloud.client, ...signingClient, forcePathStyle: true })
    const bucket = `links-${++made}`
    await s3.send(new CreateBucketCommand({ Bucket: bucket }))
    return {
      files: createFileStore(s3, bucket),
      linksAt: (now) => createFileLinks(signing, bucket, now),
      base: cloud.endpoint,
      close,
    }
  })

  entityStoreContract(
    'DynamoDB with S3',
    async () => {
      const name = `items-${++made}`
      const client = new DynamoDBClient(cloud.client)
      const s3 = new S3Client({ ...cloud.client, forcePathStyle: true })
      await createTable(client, name)
      await s3.send(new CreateBucketCommand({ Bucket: name }))
      const bucket = createFileStore(s3, name)
      const clock = testClock(new Date().toISOString())
      return {
        store: createEntityStore({ dynamo: new Dynamo(client, name), bucket, now: clock.millis }),
        feed: await openTableStream(cloud.endpoint, client, name, bucket),
        feedKeepsErased: true,
        now: () => clock.millis() / 1000,
        passTime: clock.advance,
        close,
      }
    },
    { writers: 10, saves: 2, modelRuns: 5 },
  )

  const newKey = async (kms: KMSClient) => {
    const created = await kms.send(
      new CreateKeyCommand({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' }),
    )
    return created.KeyMetadata!.KeyId!
  }
  statementSignerContract('KMS', async () => {
    const kms = new KMSClient(cloud.client)
    const key = await newKey(kms)
    return {
      signer: createStatementSigner(kms, key),
      again: createStatementSigner(kms, key),
      stranger: createStatementSigner(kms, await newKey(kms)),
      close,
    }
  })

  tokenSignerContract('KMS', async (clock) => {
    const kms = new KMSClient(cloud.client)
    return {
      signer: createTokenSigner(kms, [await newKey(kms)], clock),
      stranger: createTokenSigner(kms, [await newKey(kms)], clock),
      close,
    }
  })

  jobQueueContract('SQS', () => openQueues(new SQSClient(cloud.client), ['flag', 'export'], ++made))

  it('SQS keeps a message back for as long as its sender says, and knows who ordered it', async () => {
    const sqs = new SQSClient(cloud.client)
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `delayed-${++made}` }))
    const receive = async (WaitTimeSeconds: number) => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          WaitTimeSeconds,
          MessageSystemAttributeNames: [
            'MessageGroupId',
            'SentTimestamp',
            'ApproximateFirstReceiveTimestamp',
          ],
        }),
      )
      return Messages.map(({ Body, Attributes }) => ({ ...JSON.parse(Body!), ...Attributes }))
    }
    const message = {
      kind: 'flag',
      jobId: 'job',
      unit: 'unit:0:1',
      by: 'b1f3c9d2-6f0e-5c3a-9d7e-0a1b2c3d4e5f',
    }
    await createJobQueue(sqs, () => QueueUrl!).send([message], 2)
    expect(await receive(0)).toEqual([])
    const [received] = await receive(20)
    expect(received).toMatchObject({ ...message, MessageGroupId: message.by })
    const kept = Number(received.ApproximateFirstReceiveTimestamp) - Number(received.SentTimestamp)
    expect(kept).toBeGreaterThanOrEqual(2_000)
  })

  indexHealthContract('OpenSearch', async () => {
    const opensearch = new OpenSearchClient(cloud.client)
    const domain = `index-${++made}`
    await opensearch.send(new CreateDomainCommand({ DomainName: domain }))
    return { health: createIndexHealth(opensearch, { domain, log: () => {} }), close }
  })

  signInContract('Cognito', async (clock) => {
    const pool = await openPool(cloud, 'ours')
    const other = await openPool(cloud, 'theirs')
    const [client, otherClient] = [await pool.addClient(), await pool.addClient()]
    const settings = { region, poolId: pool.id, clientId: client, jwksUrl: pool.jwksUrl }
    const email = 'person@firm.example'
    await pool.addUser(email)
    await other.addUser(email)
    return {
      signIn: createSignIn(settings, clock),
      email,
      ...(await pool.tokensOf(email, client)),
      otherClient: await pool.tokensOf(email, otherClient),
      foreign: (await other.tokensOf(email, await other.addClient())).idToken,
      close,
    }
  })

  it('SES sends a whole message to whom it is for', async () => {
    const ses = new SESv2Client(cloud.client)
    await ses.send(new CreateEmailIdentityCommand({ EmailIdentity: 'firm.example' }))
    const mailer = createMailer(ses, 'Inputlist <no-reply@firm.example>', systemClock)
    const { messageId } = await mailer.send({
      to: ['Jürgen Müller <jm@firm.example>'],
      cc: ['office@firm.example'],
      bcc: ['archive@firm.example'],
      subject: 'Zulassung «Grünkraft»',
      text: 'Grüezi',
    })
    const answer = await fetch(`${cloud.endpoint}/_ministack/ses/messages`)
    expect(JSON.stringify(await answer.json())).toContain(messageId)
  })

  it('SSM switches maintenance within 15 seconds', async () => {
    const ssm = new SSMClient(cloud.client)
    const clock = testClock()
    const parameter = '/inputlist/test/maintenance'
    const settings = createSettings(
      { ssm, secrets: new SecretsManagerClient(cloud.client) },
      {
        maintenance: parameter,
        originSecret: 'inputlist/test/origin-secret',
        hasPresence: true,
        stage: 'test',
        version: '1',
        now: clock.millis,
      },
    )
    const set = (Value: string) =>
      ssm.send(new PutParameterCommand({ Name: parameter, Value, Type: 'String', Overwrite: true }))
    expect(await settings.isMaintenance()).toBe(false)
    await set('on')
    clock.advance(16)
    expect(await settings.isMaintenance()).toBe(true)
    await ssm.send(new DeleteParameterCommand({ Name: parameter }))
    clock.advance(16)
    expect(await settings.isMaintenance()).toBe(false)
  })

  it('Secrets Manager holds the secret of the edge; nobody comes in before it is there', async () => {
    const secrets = new SecretsManagerClient(cloud.client)
    const clock = testClock()
    const originSecret = 'inputlist/test/origin-secret'
    const settings = createSettings(
      { ssm: new SSMClient(cloud.client), secrets },
      {
        maintenance: '/none',
        originSecret,
        hasPresence: true,
        stage: 'test',
        version: '1',
        now: clock.millis,
      },
    )
    await expect(settings.originSecrets()).rejects.toThrow()
    const [current, next] = ['a'.repeat(40), 'b'.repeat(40)]
    await secrets.send(
      new CreateSecretCommand({ Name: originSecret, SecretString: JSON.stringify({ current }) }),
    )
    expect(await settings.originSecrets()).toEqual([current])
    const store = storedSecret(secrets, originSecret)
    const { version } = await store.read()
    const written = await store.replace(version, { current, next })
    const late = store.replace(version, { current, next: 'c'.repeat(40) })
    await expect(late).rejects.toBeInstanceOf(ChangedMeanwhile)
    clock.advance(61)
    expect(await settings.originSecrets()).toEqual([current, next])
    await store.replace(written, { current: next, previous: current })
    expect((await store.read()).secret).toEqual({ current: next, previous: current })
  })
})
