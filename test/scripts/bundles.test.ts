/** How functions are bundled, and what is told of a bundle. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { inSources } from '../../functions/runtime/source-map.ts'
import { bundling } from '../../scripts/build-functions.ts'
import { baselineOf, clientsOf } from '../../scripts/init/baselines.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'inputlist-bundles-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a bundle', () => {
  it('runs what it loads only then', async () => {
    writeFileSync(join(folder, 'later.ts'), "console.log('work')\nexport const later = 1\n")
    const out = join(folder, 'later/index.mjs')
    await build(
      bundling(`const load = () => import('${folder}/later.ts')\nconsole.log('start')\nawait load()`, out),
    )
    expect(execFileSync(process.execPath, [out], { encoding: 'utf8' })).toBe('start\nwork\n')
  })
  it('tells an error by the place in the source', async () => {
    writeFileSync(
      join(folder, 'fault.ts'),
      "export function fault(): never {\n  throw new Error('this is line two')\n}\n",
    )
    const out = join(folder, 'fault/index.mjs')
    await build(
      bundling(
        `import { fault } from '${folder}/fault.ts'\ntry { fault() } catch (e) { console.log(e.stack) }`,
        out,
      ),
    )
    const stack = execFileSync(process.execPath, [out], { encoding: 'utf8' })
    expect(stack).toContain('index.mjs:')
    expect(inSources(stack)).toMatch(/fault\.ts:2:9/)
    expect(inSources('at run (/nowhere/index.mjs:1:2)')).toBe('at run (/nowhere/index.mjs:1:2)')
  })
  it('holds of the search client what functions call, and says where to let more in', async () => {
    const out = join(folder, 'search/index.mjs')
    const source = `import { Client } from '@opensearch-project/opensearch'
export const client = new Client({ node: 'http://127.0.0.1:1' })`
    const { metafile } = await build({ ...bundling(source, out), sourcemap: false })
    const { client } = (await import(pathToFileURL(out).href)) as {
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
    const entry = baselineOf({ name: 'a/call', bytes: 1, files }, root)
    expect(entry).toContain("import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm'")
    expect(entry).toContain(
      'export const sdk = [GetSecretValueCommand, new SecretsManagerClient(client), GetParametersCommand, new SSMClient(client)]',
    )
    expect(clientsOf(entry)).toBe('SecretsManager SSM')
  })
  it('makes the client of the index as its port does, and takes no types', () => {
    const files = ['functions/wiring/aws/index.ts', 'functions/adapters/aws/search-index.ts']
    const entry = baselineOf({ name: 'a/search', bytes: 1, files }, root)
    expect(entry).toContain("import { Client } from '@opensearch-project/opensearch'")
    expect(clientsOf(entry)).toBe('OpenSearch')
  })
})
