/** What the other services are asked. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm'
import { mockClient } from 'aws-sdk-client-mock'
import { decodeProtectedHeader } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFileStore } from '../../functions/adapters/aws/file-store.ts'
import { createJobQueue, queueVariable } from '../../functions/adapters/aws/job-queue.ts'
import { createMailer } from '../../functions/adapters/aws/mailer.ts'
import { createSettings } from '../../functions/adapters/aws/settings.ts'
import { rawSignature } from '../../functions/adapters/aws/signature.ts'
import { createTokenSigner } from '../../functions/adapters/aws/token-signer.ts'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { answeringWithin, client as everyClient } from '../../functions/wiring/aws/environment.ts'
import { testClock } from '../fixtures/clock.ts'
import { signDigest } from '../fixtures/sign-digest.ts'
import { mailerContract } from './mailer.suite.ts'
import { refusal } from './store-under-test.ts'
import { tokenSignerContract } from './token-signer.suite.ts'

const region = 'eu-central-1'

describe('a service that takes a request and says nothing', () => {
  it('is asked again after its time, and then given up, in less than a person waits for a call', async () => {
    let asked = 0
    const silent = createServer(() => asked++).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const client = new DynamoDBClient({
      ...everyClient,
      region,
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      ...answeringWithin(150),
    })
    await expect(client.send(new DescribeTableCommand({ TableName: 't' }))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    expect(asked).toBe(await client.config.maxAttempts())
    silent.closeAllConnections()
    silent.close()
    expect(3 * everyClient.requestHandler.requestTimeout).toBeLessThan(20_000)
    vi.resetModules()
    vi.stubEnv('ANSWER_WITHIN_MS', '1500')
    const { client: ofAuthorizer } = await import('../../functions/wiring/aws/environment.ts')
    vi.unstubAllEnvs()
    expect(ofAuthorizer.requestHandler.requestTimeout * asked).toBeLessThan(9_000)
  })
})

describe('queues', () => {
  const sqs = mockClient(SQSClient)
  beforeEach(() => sqs.reset())
  const pauses: number[] = []
  const queue = createJobQueue(new SQSClient({ region }), (kind) => `https://queue/${kind}`, {
    pause: async (ms) => void pauses.push(ms),
  })
  const messages = (kind: string, count: number) =>
    Array.from({ length: count }, (_, unit) => ({ kind, jobId: 'job', unit: String(unit) }))
  const sent = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input)

  it('take ten messages at once, each kind in its own', async () => {
    sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] })
    await queue.send([...messages('flag', 23), ...messages('export', 1)])
    expect(sent().map(({ QueueUrl, Entries }) => [QueueUrl, Entries?.length])).toEqual([
      ['https://queue/flag', 10],
      ['https://queue/flag', 10],
      ['https://queue/flag', 3],
      ['https://queue/export', 1],
    ])
    expect(JSON.parse(sent()[2]!.Entries![2]!.MessageBody!)).toEqual({
      kind: 'flag',
      jobId: 'job',
      unit: '22',
    })
    for (const { Entries } of sent()) expect(new Set(Entries!.map(({ Id }) => Id)).size).toBe(Entries!.length)
    await queue.send([])
    expect(sent()).toHaveLength(4)
  })
  it('know who ordered each message, and are asked to let people take turns', async () => {
    sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] })
    const long = 'b1f3c9d2-6f0e-5c3a-9d7e-0a1b2c3d4e5f'
    await queue.send([...messages('flag', 2), { kind: 'flag', jobId: long, unit: '0', by: 'anna' }])
    expect(sent().flatMap(({ Entries }) => Entries!.map((entry) => entry.MessageGroupId))).toEqual([
      'job',
      'job',
      'anna',
    ])
  })
  it('get again what they did not take, and only that', async () => {
    const fails = (...ids: string[]) => ({
      Successful: [],
      Failed: ids.map((Id) => ({ Id, Code: 'InternalError', SenderFault: false })),
    })
    sqs.on(SendMessageBatchCommand).resolvesOnce(fails('1', '3')).resolvesOnce(fails('3')).resolves(fails())
    await queue.send(messages('flag', 5))
    expect(sent().map(({ Entries }) => Entries!.map(({ Id }) => Id))).toEqual([
      ['0', '1', '2', '3', '4'],
      ['1', '3'],
      ['3'],
    ])
    expect(pauses).toHaveLength(2)
  })
  it('that do not take a message say so, at once if it is our fault', async () => {
    const failed = (SenderFault: boolean) => ({
      Successful: [],
      Failed: [{ Id: '0', Code: 'X', Message: 'no', SenderFault }],
    })
    sqs.on(SendMessageBatchCommand).resolves(failed(true))
    await expect(queue.send(messages('flag', 2))).rejects.toThrow(
      '1 messages were not taken by the queue: no',
    )
    expect(sent()).toHaveLength(1)
    sqs.reset()
    sqs.on(SendMessageBatchCommand).resolves(failed(false))
    await expect(queue.send(messages('flag', 2))).rejects.toThrow(/not taken/)
    expect(sent()).toHaveLength(5)
  })
  it('have a variable each', () => {
    expect(queueVariable('invoice-run')).toBe('QUEUE_INVOICE_RUN')
  })
})

describe('files', () => {
  const s3 = mockClient(S3Client)
  beforeEach(() => s3.reset())
  const files = createFileStore(new S3Client({ region }), 'bucket')

  it('are sent with a checksum, and read with it', async () => {
    s3.on(PutObjectCommand).resolves({})
    s3.on(GetObjectCommand).rejects(Object.assign(new Error('x'), { name: 'NoSuchKey' }))
    const body = Uint8Array.of(1, 2)
    await files.put('uploads/a', body, 'text/csv')
    expect(s3.call(0).args[0].input).toEqual({
      Bucket: 'bucket',
      Key: 'uploads/a',
      Body: body,
      ContentType: 'text/csv',
      ChecksumAlgorithm: 'SHA256',
    })
    expect(await refusal(files.get('uploads/a'))).toMatchObject({ code: 'not_found' })
    expect(s3.call(1).args[0].input).toEqual({ Bucket: 'bucket', Key: 'uploads/a', ChecksumMode: 'ENABLED' })
  })
  it('of any size come in parts of 8 MiB, joined when the last one is there', async () => {
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'upload' })
    s3.on(UploadPartCommand).callsFake(({ PartNumber }) => ({ ETag: `e${PartNumber}`, ChecksumSHA256: 'c' }))
    s3.on(CompleteMultipartUploadCommand).resolves({})
    const pieces = Readable.from(Array.from({ length: 5 }, () => new Uint8Array(3 * 1024 * 1024)))
    await files.putPieces('exports/a', pieces, 'text/csv')
    const parts = s3.commandCalls(UploadPartCommand).map(({ args }) => args[0].input)
    expect(parts.map(({ PartNumber, Body }) => [PartNumber, (Body as Uint8Array).byteLength])).toEqual([
      [1, 8 * 1024 * 1024],
      [2, 7 * 1024 * 1024],
    ])
    const [joined] = s3.commandCalls(CompleteMultipartUploadCommand)
    expect(joined!.args[0].input).toMatchObject({
      Key: 'exports/a',
      UploadId: 'upload',
      MultipartUpload: {
        Parts: [
          { PartNumber: 1, ETag: 'e1' },
          { PartNumber: 2, ETag: 'e2' },
        ],
      },
    })
  })
  it('that could not come whole are taken back', async () => {
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'upload' })
    s3.on(AbortMultipartUploadCommand).resolves({})
    async function* failing() {
      yield Uint8Array.of(1)
      throw new Error('no more')
    }
    await expect(files.putPieces('exports/a', failing(), 'text/csv')).rejects.toThrow('no more')
    expect(s3.commandCalls(AbortMultipartUploadCommand)[0]!.args[0].input).toMatchObject({
      UploadId: 'upload',
    })
    expect(s3.commandCalls(CompleteMultipartUploadCommand)).toHaveLength(0)
  })
  it('with a key that could point elsewhere are never asked for', async () => {
    for (const key of ['../x', '/x', 'a//b', ''])
      for (const act of [files.get(key), files.has(key), files.delete(key)])
        expect(await refusal(act)).toMatchObject({ code: 'invalid_input' })
    expect(s3.calls()).toHaveLength(0)
  })
  it('are there or not; anything else is an error', async () => {
    s3.on(HeadObjectCommand).rejects(Object.assign(new Error('x'), { $metadata: { httpStatusCode: 404 } }))
    expect(await files.has('a')).toBe(false)
    s3.on(HeadObjectCommand).resolves({})
    expect(await files.has('a')).toBe(true)
    s3.on(HeadObjectCommand).rejects(
      Object.assign(new Error('denied'), { $metadata: { httpStatusCode: 403 } }),
    )
    await expect(files.has('a')).rejects.toThrow('denied')
    s3.on(DeleteObjectCommand).resolves({})
    await files.delete('a')
  })
})

/** A KMS that signs as the real one does: in DER, a message of 4,096 bytes at most, or a hash. */
function keeper(ids: string[]) {
  const client = new KMSClient({ region })
  const kms = mockClient(client)
  for (const KeyId of ids) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const PublicKey = publicKey.export({ type: 'spki', format: 'der' })
    kms.on(GetPublicKeyCommand, { KeyId }).resolves({ PublicKey })
    const answer = ({ Message, MessageType }: { Message: Uint8Array; MessageType: string }) => {
      const fits = MessageType === 'DIGEST' ? Message.length === 32 : Message.length <= 4096
      if (!fits) throw new Error('ValidationException: message')
      const isHash = MessageType === 'DIGEST'
      return { Signature: isHash ? signDigest(Message, privateKey) : sign('sha256', Message, privateKey) }
    }
    kms.on(SignCommand, { KeyId }).callsFake(answer)
  }
  return { kms, client }
}

