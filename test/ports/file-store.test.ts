import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileStore } from '../../functions/adapters/embedded/file-store.ts'
import { temporaryFolder } from './embedded.ts'
import { fileStoreContract } from './file-store.suite.ts'

async function open() {
  const folder = await temporaryFolder()
  return { folder: folder.path, files: createFileStore(join(folder.path, 'files')), close: folder.remove }
}
fileStoreContract('disk', open)

describe('file store on disk', () => {
  it('finds its files again in another process, and leaves no drafts behind', async () => {
    const t = await open()
    await t.files.put('uploads/a', Uint8Array.of(1, 2), 'text/plain')
    const again = createFileStore(join(t.folder, 'files'))
    expect([...(await again.get('uploads/a')).body]).toEqual([1, 2])
    expect(await readdir(join(t.folder, 'files', 'tmp'))).toEqual([])
    await t.close()
  })
  it('removes uploads that nobody has completed for two days, parts of exports as old, and nothing else', async () => {
    const t = await open()
    const hour = 3_600_000
    const at = (hours: number) => createFileStore(join(t.folder, 'files'), () => Date.now() + hours * hour)
    const late = ['incoming/late', 'export-parts/job/rows/0']
    for (const key of [...late, 'uploads/kept']) await t.files.put(key, Uint8Array.of(1), 'text/plain')
    const kept = async (key: string) => Promise.all([...late, key].map((one) => t.files.has(one)))
    await at(47).put('uploads/other', Uint8Array.of(1), 'text/plain')
    expect(await kept('uploads/kept')).toEqual([true, true, true])
    const later = at(49)
    await later.put('incoming/new', Uint8Array.of(1), 'text/plain')
    expect(await kept('uploads/kept')).toEqual([false, false, true])
    expect(await later.has('incoming/new')).toBe(true)
    await t.close()
  })
})
