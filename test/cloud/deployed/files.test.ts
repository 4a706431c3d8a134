import { createHash, randomUUID } from 'node:crypto'
import { GetBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, inject, test } from 'vitest'
import { createFileLinks, signingClient } from '../../../functions/adapters/aws/file-links.ts'
import { createFileStore } from '../../../functions/adapters/aws/file-store.ts'

const { target, deployed } = inject('stage')
const s3 = new S3Client({ ...target.cloud.client, ...signingClient, forcePathStyle: true })
const links = createFileLinks(s3, deployed.files)

// The emulator answers every browser's question beforehand with yes; so the rules are read, not asked.
test('a page of the site may bring a file, larger than a function takes, to a signed address', async () => {
  const body = new Uint8Array(8 * 1024 * 1024).fill(7)
  const key = `uploads/${randomUUID()}`
  const sha256 = createHash('sha256').update(body).digest('hex')
  const link = await links.uploadLink(key, {
    seconds: 60,
    contentType: 'image/png',
    bytes: body.length,
    sha256,
  })
  const { CORSRules } = await s3.send(new GetBucketCorsCommand({ Bucket: deployed.files }))
  expect(CORSRules).toMatchObject([
    {
      AllowedMethods: ['PUT'],
      AllowedOrigins: ['http://127.0.0.1:*'],
      AllowedHeaders: Object.keys(link.headers),
    },
  ])
  const page = await fetch(inject('app'))
  expect(page.headers.get('content-security-policy')).toMatch(
    new RegExp(`connect-src [^;]*${new URL(link.url).origin}`),
  )
  const answer = await fetch(link.url, { method: link.method, headers: link.headers, body })
  expect(answer.status).toBe(200)
  const kept = await createFileStore(s3, deployed.files).get(key)
  expect([kept.body.length, kept.contentType]).toEqual([body.length, 'image/png'])
})