describe('keys', () => {
  tokenSignerContract('KMS, as its client is asked', async (clock) => ({
    signer: createTokenSigner(keeper(['key-1']).client, ['key-1'], clock),
    stranger: createTokenSigner(keeper(['key-2']).client, ['key-2'], clock),
    close: async () => {},
  }))
  const claims = { sub: 's', account: 'a', role: 'r', flags: {}, institutions: [] }

  it('sign the hash of the token, by the algorithm that tokens name, and are read once', async () => {
    const { kms, client } = keeper(['key-1'])
    const signer = createTokenSigner(client, ['key-1'], systemClock)
    const { jwt } = await signer.sign(claims)
    expect(kms.commandCalls(SignCommand)[0]!.args[0].input).toEqual({
      KeyId: 'key-1',
      Message: createHash('sha256').update(jwt.split('.').slice(0, 2).join('.')).digest(),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    })
    await Promise.all([signer.verify(jwt), signer.verify(jwt)])
    await signer.verify(jwt)
    expect(kms.commandCalls(GetPublicKeyCommand)).toHaveLength(1)
  })
  it('can be changed without ending a session', async () => {
    const { client } = keeper(['old', 'new'])
    const before = createTokenSigner(client, ['old'], systemClock)
    const after = createTokenSigner(client, ['new', 'old'], systemClock)
    const { jwt } = await before.sign(claims)
    expect(decodeProtectedHeader(jwt).kid).toBe('old')
    expect((await after.verify(jwt)).account).toBe('a')
    const fresh = (await after.sign(claims)).jwt
    expect(decodeProtectedHeader(fresh).kid).toBe('new')
    expect(await refusal(before.verify(fresh))).toMatchObject({ code: 'token_invalid' })
  })
  it('that cannot be read for a moment are asked for again, and nobody is signed out', async () => {
    const { kms, client } = keeper(['key-1'])
    const signer = createTokenSigner(client, ['key-1'], systemClock)
    const { jwt } = await signer.sign(claims)
    const known = await client.send(new GetPublicKeyCommand({ KeyId: 'key-1' }))
    let isAway = true
    kms.on(GetPublicKeyCommand, { KeyId: 'key-1' }).callsFake(() => {
      if (isAway) throw new Error('throttled')
      return known
    })
    await expect(signer.verify(jwt)).rejects.toThrow('throttled')
    isAway = false
    expect((await signer.verify(jwt)).account).toBe('a')
  })
})

