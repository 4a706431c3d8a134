import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FileStore } from '../../ports/file-store.ts'
import type { Snapshots } from '../../ports/snapshots.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)
const keyOf = (name: string) => `snapshots/${name}`

/** Snapshots as files, packed. */
export const createSnapshots = (files: Pick<FileStore, 'get' | 'put'>): Snapshots => ({
  async get(name) {
    try {
      const { body } = await files.get(keyOf(name))
      return JSON.parse((await unpack(body)).toString('utf8'))
    } catch {
      // Whatever is wrong with it, it is made anew.
      return undefined
    }
  },
  async put(name, value) {
    await files.put(keyOf(name), await pack(JSON.stringify(value), { level: 4 }), 'application/gzip')
  },
})
