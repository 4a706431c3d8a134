import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Ints } from './growing.ts'

/** Bytes handled without a pause for others. */
const slice = 1 << 22
const magic = 'INPLIDX1'
const footerBytes = 16
type Numbers = Ints | Float64Array
const makers = {
  Uint8Array: (b: ArrayBuffer) => new Uint8Array(b),
  Uint16Array: (b: ArrayBuffer) => new Uint16Array(b),
  Int32Array: (b: ArrayBuffer) => new Int32Array(b),
  Float64Array: (b: ArrayBuffer) => new Float64Array(b),
}
type Kind = keyof typeof makers
const kinds = Object.keys(makers) as Kind[]
interface Section {
  name: string
  kind: Kind
  offset: number
  bytes: number
  crc: number
}
interface Directory {
  header: unknown
  sections: Section[]
}
async function checksum(bytes: Uint8Array): Promise<number> {
  let crc = 0
  for (let at = 0; at < bytes.length; at += slice) {
    crc = crc32(bytes.subarray(at, at + slice), crc)
    if (bytes.length > slice) await setImmediate()
  }
  return crc
}

/** Writes named arrays to a file that takes the place of an older one only when it is complete. */
export class SectionWriter {
  private readonly sections: Section[] = []
  private offset = 0
  private readonly file: FileHandle
  private readonly path: string
  private readonly temporary: string
  private constructor(file: FileHandle, path: string, temporary: string) {
    this.file = file
    this.path = path
    this.temporary = temporary
  }
  /** `temporary`: where it lies until then; of nobody else who may write at the same time. */
  static async create(path: string, temporary: string): Promise<SectionWriter> {
    return new SectionWriter(await open(temporary, 'w'), path, temporary)
  }
  private async write(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length; at += slice) {
      const part = bytes.subarray(at, at + slice)
      await this.file.writeFile(part)
      this.offset += part.length
    }
  }
  /** The numbers must not change until this is done. */
  async add(name: string, numbers: Numbers) {
    const bytes = new Uint8Array(numbers.buffer as ArrayBuffer, numbers.byteOffset, numbers.byteLength)
    const kind = kinds.find((k) => numbers instanceof globalThis[k])!
    this.sections.push({ name, kind, offset: this.offset, bytes: bytes.length, crc: await checksum(bytes) })
    await this.write(bytes)
  }
  /** Strings as UTF-8 in parts, so that long strings of one alphabet do not make all the others wide. */
  async addStrings(name: string, strings: readonly string[], n: number) {
    const lengths = new Int32Array(n)
    for (let i = 0; i < n; i++) lengths[i] = strings[i]!.length
    await this.add(`${name}.lengths`, lengths)
    let part = 0
    for (let from = 0; from < n; ) {
      let to = from
      for (let size = 0; to < n && size < 1 << 18; to++) size += lengths[to]!
      await this.add(`${name}.${part++}`, Buffer.from(strings.slice(from, to).join('')))
      from = to
      await setImmediate()
    }
  }
  async finish(header: unknown) {
    const directory = Buffer.from(JSON.stringify({ header, sections: this.sections } satisfies Directory))
    const footer = Buffer.alloc(footerBytes)
    footer.writeUInt32LE(directory.length, 0)
    footer.writeUInt32LE(crc32(directory), 4)
    footer.write(magic, 8, 'latin1')
    await this.write(directory)
    await this.write(footer)
    await this.file.sync()
    await this.file.close()
    await rename(this.temporary, this.path)
  }
  async abandon() {
    await this.file.close().catch(() => {})
    await rm(this.temporary, { force: true })
  }
}

/** Reads what `SectionWriter` wrote; every error means that the file is not to be used. */
export class SectionReader {
  readonly header: unknown
  private readonly file: FileHandle
  private readonly byName: Map<string, Section>
  private constructor(file: FileHandle, directory: Directory) {
    this.file = file
    this.header = directory.header
    this.byName = new Map(directory.sections.map((s) => [s.name, s]))
  }
  static async open(path: string): Promise<SectionReader> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const footer = Buffer.alloc(footerBytes)
      await readAll(file, footer, size - footerBytes)
      if (footer.toString('latin1', 8) !== magic) throw new Error('not a snapshot, or another format')
      const length = footer.readUInt32LE(0)
      if (length > size - footerBytes) throw new Error('the directory is damaged')
      const bytes = Buffer.alloc(length)
      await readAll(file, bytes, size - footerBytes - length)
      if (crc32(bytes) !== footer.readUInt32LE(4)) throw new Error('the directory is damaged')
      return new SectionReader(file, JSON.parse(bytes.toString()) as Directory)
    } catch (error) {
      await file.close()
      throw error
    }
  }
  async numbers<T extends Numbers>(name: string): Promise<T> {
    const section = this.byName.get(name)
    if (!section) throw new Error(`the snapshot lacks ${name}`)
    const buffer = new ArrayBuffer(section.bytes)
    const bytes = new Uint8Array(buffer)
    await readAll(this.file, bytes, section.offset)
    if (crc32(bytes) !== section.crc) throw new Error(`the snapshot is damaged in ${name}`)
    return makers[section.kind](buffer) as T
  }
  async strings(name: string): Promise<string[]> {
    const lengths = await this.numbers<Int32Array>(`${name}.lengths`)
    const strings: string[] = new Array(lengths.length)
    for (let part = 0, i = 0; i < lengths.length; part++) {
      const text = Buffer.from(await this.numbers<Uint8Array>(`${name}.${part}`)).toString()
      let at = 0
      for (; i < lengths.length && at < text.length; i++) {
        strings[i] = text.slice(at, at + lengths[i]!)
        at += lengths[i]!
      }
      // Empty strings have no text to be cut from.
      for (; i < lengths.length && lengths[i] === 0; i++) strings[i] = ''
    }
    return strings
  }
  close() {
    return this.file.close()
  }
}
async function readAll(file: FileHandle, into: Uint8Array, position: number) {
  if (position < 0) throw new Error('the snapshot is cut off')
  let done = 0
  while (done < into.length) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done)
    if (bytesRead === 0) throw new Error('the snapshot is cut off')
    done += bytesRead
  }
}
