/** How functions are bundled, and what is told of a bundle. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { inSources } from '../../functions/runtime/source-map.ts'
import { bundle, bundling, entries, tooLargeWithLayer } from '../../scripts/build-functions.ts'
import { maxUnzippedBytes } from '../../scripts/build-layers.ts'
import { baselineOf, clientsOf } from '../../scripts/init/baselines.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'inputlist-bundles-'))
afterAll(() => rmSync(folder, { recursive: true }))
const run = (bundled: string) =>
  execFileSync(process.execPath, [join(bundled, 'index.mjs')], { encoding: 'utf8' })

describe('a bundle', () => {
  it('reads what the first request loads only then, from a file of its own', async () => {
    writeFileSync(join(folder, 'later.ts'), "console.log('work')\nexport const later = 1\n")
    const out = join(folder, 'later')
    await build(
      bundling(`const load = () => import('${folder}/later.ts')\nconsole.log('start')\nawait load()`, out),
    )
    expect(readFileSync(join(out, 'index.mjs'), 'utf8')).not.toContain('"work"')
    expect(run(out)).toBe('start\nwork\n')
  })
  it('tells an error by the place in the source, also in what is loaded later', async () => {
    writeFileSync(
      join(folder, 'fault.ts'),
      "export function fault(): never {\n  throw new Error('this is line two')\n}\n",
    )
    for (const importing of [`import { fault } from`, `const { fault } = await import(`]) {
      const out = join(folder, 'fault')
      const end = importing.endsWith('(') ? ')' : ''
      await build(
        bundling(
          `${importing} '${folder}/fault.ts'${end}\ntry { fault() } catch (e) { console.log(e.stack) }`,
          out,
        ),
      )
      const stack = run(out)
      expect(stack).toContain('index.mjs:')
      expect(inSources(stack)).toMatch(/fault\.ts:2:9/)
    }
    expect(inSources('at run (/nowhere/index.mjs:1:2)')).toBe('at run (/nowhere/index.mjs:1:2)')
  })
  it('of each worker that prints is measured with the layer that it runs with', async () => {
    const printing = (await entries()).filter(({ source }) => source.includes('functions/wiring/aws/pdf.ts'))
    expect(printing.map(({ name }) => name).sort()).toEqual([
      'workers/confirmation',
      'workers/invoice',
      'workers/pdf',
      'workers/report',
    ])
    const files = ['functions/wiring/aws/pdf.ts']
    const bundles = [
      { name: 'workers/confirmation', bytes: 1000, files },
      { name: 'workers/pdf', bytes: 900, files },
      { name: 'workers/export', bytes: 2000, files: [] },
    ]
    expect(tooLargeWithLayer(bundles, maxUnzippedBytes - 1000)).toEqual([])
    expect(tooLargeWithLayer(bundles, maxUnzippedBytes - 999)).toEqual(['workers/confirmation'])
  })
  it('starts like another that differs only in what it loads later; its size is that of all its files', async () => {
    const text = (n: number) => `export const text = '${'x'.repeat(n)}'\n`
    for (const n of [1000, 2000]) writeFileSync(join(folder, `text${n}.ts`), text(n))
    const later = (n: number) => `export const load = () => import('${folder}/text${n}.ts')`
    const made = (name: string, source: string) => bundle({ name, source }, join(folder, name))
    const small = await made('small', later(1000))
    const large = await made('large', later(2000))
    const atStart = await made('at-start', `export { text } from '${folder}/text1000.ts'`)
    expect(large.start).toBe(small.start)
    expect(atStart.start).not.toBe(small.start)
    expect(large.bytes - small.bytes).toBe(1000)
  })
  it('is the same wherever the project lies: what it is made of names no folder of this machine', async () => {
    for (const { source } of await entries()) expect(source).not.toContain(root)
  })
  it('holds of the search client what functions call, and says where to let more in', async () => {
    const out = join(folder, 'search')
    const source = `import { Client } from '@opensearch-project/opensearch'
export const client = new Client({ node: 'http://127.0.0.1:1' })`
    const { metafile } = await build({ ...bundling(source, out), sourcemap: false })
    const { client } = (await import(pathToFileURL(join(out, 'index.mjs')).href)) as {
      client: Record<string, Record<string, unknown>>
    }
    expect(typeof client['search']).toBe('function')
    expect(typeof client['indices']!['create']).toBe('function')
    expect(() => client['cat']).toThrow(
      'client.cat is not in this bundle: scripts/build-functions/unused-families.ts',
    )
    expect(Object.keys(metafile.inputs).filter((name) => name.includes('/api/security/'))).toHaveLength(1)
  })
})

describe('the baseline of a bundle', () => {
  it('has the clients of its ports with the commands that they send, and nothing else', () => {
    const files = [
      'functions/wiring/aws/settings.ts',
      'functions/adapters/aws/settings.ts',
      'shared/errors.ts',
    ]
    const entry = baselineOf({ name: 'a/call', bytes: 1, files, start: '' }, root)
    expect(entry).toContain("import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm'")
    expect(entry).toContain(
      'export const sdk = [GetSecretValueCommand, new SecretsManagerClient(client), GetParametersCommand, new SSMClient(client)]',
    )
    expect(clientsOf(entry)).toBe('SecretsManager SSM')
  })
  it('makes the client of the index as its port does, and takes no types', () => {
    const files = ['functions/wiring/aws/index.ts', 'functions/adapters/aws/search-index.ts']
    const entry = baselineOf({ name: 'a/search', bytes: 1, files, start: '' }, root)
    expect(entry).toContain("import { Client } from '@opensearch-project/opensearch'")
    expect(clientsOf(entry)).toBe('OpenSearch')
  })
})
