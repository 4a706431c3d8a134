import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore } from '../../functions/ports/file-store.ts'
import { maxUploadBytes } from '../../shared/constants.ts'
import { refusal } from './store-under-test.ts'

export function fileStoreContract(
  name: string,
  open: () => Promise<{ files: FileStore; close(): Promise<void> }>,
) {
  describe(`file store: ${name}`, () => {
    let t: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())
    const bytes = (...values: number[]) => Uint8Array.from(values)

    it('gives back the bytes and their type', async () => {
      const body = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256)
      await t.files.put('uploads/one.bin', body, 'application/pdf; charset="x"')
      const got = await t.files.get('uploads/one.bin')
      expect(got.contentType).toBe('application/pdf; charset="x"')
      expect(Buffer.compare(got.body, body)).toBe(0)
      await t.files.put('uploads/empty', bytes(), 'text/plain')
      expect((await t.files.get('uploads/empty')).body).toHaveLength(0)
      await t.files.put('uploads/newline', bytes(10, 10, 0, 255), 'text/plain')
      expect([...(await t.files.get('uploads/newline')).body]).toEqual([10, 10, 0, 255])
    })
    it('replaces a file, whole', async () => {
      await t.files.put('imports/job/1', new Uint8Array(50_000).fill(1), 'a/a')
      await Promise.all([
        t.files.put('imports/job/1', new Uint8Array(40_000).fill(2), 'b/b'),
        t.files.put('imports/job/1', new Uint8Array(30_000).fill(3), 'c/c'),
      ])
      const { body, contentType } = await t.files.get('imports/job/1')
      const expected = contentType === 'b/b' ? { size: 40_000, fill: 2 } : { size: 30_000, fill: 3 }
      expect(body).toHaveLength(expected.size)
      expect(body.every((byte) => byte === expected.fill)).toBe(true)
    })
    it('takes a file piece by piece, larger than one that comes at once, and gives it so', async () => {
      const piece = new Uint8Array(3 * 1024 * 1024).map((_, i) => i % 251)
      const count = 12
      async function* pieces() {
        for (let i = 0; i < count; i++) yield piece
        yield bytes(10, 7)
      }
      await t.files.putPieces('exports/job/large.csv', pieces(), 'text/csv; charset=utf-8')
      const opened = await t.files.open('exports/job/large.csv')
      expect([opened.contentType, opened.bytes]).toEqual([
        'text/csv; charset=utf-8',
        count * piece.byteLength + 2,
      ])
      let at = 0
      let wrong = 0
      let last: number[] = []
      for await (const part of opened.content) {
        for (const byte of part) {
          if (at < count * piece.byteLength && byte !== piece[at % piece.byteLength]) wrong++
          at++
        }
        last = [...last, ...part.slice(-2)].slice(-2)
      }
      expect([at, wrong, last]).toEqual([opened.bytes, 0, [10, 7]])
      async function* none() {}
      await t.files.putPieces('exports/job/empty', none(), 'text/plain')
      expect((await t.files.get('exports/job/empty')).body).toHaveLength(0)
      expect(await refusal(t.files.open('exports/job/none'))).toMatchObject({ code: 'not_found' })
    })
    it('keeps what was there where the pieces fail', async () => {
      await t.files.put('exports/job/kept', bytes(1, 2), 'a/a')
      async function* failing() {
        yield bytes(3)
        throw new Error('no more')
      }
      for (const key of ['exports/job/kept', 'exports/job/never'])
        await expect(t.files.putPieces(key, failing(), 'a/a')).rejects.toThrow('no more')
      expect([...(await t.files.get('exports/job/kept')).body]).toEqual([1, 2])
      expect(await t.files.has('exports/job/never')).toBe(false)
    })
    it('tells whether a file is there, and removes it', async () => {
      expect(await t.files.has('uploads/gone')).toBe(false)
      await t.files.put('uploads/gone', bytes(1), 'a/a')
      expect(await t.files.has('uploads/gone')).toBe(true)
      await t.files.delete('uploads/gone')
      expect(await t.files.has('uploads/gone')).toBe(false)
      expect(await refusal(t.files.get('uploads/gone'))).toMatchObject({ code: 'not_found' })
      await t.files.delete('uploads/gone')
    })
    it('keeps keys apart that differ in case, or where one is the folder of another', async () => {
      await t.files.put('case/a', bytes(1), 'a/a')
      await t.files.put('case/A', bytes(2), 'a/a')
      await t.files.put('case/a/b', bytes(3), 'a/a')
      const contents = await Promise.all(['case/a', 'case/A', 'case/a/b'].map((key) => t.files.get(key)))
      expect(contents.map(({ body }) => body[0])).toEqual([1, 2, 3])
    })
    it('refuses a key that could point elsewhere', async () => {
      const bad = [
        '',
        '/etc/passwd',
        '../x',
        'a/../../x',
        'a//b',
        'a/',
        '.hidden',
        'a\\b',
        'a\0b',
        'ä',
        'C:x',
      ]
      for (const key of [...bad, 'x'.repeat(501)]) {
        expect(await refusal(t.files.put(key, bytes(1), 'a/a'))).toMatchObject({ code: 'invalid_input' })
        expect(await refusal(t.files.get(key))).toMatchObject({ code: 'invalid_input' })
      }
    })
    it('refuses a file that is too large', async () => {
      const put = t.files.put('uploads/large', new Uint8Array(maxUploadBytes + 1), 'a/a')
      await expect(put).rejects.toMatchObject({
        code: 'too_large',
        message: 'File size cannot be above 24MB.',
        details: { key: 'fileTooLarge' },
      })
      expect(await t.files.has('uploads/large')).toBe(false)
    })
  })
}
