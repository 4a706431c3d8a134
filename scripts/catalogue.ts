/** Writes shared/catalogue.ts: every contract of shared/calls by its name. The folder is the list; there is no other. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Contract, isContract } from '../shared/contract.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = `${root}shared/catalogue.ts`

/** Names of all calls, from the files of a folder of calls (`shared/calls`, `functions/calls`), sorted. */
export function callFiles(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort()
}

/** Contracts with the name of their export, in the order of their names. Fails on a file without exactly one. */
export async function readContracts(): Promise<{ file: string; exportName: string; contract: Contract }[]> {
  return Promise.all(
    callFiles('shared/calls').map(async (file) => {
      const module: Record<string, unknown> = await import(
        pathToFileURL(`${root}shared/calls/${file}.ts`).href
      )
      const found = Object.entries(module).filter(([, value]) => isContract(value))
      if (found.length !== 1)
        throw new Error(`shared/calls/${file}.ts must export one contract, it exports ${found.length}`)
      const [exportName, contract] = found[0]!
      return { file, exportName, contract: contract as Contract }
    }),
  )
}

const localName = (file: string) => file.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())

export async function catalogueSource(): Promise<string> {
  const contracts = await readContracts()
  return [
    '/** Made by scripts/catalogue.ts from the files of shared/calls: run `npm run catalogue`, do not edit. */',
    ...contracts.map(
      ({ file, exportName }) => `import { ${exportName} as ${localName(file)} } from './calls/${file}.ts'`,
    ),
    '',
    'export const catalogue = {',
    ...contracts.map(({ file }) => `  '${file}': ${localName(file)},`),
    '} as const',
    'export type CallName = keyof typeof catalogue',
    '',
  ].join('\n')
}

/** True if it had to be written anew. */
export async function writeCatalogue(): Promise<boolean> {
  const source = await catalogueSource()
  let before = ''
  try {
    before = readFileSync(target, 'utf8')
  } catch {}
  if (before === source) return false
  writeFileSync(target, source)
  return true
}

if (import.meta.main) {
  const isNew = await writeCatalogue()
  console.log(isNew ? 'shared/catalogue.ts written' : 'shared/catalogue.ts is up to date')
}
