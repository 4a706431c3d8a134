/**
 * `npm run new-call -- bml/product/archive "Archive a list of a product"`: contract, handler and test of a call, in their
 * places, and the catalogue and OpenAPI document made anew. Nothing that exists is overwritten.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessage } from '../shared/errors.ts'

const namePattern = /^[a-z]+(\/[a-z]+){1,2}$/
/** Words that may not name a constant. */
const reserved = new Set([
  'delete',
  'new',
  'class',
  'import',
  'export',
  'default',
  'function',
  'return',
  'switch',
])

export interface Skeleton {
  path: string
  text: string
}

/** The three files of a new call. Fails with a sentence if the name cannot be one. */
export function skeletons(name: string, title: string): Skeleton[] {
  if (!namePattern.test(name))
    throw new Error(
      `A call is named service/module/call in small letters, like bml/product/archive; not "${name}".`,
    )
  if (title.trim() === '')
    throw new Error('Say in a few words what the call does: it stands in the documentation.')
  const last = name.split('/').at(-1) as string
  const constant = reserved.has(last) ? `${last}Call` : last
  const contractPath = `shared/calls/${name}.ts`
  const handlerPath = `functions/calls/${name}.ts`
  const testPath = `test/calls/${name.replaceAll('/', '-')}.test.ts`
  const from = (path: string, target: string) => {
    const way = relative(dirname(path), target).replaceAll('\\\\', '/')
    return way.startsWith('.') ? way : `./${way}`
  }
  const quoted = title.trim().replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  return [
    {
      path: contractPath,
      text: `import * as z from 'zod'
import { contract } from '${from(contractPath, 'shared/contract.ts')}'
import { id } from '${from(contractPath, 'shared/model/basics.ts')}'

export const ${constant} = contract({
  name: '${name}',
  title: '${quoted}',
  access: 'signed-in',
  input: z.strictObject({ id }),
  output: z.object({ id }),
})
`,
    },
    {
      path: handlerPath,
      text: `import { ${constant} } from '${from(handlerPath, contractPath)}'
import { notFound } from '${from(handlerPath, 'shared/errors.ts')}'
import { call } from '${from(handlerPath, 'functions/runtime/call.ts')}'

/** ${title.trim()}. Errors: not_found. */
export default call(${constant}, ['entities'], async (input, { entities }) => {
  const entity = await entities.get(input.id)
  if (!entity) throw notFound(input.id)
  return { id: entity.id }
})
`,
    },
    {
      path: testPath,
      text: `import { afterAll, beforeAll, expect, it } from 'vitest'
import { ${constant} } from '${from(testPath, contractPath)}'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

it('answers not_found for an id that nothing has', async () => {
  await expect(h.as('core').call(${constant}, { id: ids.nothing })).rejects.toMatchObject({ code: 'not_found' })
})
`,
    },
  ]
}

/** Writes the files below `root`. Fails, before writing any, if one exists. */
export function writeSkeletons(root: string, files: Skeleton[]) {
  for (const { path } of files) if (existsSync(join(root, path))) throw new Error(`${path} exists already.`)
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const [name = '', ...title] = process.argv.slice(2)
  try {
    const files = skeletons(name, title.join(' '))
    writeSkeletons(root, files)
    const { writeCatalogue } = await import('./catalogue.ts')
    await writeCatalogue()
    const { openApiText } = await import('./openapi.ts')
    writeFileSync(join(root, 'openapi.json'), await openApiText())
    const paths = files.map((file) => file.path)
    spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', ...paths], {
      cwd: root,
    })
    for (const path of paths) console.log(`written: ${path}`)
    console.log('Now say in the contract who may call it (access), what goes in and what comes out,')
    console.log(
      'and in test/calls/secrecy.calls.ts, or secrecy.writes.ts where it writes, what is asked of it.',
    )
  } catch (error) {
    console.error(errorMessage(error))
    process.exitCode = 1
  }
}
