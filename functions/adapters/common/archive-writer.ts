import { Readable } from 'node:stream'
import type { ArchiveWriter } from '../../ports/archive-writer.ts'

/** Of no meaning, and the same at each try. */
const fixed = { mtime: new Date('2020-01-01T00:00:00Z'), forceDosTimestamp: true, compressionLevel: 4 }

export const archiveWriter: ArchiveWriter = {
  async *zip(entries) {
    const { ZipFile } = await import('yazl')
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    const fail = (error: Error) => output.destroy(error)
    zip.on('error', fail)
    for (const { name, content } of entries)
      zip.addReadStreamLazy(name, fixed, (give) => {
        async function* pieces() {
          yield await content()
        }
        const stream = Readable.from(pieces(), { objectMode: false })
        stream.once('error', fail)
        give(null, stream)
      })
    zip.end()
    try {
      for await (const piece of output) yield piece as Uint8Array
    } finally {
      output.destroy()
    }
  },
}