describe('a signature in DER', () => {
  const integer = (...bytes: number[]) => [0x02, bytes.length, ...bytes]
  const sequence = (...bytes: number[]) => Uint8Array.of(0x30, bytes.length, ...bytes)
  const full = (first: number) => [first, ...Array.from({ length: 31 }, (_, i) => i)]

  it('becomes two numbers of 32 bytes, whatever their size', () => {
    const raw = rawSignature(sequence(...integer(0, ...full(0x80)), ...integer(5)))
    expect([...raw]).toEqual([...full(0x80), ...Array(31).fill(0), 5])
    expect([...rawSignature(sequence(...integer(...full(1)), ...integer(...full(0x7f))))]).toEqual([
      ...full(1),
      ...full(0x7f),
    ])
  })
  it('is refused where it is none', () => {
    const good = sequence(...integer(1), ...integer(2))
    const bad = [
      Uint8Array.of(),
      good.slice(0, -1),
      Uint8Array.of(0x31, ...good.slice(1)),
      sequence(...integer(1)),
      sequence(...integer(1), ...integer(2), 0),
      sequence(...integer(), ...integer(2)),
      sequence(...integer(1, ...full(2)), ...integer(2)),
      sequence(0x02, 9, 1),
    ]
    for (const der of bad) expect(() => rawSignature(der)).toThrow(/DER/)
  })
})

