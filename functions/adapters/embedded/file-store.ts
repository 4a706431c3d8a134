import { createHash, randomUUID } from 'node:crypto'
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CallError, notFound } from '../../../shared/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { checkFileKey, checkFileSize } from '../common/file-key.ts'

const hourMs = 3_600_000
/** Folders whose files end by themselves, and how old they get: what a killed process left, and what nobody completed. */
const passing = {
  tmp: hourMs,
  incoming: 48 * hourMs,
  'export-parts': 48 * hourMs,
  exports: 30 * 24 * hourMs,
}
/** Pieces of a file as it is read. */
const pieceBytes = 256 * 1024
/** Its first line is shorter. */
const headBytes = 2048

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
      checkFileSize(body.byteLength)
      await write(key, [body], contentType)
    },
    putPieces: write,
    async get(key) {
      const content = await readFile(pathOf(key)).catch((error: unknown) => {
        throw isMissing(error) ? notFound(key) : error
      })
      const end = content.indexOf(10)
      const { contentType } = JSON.parse(content.toString('utf8', 0, end)) as { contentType: string }
      return { body: new Uint8Array(content.subarray(end + 1)), contentType }
    },
    async open(key) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw isMissing(error) ? notFound(key) : error
      })
      try {
        const head = Buffer.alloc(headBytes)
        const { bytesRead } = await file.read(head, 0, headBytes, 0)
        const start = head.subarray(0, bytesRead).indexOf(10) + 1
        const { contentType } = JSON.parse(head.toString('utf8', 0, start)) as { contentType: string }
        const { size } = await file.stat()
        return { contentType, bytes: size - start, content: piecesOf(file, start) }
      } catch (error) {
        await file.close()
        throw error
      }
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

  async function write(
    key: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    contentType: string,
  ) {
    const path = pathOf(key)
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
        for await (const piece of pieces) await file.writeFile(piece)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(draft, { force: true })
      throw isFull(error)
        ? new CallError('storage_full', 'There is no room left to store this.', { key: 'storageFull' }, error)
        : error
    }
  }

  /** The hash keeps folders small and names short, and no key can ever point outside of the folder. */
  function pathOf(key: string): string {
    checkFileKey(key)
    const hash = createHash('sha256').update(key).digest('hex')
    const ending = ['incoming', 'export-parts', 'exports'].find((name) => key.startsWith(`${name}/`))
    return ending ? join(folder, ending, hash) : join(folder, hash.slice(0, 2), hash.slice(2))
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

async function* piecesOf(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  try {
    for (let at = from; ; ) {
      const piece = Buffer.allocUnsafe(pieceBytes)
      const { bytesRead } = await file.read(piece, 0, pieceBytes, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
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
