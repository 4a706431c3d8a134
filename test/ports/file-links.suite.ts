import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileLinks } from '../../functions/ports/file-links.ts'
import type { FileStore } from '../../functions/ports/file-store.ts'
import { maxUploadBytes } from '../../shared/constants.ts'
import { refusal } from './store-under-test.ts'

export interface LinksUnderTest {
  files: FileStore
  /** Signs as if it were that time, in milliseconds. */
  linksAt(now: () => number): FileLinks
  /** Address that relative links are relative to. */
  base: string
  close(): Promise<void>
}

export function fileLinksContract(name: string, open: () => Promise<LinksUnderTest>) {
  describe(`file links: ${name}`, () => {
    let t: LinksUnderTest
    let links: FileLinks
    beforeAll(async () => {
      t = await open()
      links = t.linksAt(Date.now)
    })
    afterAll(() => t.close())
    const bytes = (text: string) => new TextEncoder().encode(text)
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const get = (link: string, init?: RequestInit) => fetch(new URL(link, t.base), init)
    const bring = (link: Awaited<ReturnType<FileLinks['uploadLink']>>, body: string, headers = {}) =>
      get(link.url, { method: link.method, headers: { ...link.headers, ...headers }, body: bytes(body) })
    const inMinutes = { seconds: 900 }
    const hourAgo = () => Date.now() - 3_600_000

    it('give a file as a download of its type, and not to be kept by anybody on the way', async () => {
      await t.files.put('uploads/l/one.pdf', bytes('%PDF-one'), 'application/pdf')
      const answer = await get(await links.linkTo('uploads/l/one.pdf', inMinutes))
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('%PDF-one')
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('content-disposition')).toBe('attachment')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    })
    it.each([
      ['Report 2026.pdf', 'attachment; filename="Report 2026.pdf"'],
      [
        'Bestätigung Grünkraft «Öko» 100 %.pdf',
        `attachment; filename="Bestatigung Grunkraft -Oko- 100 -.pdf"; filename*=UTF-8''Best%C3%A4tigung%20Gr%C3%BCnkraft%20%C2%AB%C3%96ko%C2%BB%20100%20%25.pdf`,
      ],
      [
        'Popis đubriva č. 1.pdf',
        `attachment; filename="Popis -ubriva c. 1.pdf"; filename*=UTF-8''Popis%20%C4%91ubriva%20%C4%8D.%201.pdf`,
      ],
      ['../../etc/pass"wd\r\nX-Evil: 1', 'attachment; filename="-..-etc-pass-wd--X-Evil- 1"'],
      ["it's (1)*.pdf", 'attachment; filename="it\'s (1)-.pdf"'],
      ['...', 'attachment'],
    ])('name the download %s', async (fileName, disposition) => {
      await t.files.put('uploads/l/named', bytes('x'), 'text/plain')
      const answer = await get(await links.linkTo('uploads/l/named', { ...inMinutes, fileName }))
      expect(answer.headers.get('content-disposition')).toBe(disposition)
      expect(answer.headers.has('x-evil')).toBe(false)
    })
    it('end when they should', async () => {
      await t.files.put('uploads/l/old', bytes('x'), 'text/plain')
      const old = t.linksAt(hourAgo)
      expect((await get(await old.linkTo('uploads/l/old', { seconds: 3599 }))).status).toBe(403)
      const link = await old.uploadLink('uploads/l/late', {
        seconds: 3599,
        contentType: 'text/plain',
        bytes: 1,
      })
      expect((await bring(link, 'x')).status).toBe(403)
      expect(await t.files.has('uploads/l/late')).toBe(false)
    })
    it('are of no use for another file, another end, another name or another method', async () => {
      for (const key of ['uploads/l/mine', 'uploads/l/yours'])
        await t.files.put(key, bytes(`secret of ${key}`), 'text/plain')
      const link = await links.linkTo('uploads/l/mine', { seconds: 60, fileName: 'mine.txt' })
      const url = new URL(link, t.base).href
      expect((await get(url)).status).toBe(200)
      const changed = [
        url.replace('l/mine', 'l/yours'),
        url.replace('l/mine', 'l/mine/../yours'),
        url.replace(/(expires=)(\d+)/i, (_, name: string, value: string) => `${name}${Number(value) + 9}`),
        url.replace('mine.txt', 'mine.exe'),
        url.replace(
          /(signature=)(.)/i,
          (_, name: string, digit: string) => `${name}${digit === '0' ? 1 : 0}`,
        ),
      ]
      for (const other of changed) {
        expect(other).not.toBe(url)
        const answer = await get(other)
        expect([answer.status, await answer.text()], other).toEqual([
          403,
          expect.not.stringContaining('secret'),
        ])
      }
      const put = await get(url, { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } })
      const remove = await get(url, { method: 'DELETE' })
      expect([put.status, remove.status]).toEqual([403, 403])
      expect((await t.files.get('uploads/l/mine')).body).toEqual(bytes('secret of uploads/l/mine'))
    })
    it('tell of a file that is not there', async () => {
      expect((await get(await links.linkTo('uploads/l/nothing', inMinutes))).status).toBe(404)
    })
    it('take a file as it was announced, byte for byte', async () => {
      const body = 'Grüße, 32 MiB könnten es sein'
      const announced = { ...inMinutes, contentType: 'text/csv; charset=utf-8', bytes: bytes(body).length }
      const link = await links.uploadLink('uploads/l/new', { ...announced, sha256: sha256(body) })
      expect((await bring(link, body)).status).toBe(200)
      const { body: kept, contentType } = await t.files.get('uploads/l/new')
      expect(new TextDecoder().decode(kept)).toBe(body)
      expect(contentType).toBe('text/csv; charset=utf-8')
      const without = await links.uploadLink('uploads/l/unchecked', announced)
      expect((await bring(without, body)).status).toBe(200)
      expect(await t.files.has('uploads/l/unchecked')).toBe(true)
    })
    it('refuse another content, size, type or place than announced', async () => {
      const announced = { ...inMinutes, contentType: 'text/plain', bytes: 4, sha256: sha256('good') }
      const link = await links.uploadLink('uploads/l/refused', announced)
      const { url } = link
      const otherSize = await links.uploadLink('uploads/l/refused', { ...announced, sha256: undefined })
      const statuses = [
        (await bring(link, 'evil')).status,
        (await bring(otherSize, 'longer')).status,
        (await bring(link, 'good', { 'content-type': 'text/html' })).status,
        (await bring({ ...link, url: url.replace('l/refused', 'l/elsewhere') }, 'good')).status,
      ]
      expect(statuses).toEqual([400, 403, 403, 403])
      for (const key of ['uploads/l/refused', 'uploads/l/elsewhere'])
        expect(await t.files.has(key)).toBe(false)
      expect((await get(url)).status).toBe(403)
    })
    it('are not made for what can never be', async () => {
      const upload = { seconds: 60, contentType: 'text/plain', bytes: 1 }
      const invalid = { code: 'invalid_input' }
      expect(await refusal(links.linkTo('../secret', inMinutes))).toMatchObject(invalid)
      for (const seconds of [0, -1, 3601, 1.5, Number.NaN])
        expect(await refusal(links.linkTo('uploads/a', { seconds }))).toMatchObject(invalid)
      for (const wrong of [{ bytes: 0 }, { bytes: 1.5 }, { contentType: 'a/b\r\nx: 1' }, { sha256: 'abc' }])
        expect(await refusal(links.uploadLink('uploads/a', { ...upload, ...wrong }))).toMatchObject(invalid)
      expect(
        await refusal(links.uploadLink('uploads/a', { ...upload, bytes: maxUploadBytes + 1 })),
      ).toMatchObject({
        code: 'too_large',
      })
    })
  })
}
