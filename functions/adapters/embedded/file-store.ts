import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CallError, notFound } from '../../../shared/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { checkFileKey, checkFileSize } from '../common/file-key.ts'

const hourMs = 3_600_000
/** Folders whose files end by themselves, and how old they get: what a killed process left, and what nobody completed. */
const passing = { tmp: hourMs, incoming: 48 * hourMs }

/**
 * Files in a folder, spread by a hash of the key. Each file starts with a line of JSON that holds its type, so that
 * content and type are one file, replaced in one step.
 */
export function createFileStore(folder: string, now: () => number = Date.now): FileStore {
  const temporary = join(folder, 'tmp')
  let swept: Promise<void> | undefined
  let sweptAt = 0

  return {
    async put(key, body, contentType) {
      const path = pathOf(key)
      checkFileSize(body.byteLength)
      if (now() - sweptAt > hourMs) {
        sweptAt = now()
        swept = sweep()
      }
      await swept
      const draft = join(temporary, randomUUID())
      try {
        await mkdir(dirname(path), { recursive: true })
        const file = await open(draft, 'wx')
        try {
          await file.writeFile(`${JSON.stringify({ key, contentType })}\n`)
          await file.writeFile(body)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw isFull(error)
          ? new CallError(
              'storage_full',
              'There is no room left to store this.',
              { key: 'storageFull' },
              error,
            )
          : error
      }
    },
    async get(key) {
      const content = await readFile(pathOf(key)).catch((error: unknown) => {
        throw isMissing(error) ? notFound(key) : error
      })
      const end = content.indexOf(10)
      const { contentType } = JSON.parse(content.toString('utf8', 0, end)) as { contentType: string }
      return { body: new Uint8Array(content.subarray(end + 1)), contentType }
    },
    async has(key) {
      return access(pathOf(key)).then(
        () => true,
        () => false,
      )
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }

  /** The hash keeps folders small and names short, and no key can ever point outside of the folder. */
  function pathOf(key: string): string {
    checkFileKey(key)
    const hash = createHash('sha256').update(key).digest('hex')
    return key.startsWith('incoming/')
      ? join(folder, 'incoming', hash)
      : join(folder, hash.slice(0, 2), hash.slice(2))
  }
  async function sweep() {
    for (const [name, maxAge] of Object.entries(passing)) {
      const place = join(folder, name)
      await mkdir(place, { recursive: true })
      for (const file of await readdir(place)) {
        const path = join(place, file)
        const age = await stat(path).then(
          ({ mtimeMs }) => now() - mtimeMs,
          () => 0,
        )
        if (age > maxAge) await rm(path, { force: true })
      }
    }
  }
}

/** A rename is durable once its folder is. Windows cannot sync folders, and does not need to. */
async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'
const isFull = (error: unknown) => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
