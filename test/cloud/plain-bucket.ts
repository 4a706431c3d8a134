import type { Bucket } from '../../functions/adapters/aws/overflow.ts'
import { checkFileKey } from '../../functions/adapters/common/file-key.ts'
import { notFound } from '../../shared/errors.ts'

/** A bucket in memory, for tests that are about the table. */
export function plainBucket(): Bucket & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>()
  return {
    files,
    async put(key, body) {
      checkFileKey(key)
      files.set(key, Uint8Array.from(body))
    },
    async get(key) {
      const body = files.get(key)
      if (!body) throw notFound(key)
      return { body, contentType: 'application/octet-stream' }
    },
    async delete(key) {
      files.delete(key)
    },
  }
}
