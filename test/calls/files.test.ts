/** Files come in and go out: each content once, as it was announced, and only to whom a document tells of it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedFileLinks } from '../../functions/adapters/embedded/file-links.ts'
import { linkSeconds, maxAwaited } from '../../functions/domain/file/upload.ts'
import { filesExtra } from '../../functions/runtime/gateway/files.ts'
import { startGateway } from '../../functions/runtime/gateway/server.ts'
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { deleteEntity } from '../../shared/calls/eav/entity/delete.ts'
import { getattachment } from '../../shared/calls/eav/entity/getattachment.ts'
import { setattachment } from '../../shared/calls/eav/entity/setattachment.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { check } from '../../shared/calls/eav/file/check.ts'
import { complete } from '../../shared/calls/eav/file/complete.ts'
import { download } from '../../shared/calls/eav/file/download.ts'
import { upload } from '../../shared/calls/eav/file/upload.ts'
import { maxUploadBytes } from '../../shared/constants.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ListData } from '../../shared/model/product.ts'
import { bring, fileOf } from '../fixtures/files.ts'
import { type CallFailure, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  h = await startHarness()
  gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    handle: () => Promise.reject(new Error('calls are made of the harness')),
    webFolder: join(h.dataDir, 'web'),
    log: () => undefined,
    extras: [filesExtra(h.ports.links as EmbeddedFileLinks, h.ports.files)],
  })
})
afterAll(async () => {
  await gateway.stop()
  await h.close()
})

const { base, ch, fr } = ids.list
const failure = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => undefined,
    (e: unknown) => e as CallFailure,
  )
  if (!error) throw new Error('expected a refusal')
  return { status: error.status, key: error.details.key ?? error.details.issues?.[0]?.key }
}
const unknown = { status: 404, key: 'entityNotFound' }
const unused = () => `content ${randomUUID()}`

/** A file of the user, there for use. */
async function uploaded(user: DemoUser, content = unused(), fileName?: string, contentType?: string) {
  const { announced, body } = fileOf(content, fileName, contentType)
  const link = await h.as(user).call(upload, announced)
  expect((await bring(link, body, gateway.url)).status).toBe(200)
  return { ...(await h.as(user).call(complete, { id: link.id })), announced }
}
const fetched = async (url: string) => fetch(new URL(url, gateway.url))
const revOf = async (id: string) => (await h.as('admin').call(load, { id })).rev
const patch = async (user: DemoUser, id: string, operations: JsonPatch) =>
  h.as(user).call(save, { id, rev: await revOf(id), patch: operations })
const document = (fileId: string, more: Partial<ListData['_documents'][string]> = {}) => ({
  fileId,
  fileName: 'data-sheet.pdf',
  uploadTime: '2020-01-01T00:00:00.000Z',
  ...more,
})
const add = (list: string, row: string, value: unknown): JsonPatch[number] => ({
  op: 'add',
  path: `/listData/${list}/_documents/${row}`,
  value,
})
const documentsIn = (view: { data: Record<string, unknown> }, list: string) =>
  (view.data['listData'] as Record<string, ListData>)[list]?._documents

