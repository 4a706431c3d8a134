import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CallError, notFound } from '../../../shared/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { checkFileKey, checkFileSize } from '../common/file-key.ts'

/** Temporary files of a killed process are removed when they are older than this. */
const abandonedAfter = 3_600_000

/**
 * Files in a folder, spread by a hash of the key. Each file starts with a line of JSON that holds its type, so that
 * content and type are one file, replaced in one step.
 */
export function createFileStore(folder: string): FileStore {
  const temporary = join(folder, 'tmp')
  let swept: Promise<void> | undefined

  return {
    async put(key, body, contentType) {
      const path = pathOf(key)
      checkFileSize(body.byteLength)
      swept ??= sweep()
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
    return join(folder, hash.slice(0, 2), hash.slice(2))
  }
  async function sweep() {
    await mkdir(temporary, { recursive: true })
    for (const name of await readdir(temporary)) {
      const path = join(temporary, name)
      const age = await stat(path).then(
        (file) => Date.now() - file.mtimeMs,
        () => 0,
      )
      if (age > abandonedAfter) await rm(path, { force: true })
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