describe('mail', () => {
  const messages = new Map<string, Uint8Array>()
  const ses = mockClient(SESv2Client)
  beforeEach(() => {
    ses.reset()
    ses.on(SendEmailCommand).callsFake((input) => {
      const MessageId = createHash('sha256').update(input.Content.Raw.Data).digest('hex')
      messages.set(MessageId, input.Content.Raw.Data)
      return { MessageId }
    })
  })
  const mailer = createMailer(new SESv2Client({ region }), 'Inputlist <no-reply@list.example>', systemClock)
  mailerContract('SES, as its client is asked', async () => ({
    mailer,
    messageOf: async (messageId) => messages.get(messageId)!,
    close: async () => {},
  }))

  it('goes to plain addresses; names are in the message, blind copies are not', async () => {
    const { messageId } = await mailer.send({
      to: ['Jürgen Müller <jm@firm.example>', 'a@firm.example\r\nBcc: spy@firm.example'],
      cc: ['"Office, B" <b@firm.example>'],
      bcc: ['archive@firm.example'],
      subject: 's',
      text: 't',
    })
    expect(ses.call(0).args[0].input).toMatchObject({
      FromEmailAddress: 'no-reply@list.example',
      Destination: {
        // SES refuses such an address; it is never taken for two.
        ToAddresses: ['jm@firm.example', 'a@firm.example Bcc: spy@firm.example'],
        CcAddresses: ['b@firm.example'],
        BccAddresses: ['archive@firm.example'],
      },
    })
    const message = Buffer.from(messages.get(messageId)!).toString()
    expect(message).not.toContain('archive@firm.example')
    expect(message).toMatch(/^From: "?Inputlist"? <no-reply@list\.example>\r$/m)
    expect(message).toMatch(/^Message-ID: <[0-9a-f-]{36}@list\.example>\r$/m)
  })
})