describe('a file on its way in', () => {
  it('is usable once its content has come, and given out as a download under its name', async () => {
    const { announced, body } = fileOf('grüner Kompost', 'Prüfbericht «2026».pdf')
    const link = await h.as('core').call(upload, announced)
    expect(await failure(h.as('core').call(complete, { id: link.id }))).toEqual({
      status: 422,
      key: 'fileAwaited',
    })
    expect((await bring(link, body, gateway.url)).status).toBe(200)
    const file = await h.as('core').call(complete, { id: link.id })
    expect(file).toEqual({ id: link.id, rev: 1, fileName: announced.fileName, size: body.length })
    const { url } = await h.as('core').call(download, { id: file.id, fileName: announced.fileName })
    const answer = await fetched(url)
    expect(await answer.text()).toBe('grüner Kompost')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect(await h.ports.files.has(`incoming/${file.id}`)).toBe(false)
    // The same again changes nothing, and its address takes nothing more that anybody would read.
    expect(await h.as('core').call(complete, { id: file.id })).toEqual(file)
    await bring(link, body, gateway.url)
    h.clock.advance(15 * 60)
    expect((await fetched(url)).status).toBe(403)
  })
  it('is refused where it is empty or larger than 32 MiB, in words', async () => {
    const { announced } = fileOf('x')
    const announce = (size: number) => h.as('core').call(upload, { ...announced, size })
    expect(await failure(announce(0))).toEqual({ status: 422, key: 'fileEmpty' })
    expect(await failure(announce(maxUploadBytes + 1))).toEqual({ status: 413, key: 'fileTooLarge' })
    await expect(announce(maxUploadBytes + 1)).rejects.toThrow('File size cannot be above 24MB.')
    expect(await announce(maxUploadBytes)).toMatchObject({ method: 'PUT' })
  })
  it('takes nothing but what was announced; cut off half-way it can be brought again', async () => {
    const { announced, body } = fileOf(unused())
    const link = await h.as('core').call(upload, announced)
    const half = await bring(link, body.slice(0, 10), gateway.url)
    const other = await bring(link, new Uint8Array(body.length), gateway.url)
    expect([half.status, other.status]).toEqual([403, 400])
    expect(await failure(h.as('core').call(complete, { id: link.id }))).toEqual({
      status: 422,
      key: 'fileAwaited',
    })
    await bring(link, body, gateway.url)
    expect(await h.as('core').call(complete, { id: link.id })).toMatchObject({ size: body.length })
  })
  it('is gone where its SHA-1 is not the one that was announced', async () => {
    const { announced, body } = fileOf(unused())
    const link = await h.as('core').call(upload, { ...announced, hash: '0'.repeat(40) })
    await bring(link, body, gateway.url)
    const again = () => failure(h.as('core').call(complete, { id: link.id }))
    expect(await again()).toEqual({ status: 422, key: 'fileDamaged' })
    expect(await again()).toEqual(unknown)
    expect(await h.ports.files.has(`incoming/${link.id}`)).toBe(false)
    expect(await h.ports.entities.get(link.id)).toBeUndefined()
  })
  it('is awaited for a day, and of who began it alone', async () => {
    const { announced, body } = fileOf(unused())
    const link = await h.as('core').call(upload, announced)
    await bring(link, body, gateway.url)
    expect(await failure(h.as('core2').call(complete, { id: link.id }))).toEqual(unknown)
    expect(await failure(h.as('admin').call(complete, { id: link.id }))).toEqual(unknown)
    h.clock.advance(24 * 60 * 60)
    expect(await failure(h.as('core').call(complete, { id: link.id }))).toEqual(unknown)
  })
  it('keeps nobody from another one once its address has ended, but may still be told to be there', async () => {
    const user = 'admin'
    const { announced, body } = fileOf(unused())
    const link = await h.as(user).call(upload, announced)
    await bring(link, body, gateway.url)
    await Promise.all(Array.from({ length: maxAwaited - 1 }, () => h.as(user).call(upload, announced)))
    expect(await failure(h.as(user).call(upload, announced))).toEqual({ status: 422, key: 'fileTooMany' })
    h.clock.advance(linkSeconds)
    await h.as(user).call(upload, announced)
    expect(await h.as(user).call(complete, { id: link.id })).toMatchObject({ rev: 1, size: body.length })
    expect((await h.ports.entities.get(link.id))?.data).toEqual({ ...announced, flags: [] })
  })
  it('is made once, however often its end is told at once', async () => {
    const { announced, body } = fileOf(unused())
    const link = await h.as('core').call(upload, announced)
    await bring(link, body, gateway.url)
    const answers = await Promise.all([1, 2, 3].map(() => h.as('core').call(complete, { id: link.id })))
    expect(new Set(answers.map(({ rev }) => rev))).toEqual(new Set([1]))
    expect((await h.ports.entities.history(link.id, { start: 0, limit: 10 })).count).toBe(1)
  })
  it('is for staff, and for companies that write messages; the generic calls make none', async () => {
    const { announced } = fileOf('x')
    const refused = failure(h.as('registered').call(upload, announced))
    expect(await refused).toEqual({ status: 403, key: 'forbidden' })
    expect((await h.as('company').call(upload, announced)).id).toBeDefined()
    const { id } = await uploaded('core')
    const rename: JsonPatch = [{ op: 'replace', path: '/fileName', value: 'other.pdf' }]
    for (const user of ['core', 'admin'] as const)
      expect(await failure(h.as(user).call(updatefrompatch, { id, rev: 1, patch: rename }))).toEqual({
        status: 403,
        key: 'forbidden',
      })
  })
  it.each([
    ['text/html', 'page.html', '<script>alert(1)</script>'],
    [
      'image/svg+xml',
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ['text/xml', 'page.xml', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
    ['TEXT/HTML; charset=utf-8', 'page.htm', '<body onload=alert(1)>'],
  ])(
    'of type %s never runs: it loses its type, and is kept apart from the app',
    async (type, fileName, content) => {
      const file = await uploaded('core', content, fileName, type)
      const { url } = await h.as('core').call(download, { id: file.id, fileName })
      const { headers } = await fetched(url)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      const { attachment } = await h.as('core').call(getattachment, { id: file.id })
      expect(attachment).toMatch(/^data:application\/octet-stream;base64,/)
    },
  )
})

describe('an attachment', () => {
  const uri = (body: Uint8Array) => `data:application/pdf;base64,${Buffer.from(body).toString('base64')}`
  it('is the content in the request itself, and comes back as it was', async () => {
    const { announced, body } = fileOf(unused())
    const { id } = await h.as('core').call(upload, announced)
    const attachment = uri(body)
    expect(await h.as('core').call(setattachment, { id, rev: 0, attachment })).toMatchObject({ id, rev: 1 })
    expect(await h.as('core').call(getattachment, { id })).toEqual({ attachment })
    expect(await h.as('core').call(getattachment, { id, rev: 1 })).toEqual({ attachment })
    expect(await failure(h.as('core').call(getattachment, { id, rev: 2 }))).toEqual(unknown)
    expect(await failure(h.as('core2').call(getattachment, { id }))).toEqual(unknown)
    expect(await failure(h.as('core').call(setattachment, { id, rev: 1, attachment }))).toEqual({
      status: 422,
      key: 'fileFixed',
    })
    expect(await failure(h.as('core').call(setattachment, { id, rev: 0, attachment }))).toEqual({
      status: 409,
      key: 'revisionConflict',
    })
  })
  it('that fails ends its file; one that is no data URI is only wrong', async () => {
    const { announced } = fileOf(unused())
    const { id } = await h.as('core').call(upload, announced)
    const set = (attachment: string) => failure(h.as('core').call(setattachment, { id, rev: 0, attachment }))
    for (const wrong of ['', 'x', 'data:,x', 'data:text/plain;base64,%%%%', 'data:text/plain;base64,abc'])
      expect((await set(wrong)).status).toBe(400)
    expect(await set(uri(Buffer.from('another content')))).toEqual({ status: 422, key: 'fileDamaged' })
    expect(await set(uri(Buffer.from('another content')))).toEqual(unknown)
  })
  it('too large for an answer is to be downloaded', async () => {
    const large = 'x'.repeat(5 * 1024 * 1024)
    const { id, fileName } = await uploaded('core', large)
    expect(await failure(h.as('core').call(getattachment, { id }))).toEqual({
      status: 413,
      key: 'attachmentTooLarge',
    })
    const { url } = await h.as('core').call(download, { id, fileName })
    expect((await (await fetched(url)).text()).length).toBe(large.length)
  })
})

describe('a file of a document', () => {
  const id = ids.product.neem
  /** Documents of every secrecy in the base list, for which `france` is responsible, brought by an administrator. */
  const files: Record<string, Awaited<ReturnType<typeof uploaded>>> = {}
  const levels = ['base-data-responsible', 'core-partners', 'national-partners', 'public'] as const
  beforeAll(async () => {
    for (const secrecy of levels) files[secrecy] = await uploaded('admin')
    await patch(
      'admin',
      id,
      levels.map((secrecy) => add(base, secrecy, document(files[secrecy]!.id, { secrecy }))),
    )
  })
  const seenBy = async (user: DemoUser, more: { product?: string; rev?: number } = {}) => {
    const seen: string[] = []
    for (const level of levels) {
      const file = files[level]!
      const asked = { id: file.id, fileName: 'data-sheet.pdf', ...more }
      const found = await h
        .as(user)
        .call(download, asked)
        .then(
          () => true,
          (error: CallFailure) => {
            expect({ status: error.status, key: error.details.key }).toEqual(unknown)
            return false
          },
        )
      if (found) seen.push(level)
      if (more.product) continue
      // Every other way says the same.
      const attachment = await h
        .as(user)
        .call(getattachment, { id: file.id })
        .catch(() => undefined)
      expect([level, attachment !== undefined]).toEqual([level, found])
      if (user === 'registered' || user === 'company') continue
      const { hash, sha256, size } = file.announced
      expect([level, await h.as(user).call(check, { hash, sha256, size })]).toEqual([
        level,
        found ? { id: file.id } : {},
      ])
    }
    return seen
  }
  const [responsible, core, national, open] = levels

  it('is given to those who see the document', async () => {
    expect(await seenBy('admin')).toEqual([...levels])
    expect(await seenBy('national')).toEqual([...levels])
    expect(await seenBy('core')).toEqual([core, national, open])
    expect(await seenBy('registered')).toEqual([])
    expect(await seenBy('company')).toEqual([])
    for (const user of ['admin', 'national', 'core'] as const)
      expect(await seenBy(user, { product: id })).toEqual(await seenBy(user))
  })
  it('is no longer given to those who see it no more, also of older revisions, also to who brought it', async () => {
    const own = await uploaded('national')
    await patch('national', id, [add(base, 'own', document(own.id, { secrecy: responsible }))])
    const rev = await revOf(id)
    const give = async (institution: string) =>
      h.as('admin').call(setresponsibility, { id, rev: await revOf(id), list: base, institution })
    await give(ids.institution.rhine)
    try {
      const asked = { id: own.id, fileName: 'data-sheet.pdf' }
      expect(await seenBy('national')).toEqual([national, open])
      expect(await seenBy('national', { product: id, rev })).toEqual([national, open])
      expect(await failure(h.as('national').call(download, asked))).toEqual(unknown)
      expect(await failure(h.as('national').call(download, { ...asked, product: id, rev }))).toEqual(unknown)
    } finally {
      await give(ids.institution.france)
    }
  })
  it('is given under the names of its documents alone', async () => {
    const file = await uploaded('core', unused(), 'secret name.pdf')
    await patch('admin', ids.product.compost, [
      add(base, 'named', document(file.id, { fileName: 'public name.pdf', secrecy: 'public' })),
    ])
    const ask = (user: DemoUser, fileName: string) => h.as(user).call(download, { id: file.id, fileName })
    const wrong = { status: 404, key: 'fileNameUnknown' }
    for (const user of ['core', 'company'] as const) {
      expect(await ask(user, 'public name.pdf')).toHaveProperty('url')
      expect(await failure(ask(user, 'secret name.pdf'))).toEqual(wrong)
    }
    await expect(ask('core', 'other.exe')).rejects.toThrow('File with name not found')
    expect(await failure(ask('registered', 'public name.pdf'))).toEqual(unknown)
  })
  it('cannot be had by naming it in a product of one’s own', async () => {
    const mine = ids.product.compost
    const guess = (fileId: string) => patch('core', mine, [add(base, 'guess', document(fileId))])
    const refused = { status: 422, key: 'productInvalid' }
    expect(await failure(guess(files[responsible]!.id))).toEqual(refused)
    expect(await failure(guess(randomUUID()))).toEqual(refused)
    expect(await failure(guess((await uploaded('core2')).id))).toEqual(refused)
    const patchOf = (fileId: string) => [add(base, 'guess', document(fileId))]
    const generic = { id: mine, rev: await revOf(mine), patch: patchOf(files[responsible]!.id), dryrun: true }
    expect(await failure(h.as('core').call(updatefrompatch, generic))).toEqual(refused)
    // Who knows of it may use it again.
    await guess(files[core]!.id)
    await patch('core', mine, [{ op: 'remove', path: `/listData/${base}/_documents/guess` }])
  })
  it('is found by its content with both hashes; one brought by two people is two files', async () => {
    const content = unused()
    const first = await uploaded('core', content)
    const { hash, sha256, size } = first.announced
    expect(await h.as('core').call(check, { hash, sha256, size })).toEqual({ id: first.id })
    expect(
      await h
        .as('core')
        .call(check, { hash, sha256: sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')), size }),
    ).toEqual({})
    expect(await h.as('core').call(check, { hash, sha256, size: size + 1 })).toEqual({})
    expect(await h.as('core2').call(check, { hash, sha256, size })).toEqual({})
    const second = await uploaded('core2', content)
    expect(second.id).not.toBe(first.id)
    expect(await h.as('core2').call(check, { hash, sha256, size })).toEqual({ id: second.id })
  })
  it('is searched for by its document’s name and type, as far as the document is seen', async () => {
    const named = (level: string) => `searched-${level}.pdf`
    const documents = levels.map((secrecy) =>
      add(base, `s-${secrecy}`, document(files[secrecy]!.id, { secrecy, fileName: named(secrecy) })),
    )
    await patch('admin', id, documents)
    await h.indexed()
    const foundBy = async (user: DemoUser) => {
      const found: string[] = []
      for (const level of levels) {
        const attributeFilter = {
          $nested: {
            path: 'lists.documents',
            match: { field: 'lists.documents.name', comparison: 'eq' as const, value: named(level) },
          },
        }
        const { count } = await h.as(user).call(search, { attributeFilter })
        if (count > 0) found.push(level)
      }
      return found
    }
    expect(await foundBy('admin')).toEqual([...levels])
    expect(await foundBy('national')).toEqual([...levels])
    expect(await foundBy('core')).toEqual([core, national, open])
  })
  it('is erased with its content', async () => {
    const { id: file } = await uploaded('core')
    await h.as('admin').call(deleteEntity, { id: file })
    expect(await h.ports.files.has(`uploads/${file}`)).toBe(false)
    expect(await failure(h.as('core').call(complete, { id: file }))).toEqual(unknown)
    const kept = files[open]!.id
    expect((await failure(h.as('admin').call(deleteEntity, { id: kept }))).status).toBe(422)
    expect(await h.ports.files.has(`uploads/${kept}`)).toBe(true)
  })
})

describe('documents of a product', () => {
  const id = ids.product.compost
  const type = uuidV5('test/upload-type')
  beforeAll(async () => {
    const at = '2026-01-01T00:00:00.000Z'
    await h.ports.entities.put(
      {
        id: type,
        entityclass: 'selectoption',
        attributeset: 'default',
        rev: 1,
        created: at,
        createdBy: ids.account.admin,
        updated: at,
        updatedBy: ids.account.admin,
        disabled: false,
        data: { type: 'upload-types-product', title: { de_DE: 'Gutachten' }, enabled: true, order: 1 },
      },
      { expectRev: 0 },
    )
    h.clock.advance(60)
  })
  it('are since when they are there; moved and copied they are as old as they were', async () => {
    const file = await uploaded('core')
    const before = h.clock.millis()
    const added = await patch('core', id, [add(base, 'd1', document(file.id, { type, secrecy: 'public' }))])
    const { uploadTime } = documentsIn(added, base)!['d1']!
    expect(Date.parse(uploadTime)).toBeGreaterThanOrEqual(before)
    h.clock.advance(3600)
    const [at, to] = [`/listData/${base}/_documents/d1`, `/listData/${ch}/_documents/d1`]
    const copied = await patch('core', id, [{ op: 'copy', from: at, path: to }])
    expect([documentsIn(copied, base)!['d1'], documentsIn(copied, ch)!['d1']]).toEqual([
      document(file.id, { type, secrecy: 'public', uploadTime }),
      document(file.id, { type, secrecy: 'public', uploadTime }),
    ])
    await patch('core', id, [{ op: 'remove', path: to }])
    const moved = await patch('core', id, [{ op: 'move', from: at, path: to }])
    expect(documentsIn(moved, base)).not.toHaveProperty('d1')
    expect(documentsIn(moved, ch)!['d1']).toEqual(document(file.id, { type, secrecy: 'public', uploadTime }))
  })
  it('need a name, a type that is offered, and the right to edit both lists', async () => {
    const file = await uploaded('core')
    const wrongType = patch('core', id, [add(base, 'd2', document(file.id, { type: ids.list.ch }))])
    expect(await failure(wrongType)).toEqual({ status: 422, key: 'productInvalid' })
    const nameless = patch('core', id, [add(base, 'd2', document(file.id, { fileName: ' ' }))])
    expect(await failure(nameless)).toEqual({ status: 422, key: 'productInvalid' })
    const foreign = ids.product.neem
    expect((await failure(patch('core', foreign, [add(fr, 'd2', document(file.id))]))).status).toBe(403)
  })
  it('come back by a revert, whoever brought them, with their file', async () => {
    const file = await uploaded('core')
    const withIt = await patch('core', id, [add(base, 'd3', document(file.id))])
    const { uploadTime } = documentsIn(withIt, base)!['d3']!
    h.clock.advance(60)
    await patch('core', id, [{ op: 'remove', path: `/listData/${base}/_documents/d3` }])
    const asked = { id: file.id, fileName: 'data-sheet.pdf' }
    expect(await failure(h.as('core2').call(download, asked))).toEqual(unknown)
    expect(await h.as('core2').call(download, { ...asked, product: id, rev: withIt.rev })).toHaveProperty(
      'url',
    )
    const back = await h.as('core2').call(revert, { id, rev: await revOf(id), toRev: withIt.rev })
    expect(documentsIn(back, base)!['d3']).toEqual(document(file.id, { uploadTime }))
    expect(await h.as('core2').call(download, asked)).toHaveProperty('url')
  })
})
