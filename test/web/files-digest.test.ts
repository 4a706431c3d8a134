import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { digestFile } from '../../web/api/files/digest.ts'

it.each([0, 1, 1024 * 1024, 2.5 * 1024 * 1024])(
  'hashes %i bytes in pieces as others hash them whole',
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, n) => (n * 7) % 251)
    const seen: number[] = []
    const hashes = await digestFile(new Blob([bytes]), (n) => seen.push(n))
    const whole = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex')
    expect(hashes).toEqual({ hash: whole('sha1'), sha256: whole('sha256') })
    expect(seen.at(-1) ?? 0).toBe(size)
    expect(seen).toHaveLength(Math.ceil(size / (1024 * 1024)))
  },
)
