import { createHash, randomUUID } from 'node:crypto'
import { GetBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { parse } from 'csv-parse/sync'
import { expect, inject, test } from 'vitest'
import { createFileLinks, signingClient } from '../../../functions/adapters/aws/file-links.ts'
import { createFileStore } from '../../../functions/adapters/aws/file-store.ts'
import { isProduct } from '../../../functions/domain/product/context.ts'
import { openStore } from '../../../scripts/cloud/seed.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../../shared/calls/batch/job/run.ts'
import { undo } from '../../../shared/calls/batch/job/undo.ts'
import { run as runExport } from '../../../shared/calls/bml/export/run.ts'
import { status } from '../../../shared/calls/bml/export/status.ts'
import { update } from '../../../shared/calls/bml/presence/update.ts'
import { getattachment } from '../../../shared/calls/eav/entity/getattachment.ts'
import { check } from '../../../shared/calls/eav/file/check.ts'
import { complete } from '../../../shared/calls/eav/file/complete.ts'
import { download } from '../../../shared/calls/eav/file/download.ts'
import { upload } from '../../../shared/calls/eav/file/upload.ts'
import { apiAs } from '../../e2e/api.ts'
import { appUrl } from '../../e2e/app.ts'
import { bring, fileOf } from '../../fixtures/files.ts'
import { until } from './tools.ts'

const { target, deployed } = inject('stage')
const s3 = new S3Client({ ...target.cloud.client, ...signingClient, forcePathStyle: true })
const links = createFileLinks(s3, deployed.files)

// The emulator answers every browser's question beforehand with yes; so the rules are read, not asked.
test('a page of the site may bring a file, larger than a function takes, to a signed address', async () => {
  const body = new Uint8Array(8 * 1024 * 1024).fill(7)
  const key = `incoming/${randomUUID()}`
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
  const page = await fetch(appUrl())
  expect(page.headers.get('content-security-policy')).toMatch(
    new RegExp(`connect-src [^;]*${new URL(link.url).origin}`),
  )
  const answer = await fetch(link.url, { method: link.method, headers: link.headers, body })
  expect(answer.status).toBe(200)
  const kept = await createFileStore(s3, deployed.files).get(key)
  expect([kept.body.length, kept.contentType]).toEqual([body.length, 'image/png'])
})

test('a file is brought, made usable, found again, and fetched by who may know of it', async () => {
  const [core, other] = [await apiAs('core'), await apiAs('core2')]
  const name = 'Prüfbericht ő 1.svg'
  const { announced, body } = fileOf(`<svg>${randomUUID()}</svg>`, name, 'image/svg+xml')
  const { hash, sha256, size } = announced
  expect(await core.call(check, { hash, sha256, size })).toEqual({})
  const link = await core.call(upload, announced)
  await expect(core.call(complete, { id: link.id })).rejects.toThrow('rule_violated')
  expect((await bring(link, new Uint8Array(body.length), appUrl())).status).toBe(400)
  expect((await bring(link, body, appUrl())).status).toBe(200)
  const { id } = await core.call(complete, { id: link.id })
  const store = createFileStore(s3, deployed.files)
  expect([await store.has(`incoming/${id}`), await store.has(`uploads/${id}`)]).toEqual([false, true])
  expect(await core.call(check, { hash, sha256, size })).toEqual({ id })
  expect(await other.call(check, { hash, sha256, size })).toEqual({})
  await expect(other.call(download, { id, fileName: name })).rejects.toThrow('not_found')
  const answer = await fetch((await core.call(download, { id, fileName: name })).url)
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(body)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Pr%C3%BCfbericht%20%C5%91%201.svg",
  )
  expect((await core.call(getattachment, { id })).attachment).toMatch(
    /^data:application\/octet-stream;base64,/,
  )
})

test('30 products get a flag and lose it again, are exported and fetched; a class is indexed again; two people who have one open see each other', async () => {
  const [core, other] = [await apiAs('core'), await apiAs('core2')]
  const ids = (await core.productIds()).slice(0, 30)
  // The table is read itself: 30 loads at once would each begin a function.
  const table = openStore(target, deployed)
  const { list: options } = await table.listByClass('selectoption', { limit: 1000 })
  const flagId = options.find(({ data }) => data['type'] === 'invoice-flags' && data['enabled'])!.id
  const ended = async (id: string) => {
    await until('the job is over', async () =>
      ['complete', 'aborted'].includes((await core.call(checkstatus, { id })).status),
    )
    return core.call(checkstatus, { id })
  }
  const flagged = async () => {
    const products = (await table.getMany(ids)).filter(isProduct)
    expect(products).toHaveLength(ids.length)
    return products.filter(({ data }) => flagId in (data.invoiceFlags ?? {})).length
  }
  const before = await flagged()
  const { jobId } = await core.call(run, { template: 'flag', config: { flagId, action: 'assign', ids } })
  const done = await ended(jobId)
  expect(done).toMatchObject({ status: 'complete', done: ids.length })
  expect(done.result['changed']).toBeGreaterThan(0)
  expect(await flagged()).toBe(before + done.result['changed']!)
  await ended((await core.call(undo, { id: jobId })).jobId)
  expect(await flagged()).toBe(before)

  const form = { format: 'csv', language: 'de_DE' } as const
  const admin = await apiAs('admin')
  const again = { template: 'reindex', config: { entityClass: 'list' } } as const
  const rebuilt = (await admin.call(run, again)).jobId
  await until(
    'the lists are indexed again',
    async () => (await admin.call(checkstatus, { id: rebuilt })).status === 'complete',
  )
  expect(await admin.call(checkstatus, { id: rebuilt })).toMatchObject({ failed: 0 })

  const exporting = (await core.call(runExport, { ...form, columns: ['name', 'rev'], ids })).jobId
  await until('the export is over', async () => (await core.call(status, { id: exporting })).isOver)
  const { result, failed } = await core.call(status, { id: exporting })
  expect(failed).toBe(0)
  const file = await fetch(new URL(result!, appUrl()))
  expect(file.headers.get('content-disposition')).toContain('.csv')
  const rows = parse(Buffer.from(await file.arrayBuffer()), { bom: true, delimiter: ';' }) as string[][]
  expect(rows).toHaveLength(1 + ids.length)
  await expect(other.call(status, { id: exporting })).rejects.toThrow('not_found')

  const others = new Set(await other.productIds())
  const opened = { section: 'equipoProducts', id: ids.find((id) => others.has(id))! } as const
  await core.call(update, { ...opened, unsaved: true })
  expect((await other.call(update, opened)).present).toMatchObject([{ unsaved: true }])
  await core.call(update, { ...opened, left: true })
  expect((await other.call(update, opened)).present).toEqual([])
})
