import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'
import { bundling } from '../../scripts/build-functions.ts'
import { temporaryFolder } from '../ports/embedded.ts'

it('a bundle holds of the search client what functions call, and says where to let more in', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const file = join(folder.path, 'index.mjs')
  const source = `import { Client } from '@opensearch-project/opensearch'
export const client = new Client({ node: 'http://127.0.0.1:1' })`
  const { metafile } = await build({ ...bundling(source, file), sourcemap: false })
  const { client } = (await import(pathToFileURL(file).href)) as {
    client: Record<string, Record<string, unknown>>
  }
  expect(typeof client['search']).toBe('function')
  expect(typeof client['indices']!['create']).toBe('function')
  expect(() => client['cat']).toThrow(
    'client.cat is not in this bundle: scripts/build-functions/unused-families.ts',
  )
  expect(Object.keys(metafile.inputs).filter((name) => name.includes('/api/security/'))).toHaveLength(1)
})
