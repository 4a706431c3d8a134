/** An object that is not there: S3 says so to who may list the bucket, and so does the emulated cloud. */
import { type S3Client as Client, CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileLinks, signingClient } from '../../functions/adapters/aws/file-links.ts'
import { createFileStore } from '../../functions/adapters/aws/file-store.ts'
import { type Emulator, missingForEmulator, startEmulator } from './emulator.ts'

const missing = missingForEmulator()
if (missing) console.warn(`not run: ${missing}`)

const Bucket = 'objects'
let cloud: Emulator
let owner: Client
beforeAll(async () => {
  if (missing) return
  cloud = await startEmulator()
  owner = new S3Client({ ...cloud.client, forcePathStyle: true })
  await owner.send(new CreateBucketCommand({ Bucket }))
  await owner.send(new PutObjectCommand({ Bucket, Key: 'uploads/there', Body: 'text' }))
})
afterAll(() => cloud?.stop())

async function ask(query: Record<string, string>): Promise<string> {
  const answer = await fetch(cloud.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(query),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
/** Settings of a client with the rights of a function that may do this. */
async function asFunction(name: string, granted: { Action: string; Resource: string; Condition?: object }[]) {
  const trust = { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }
  const documentOf = (Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement })
  const iam = { Version: '2010-05-08', RoleName: name }
  await ask({ ...iam, Action: 'CreateRole', AssumeRolePolicyDocument: documentOf([trust]) })
  const PolicyDocument = documentOf(granted.map((one) => ({ Effect: 'Allow', ...one })))
  await ask({ ...iam, Action: 'PutRolePolicy', PolicyName: 'granted', PolicyDocument })
  const session = await ask({
    ...{ Action: 'AssumeRole', Version: '2011-06-15', RoleSessionName: `inputlist-${name}` },
    RoleArn: `arn:aws:iam::000000000000:role/${name}`,
  })
  const of = (field: string) => new RegExp(`<${field}>([^<]+)</${field}>`).exec(session)![1]!
  return {
    ...cloud.client,
    forcePathStyle: true,
    credentials: {
      accessKeyId: of('AccessKeyId'),
      secretAccessKey: of('SecretAccessKey'),
      sessionToken: of('SessionToken'),
    },
  }
}

const reading = { Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/uploads/*` }
const listing = { Action: 's3:ListBucket', Resource: `arn:aws:s3:::${Bucket}` }
/** Our code of an error, or the status that S3 answered with. */
const codeOf = (request: Promise<unknown>) =>
  request.then(
    () => 'done',
    (error: { code?: string; $metadata?: { httpStatusCode?: number } }) =>
      error.$metadata?.httpStatusCode ?? error.code,
  )

describe.skipIf(missing)('an object that is not there', () => {
  it('is refused to a function that may read and not list, as one that it may not read', async () => {
    const settings = await asFunction('reads', [reading])
    const files = createFileStore(new S3Client(settings), Bucket)
    expect(await codeOf(files.get('uploads/there'))).toBe('done')
    expect(await codeOf(files.get('uploads/gone'))).toBe(403)
    expect(await codeOf(files.has('uploads/gone'))).toBe(403)
    const links = createFileLinks(new S3Client({ ...settings, ...signingClient }), Bucket)
    const link = await links.linkTo('uploads/gone', { seconds: 60 })
    expect((await fetch(link)).status).toBe(403)
  })
  it('is told to one that may list', async () => {
    const settings = await asFunction('lists', [reading, listing])
    const files = createFileStore(new S3Client(settings), Bucket)
    expect(await codeOf(files.get('uploads/gone'))).toBe('not_found')
    expect(await files.has('uploads/gone')).toBe(false)
    const links = createFileLinks(new S3Client({ ...settings, ...signingClient }), Bucket)
    expect((await fetch(await links.linkTo('uploads/gone', { seconds: 60 }))).status).toBe(404)
  })
  it('is refused where listing is granted for a prefix: AWS does not say that reading names one', async () => {
    const Condition = { StringLike: { 's3:prefix': 'uploads/*' } }
    const settings = await asFunction('lists-some', [reading, { ...listing, Condition }])
    const files = createFileStore(new S3Client(settings), Bucket)
    expect(await codeOf(files.get('uploads/gone'))).toBe(403)
  })
})