describe('settings', () => {
  const open = () => {
    const [ssm, secrets] = [mockClient(SSMClient), mockClient(SecretsManagerClient)]
    const clock = testClock()
    const settings = createSettings(
      { ssm: new SSMClient({ region }), secrets: new SecretsManagerClient({ region }) },
      {
        maintenance: '/m',
        originSecret: 's',
        hasPresence: true,
        stage: 'test',
        version: '7',
        now: clock.millis,
      },
    )
    const hold = (value: object | string) =>
      secrets
        .on(GetSecretValueCommand)
        .resolves({ SecretString: typeof value === 'string' ? value : JSON.stringify(value) })
    const minutes = (n: number) => clock.advance(n * 60)
    return { ssm, secrets, settings, clock, hold, minutes }
  }
  const [one, two] = ['one'.padEnd(16, '-'), 'two'.padEnd(16, '-')]

  it('tell of maintenance every 15 seconds, and stay what they were while nobody answers', async () => {
    const { ssm, settings, clock } = open()
    ssm.on(GetParametersCommand).resolves({ Parameters: [{ Name: '/m', Value: 'on' }] })
    expect(await settings.isMaintenance()).toBe(true)
    ssm.on(GetParametersCommand).rejects(new Error('throttled'))
    clock.advance(14)
    expect(await settings.isMaintenance()).toBe(true)
    expect(ssm.calls()).toHaveLength(1)
    clock.advance(2)
    expect(await settings.isMaintenance()).toBe(true)
    clock.advance(3_600)
    expect(await settings.isMaintenance()).toBe(true)
    // Ops take the parameter away when it is over.
    ssm.on(GetParametersCommand).resolves({ Parameters: [], InvalidParameters: ['/m'] })
    clock.advance(16)
    expect(await settings.isMaintenance()).toBe(false)
    expect(ssm.call(0).args[0].input).toEqual({ Names: ['/m'] })
    expect([settings.stage(), settings.version()]).toEqual(['test', '7'])
  })
  it('are not in maintenance before the first answer, and do not ask at each request for it', async () => {
    const { ssm, settings } = open()
    ssm.on(GetParametersCommand).rejects(new Error('throttled'))
    for (let i = 0; i < 5; i++) expect(await settings.isMaintenance()).toBe(false)
    expect(ssm.calls()).toHaveLength(1)
  })

  it('take beside the secret of the edge the one that comes, and the one that goes', async () => {
    const { secrets, settings, hold, minutes } = open()
    hold({ current: one })
    expect(await settings.originSecrets()).toEqual([one])
    hold({ current: one, next: two })
    expect(await settings.originSecrets()).toEqual([one])
    minutes(1)
    expect(await settings.originSecrets()).toEqual([one, two])
    hold({ current: two, previous: one })
    minutes(1)
    expect(await settings.originSecrets()).toEqual([two, one])
    expect(secrets.calls()).toHaveLength(3)
    expect(secrets.call(0).args[0].input).toEqual({ SecretId: 's' })
  })
  it('let nobody in while the secret of the edge was never read, and everybody again as soon as it is', async () => {
    const { secrets, settings, hold } = open()
    secrets.on(GetSecretValueCommand).rejects(new Error('throttled'))
    await expect(settings.originSecrets()).rejects.toThrow('throttled')
    for (const text of ['{}', '[]', '{"current":""}', '{"current":"short"}', 'nonsense', '{"current":7}']) {
      hold(text)
      await expect(settings.originSecrets()).rejects.toThrow()
    }
    hold({ current: one })
    expect(await settings.originSecrets()).toEqual([one])
  })
  it('believe the secret of the edge for a quarter of an hour while it cannot be read, and no longer', async () => {
    const { secrets, settings, hold, minutes } = open()
    hold({ current: one })
    await settings.originSecrets()
    secrets.on(GetSecretValueCommand).rejects(new Error('throttled'))
    for (const wait of [2, 12]) {
      minutes(wait)
      expect(await settings.originSecrets()).toEqual([one])
    }
    minutes(2)
    await expect(settings.originSecrets()).rejects.toThrow('throttled')
    hold({ current: two })
    expect(await settings.originSecrets()).toEqual([two])
  })
})
