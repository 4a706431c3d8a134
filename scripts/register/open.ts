/** Opens a register file, zipped or not, as decoded text in pieces. */
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { unzipSync } from 'fflate'
import { Problem } from './problem.ts'

const pieceBytes = 256 * 1024

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** The encoding that the file names itself: by its byte order mark, else in its first line, else UTF-8. */
function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(start.subarray(0, 400))
  return /^[^<]{0,3}<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1] ?? 'utf-8'
}

function unzipped(bytes: Uint8Array, file: string): { bytes: Uint8Array; name: string } {
  let entries: Record<string, Uint8Array>
  try {
    entries = unzipSync(bytes, {
      filter: (entry) => /\.xml$/i.test(entry.name) && !/^__MACOSX/.test(entry.name),
    })
  } catch (error) {
    throw new Problem(`${file} is a damaged zip file (${error instanceof Error ? error.message : error}).`)
  }
  const [largest] = Object.entries(entries).sort((a, b) => b[1].length - a[1].length)
  if (!largest) throw new Problem(`${file} is a zip file without an XML file in it.`)
  return { name: basename(largest[0]), bytes: largest[1] }
}

export interface Opened {
  /** Name of the XML file. */
  name: string
  text: AsyncIterable<string>
}
/** Errors: `Problem` for a file that is missing, empty, damaged, or neither a zip nor XML. */
export async function openRegister(path: string): Promise<Opened> {
  const file = basename(path)
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) throw new Problem(`There is no file ${path}.`)
  if (info.size === 0) throw new Problem(`${file} is empty.`)
  const start = await firstBytes(path)
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  const source = isZip ? unzipped(await readFile(path), file) : undefined
  const head = source ? source.bytes : start
  if (source && source.bytes.length === 0) throw new Problem(`${source.name} in ${file} is empty.`)
  const encoding = encodingOf(head)
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new Problem(`${file} is written in an encoding that is not known: ${encoding}.`)
  }
  const looksLikeXml = /^\s*</.test(decoder.decode(head.subarray(0, 400), { stream: true }))
  if (!looksLikeXml) throw new Problem(`${file} is neither an XML file nor a zip file with one in it.`)
  const bytes = source ? pieces(source.bytes) : createReadStream(path, { highWaterMark: pieceBytes })
  return { name: source?.name ?? file, text: decoded(bytes, encoding, file) }
}

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  file: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(`${file} is not written in ${encoding}, as it says.`)
    throw error
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const buffer = new Uint8Array(1024)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
