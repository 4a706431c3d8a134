import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'

/** Chromium as it lies on this machine, with the fonts it prints with. */
export interface ChromiumFiles {
  executable: string
  /** Settings of fontconfig that name these fonts and no others. */
  fontSettings: string
  /** Libraries for a system that lacks them (Lambda, small containers). */
  libraries: string
}
const decompress = promisify(brotliDecompress)
const block = 512
const draftPattern = /^inputlist-chromium-.*\.draft-/
const abandonedMs = 3_600_000

/** Unpacks plain files and folders of a tar archive; there is nothing else in these. */
async function untar(archive: Buffer, folder: string): Promise<void> {
  const text = (from: number, length: number) =>
    archive.toString('latin1', from, from + length).split('\0')[0]!
  for (let at = 0; at + block <= archive.length && text(at, 100) !== ''; ) {
    const name = text(at, 100)
    const size = Number.parseInt(text(at + 124, 12), 8) || 0
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new Error(`${name} is no place in the folder`)
    const path = join(folder, name)
    if (name.endsWith('/')) await mkdir(path, { recursive: true })
    else {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, archive.subarray(at + block, at + block + size))
    }
    at += block + Math.ceil(size / block) * block
  }
}

const settingsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`

/** What processes that were killed while they unpacked have left. */
async function removeAbandoned(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    if (!draftPattern.test(name)) continue
    const path = join(temporary, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    // Another user's cannot be removed, and need not be.
    if (Date.now() - mtimeMs > abandonedMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Unpacks the browser once for each version and user of a machine (about a second, 210 MB). Another process that does
 * the same meanwhile, or one that was killed half way, leaves nothing half: the folder is renamed into place.
 */
export async function unpackChromium(packed: string, temporary = tmpdir()): Promise<ChromiumFiles> {
  const { size, mtimeMs } = await stat(join(packed, 'chromium.br'))
  const folder = join(
    temporary,
    `inputlist-chromium-${process.getuid?.() ?? 0}-${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`,
  )
  const files = {
    executable: join(folder, 'chromium'),
    fontSettings: join(folder, 'fonts.conf'),
    libraries: join(folder, 'lib'),
  }
  if (existsSync(files.executable)) return files
  const draft = `${folder}.draft-${randomUUID()}`
  await removeAbandoned(temporary)
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    await Promise.all([
      pipeline(
        createReadStream(join(packed, 'chromium.br'), { highWaterMark: 1 << 20 }),
        createBrotliDecompress({ chunkSize: 1 << 20 }),
        createWriteStream(join(draft, 'chromium'), { mode: 0o700 }),
      ),
      ...['fonts.tar.br', 'al2023.tar.br'].map(async (name) =>
        untar(await decompress(await readFile(join(packed, name))), draft),
      ),
    ])
    await writeFile(join(draft, basename(files.fontSettings)), settingsOf(folder))
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Somebody else was faster.
    if (!existsSync(files.executable)) throw error
  }
  return files
}
