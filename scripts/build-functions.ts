/**
 * Bundles every function of the cloud into dist/functions/{name}: calls, workers with their dead letters, the indexer,
 * the authoriser, what is public. An entry is made for each from its `uses`, so that a bundle holds only the adapters that the function
 * may use. The browser of the workers that print becomes a layer. Prints the sizes; fails above the limits.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { type PortName, portOf, type Use } from '../functions/runtime/ports.ts'
import { findParts } from '../lib/parts/find-parts.ts'
import { type CallSteps, stepsOf } from '../lib/parts/steps.ts'
import { unusedFamilies } from './build-functions/unused-families.ts'
import { buildChromiumLayer, maxUnzippedBytes } from './build-layers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist/functions')
const megabyte = 1024 * 1024
/**
 * Bytes that a bundle may have: 1 MB. Nobody waits for the start of a worker; the one of invoices searches, prints, draws and mails. The
 * generic writes hold the rules of every class, with the numbering plans and tax numbers of companies.
 */
const maxBundleBytes = (name: string) => (/^(workers|eav\/entity)\//.test(name) ? 1.25 : 1) * megabyte

/** What the steps before a call use; the same as in lib/parts/grants.ts. */
const stepPorts: Record<CallSteps, PortName[]> = {
  public: ['settings', 'clock'],
  'single-sign-on': ['settings', 'clock', 'signIn'],
  'signed-in': ['settings', 'clock', 'tokens', 'entities', 'reference', 'ids'],
}

function portImports(uses: readonly Use[]): string {
  const names = [...new Set(uses.map(portOf))]
  const imports = names.map((p) => `import { port as ${p} } from './functions/wiring/aws/${p}.ts'`)
  return `${imports.join('\n')}\nconst ports = { ${names.join(', ')} }`
}
/** What a function does is not run at its start but with its first request. */
const loading = (path: string, kind: string) =>
  `export const load = async () => Object.values(await import('./functions/${path}')).find((x) => x?.kind === '${kind}')`

const sources = [
  'functions',
  'shared',
  'scripts/build-functions.ts',
  'scripts/build-functions',
  'scripts/build-layers.ts',
  'lib/parts/find-parts.ts',
  'lib/parts/steps.ts',
  'package-lock.json',
]
/** True if the bundles are there and younger than every source; of a folder too, which a removed file makes younger. */
export function areFunctionsBuilt(): boolean {
  const done = join(out, 'sizes.json')
  if (!existsSync(done)) return false
  const at = statSync(done).mtimeMs
  const isOlder = (path: string): boolean => {
    const found = statSync(path)
    if (found.mtimeMs > at) return false
    return !found.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name)))
  }
  return sources.every((source) => isOlder(join(root, source)))
}

interface Entry {
  name: string
  /** Imports from the root of the project. */
  source: string
}

export async function entries(): Promise<Entry[]> {
  const parts = await findParts()
  const calls = parts.calls.map(({ contract, uses }) => {
    const steps = stepsOf(contract)
    return {
      name: contract.name,
      source: `import { lambdaOfCall } from './functions/runtime/lambda.ts'
${portImports([...stepPorts[steps], ...(contract.idempotent ? (['entities', 'ids'] as const) : []), ...uses])}
${loading(`calls/${contract.name}.ts`, 'call')}
export const handler = lambdaOfCall(load, ports)`,
    }
  })
  const workers = parts.workers.flatMap(({ jobKind, uses, deadUses, file }) => [
    {
      name: `workers/${jobKind}`,
      source: `import { lambdaOfWorker } from './functions/runtime/lambda.ts'
import { countTry } from './functions/wiring/aws/tries.ts'
${portImports(uses)}
${loading(`workers/${file}`, 'worker')}
export const handler = lambdaOfWorker(load, ports, countTry)`,
    },
    {
      name: `workers/${jobKind}-dead-letters`,
      source: `import { lambdaOfDeadLetters } from './functions/runtime/lambda.ts'
import { parkingDeadLetters } from './functions/wiring/aws/parked.ts'
${portImports(deadUses)}
${loading(`workers/${file}`, 'worker')}
export const handler = parkingDeadLetters(lambdaOfDeadLetters(load, ports))`,
    },
  ])
  const indexer = {
    name: 'streams/index-entities',
    source: `import { changeOfImage } from './functions/adapters/aws/entity-items.ts'
import { lambdaOfStream } from './functions/runtime/lambda.ts'
import { port as overflow } from './functions/wiring/aws/files.ts'
${portImports(parts.indexer)}
${loading('streams/index-entities.ts', 'stream')}
export const handler = lambdaOfStream(load, ports, (image, seq) => changeOfImage(image, seq, overflow))`,
  }
  const authorizer = {
    name: 'authorizer',
    source: `import { lambdaOfAuthorizer } from './functions/runtime/lambda.ts'
import { actorResolver } from './functions/runtime/steps/actor.ts'
${portImports(stepPorts['signed-in'])}
export const handler = lambdaOfAuthorizer(actorResolver(ports), (token) => tokens.verify(token))`,
  }
  const openToAll = {
    name: 'public',
    source: `import { lambdaOfPublic } from './functions/runtime/lambda-public.ts'
${portImports([...stepPorts.public, ...parts.publicSite])}
${loading('public/site.ts', 'public-site')}
export const handler = lambdaOfPublic(load, ports)`,
  }
  return [...calls, ...workers, indexer, authorizer, openToAll]
}

/** The entry is made, it is no file: esbuild asks here for what is in it. */
const made = (source: string): Plugin => ({
  name: 'made',
  setup(build) {
    build.onResolve({ filter: /^made:/ }, ({ path }) => ({ path, namespace: 'made' }))
    build.onLoad({ filter: /./, namespace: 'made' }, () => ({
      contents: source,
      resolveDir: root,
      loader: 'ts',
    }))
  },
})

const common = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  minify: true,
  metafile: true,
  sourcemap: 'linked',
  sourcesContent: false,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  alias: { '@aws-sdk/credential-provider-node': join(root, 'functions/wiring/aws/credentials.ts') },
  // The SDK's half for browsers asks for it when it runs there; a function never does.
  external: ['bowser'],
  // CommonJS parts of the SDKs ask for Node's own modules by require.
  banner: {
    js: "import { createRequire as __cr } from 'node:module';const require = __cr(import.meta.url);",
  },
} satisfies BuildOptions

/**
 * How a bundle is made of an entry: index.mjs, and beside it the files that only the first request loads, so that V8
 * need not even read those at the start. Each bundle is made alone: made together, they would share files.
 */
export const bundling = (source: string, outdir: string) =>
  ({
    ...common,
    entryPoints: [{ in: 'made:entry', out: 'index' }],
    plugins: [made(source), unusedFamilies],
    outdir,
    outExtension: { '.js': '.mjs' },
  }) satisfies BuildOptions

/** A bundle as it lies in dist/functions. */
export interface Bundle {
  name: string
  /** All its files, without the source maps. */
  bytes: number
  /** Files of ours that are in it. */
  files: string[]
  /** The same for bundles that run the same files at their start; they differ in what their first request loads. */
  start: string
}

/** Errors: a fault in the sources. */
export async function bundle({ name, source }: Entry, outdir = join(out, name)): Promise<Bundle> {
  const { outputs } = (await build(bundling(source, outdir))).metafile
  const paths = Object.keys(outputs).filter((path) => !path.endsWith('.map'))
  const atStart = new Set(paths.filter((path) => basename(path) === 'index.mjs'))
  // A set takes what is added while it is gone through.
  for (const path of atStart)
    for (const { kind, path: imported, external } of outputs[path]!.imports)
      if (kind === 'import-statement' && !external) atStart.add(imported)
  const inputs = (of: Iterable<string>) =>
    [...new Set([...of].flatMap((path) => Object.keys(outputs[path]!.inputs)))].sort()
  return {
    name,
    bytes: paths.reduce((sum, path) => sum + outputs[path]!.bytes, 0),
    files: inputs(paths).filter((path) => /^(functions|shared)\//.test(path)),
    start: createHash('sha256').update(inputs(atStart).join('\n')).digest('hex'),
  }
}

/** Names of those that draw with the browser, and are larger with its layer than a function may be. */
export const tooLargeWithLayer = (bundles: readonly Omit<Bundle, 'start'>[], layer: number): string[] =>
  bundles
    .filter(
      ({ files, bytes }) => files.includes('functions/wiring/aws/pdf.ts') && layer + bytes > maxUnzippedBytes,
    )
    .map(({ name }) => name)

/** Errors: bundles above the limit, by name. */
export async function buildFunctions(): Promise<Bundle[]> {
  rmSync(out, { recursive: true, force: true })
  const waiting = await entries()
  const sizes: Bundle[] = []
  // Two at a time: one alone leaves a processor free while it is linked.
  async function some(): Promise<void> {
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) sizes.push(await bundle(entry))
  }
  await Promise.all([some(), some()])
  const large = sizes.filter(({ name, bytes }) => bytes > maxBundleBytes(name))
  if (large.length > 0) throw new Error(`Too large: ${large.map((s) => s.name).join(', ')}`)
  const withLayer = tooLargeWithLayer(sizes, await buildChromiumLayer())
  if (withLayer.length > 0)
    throw new Error(`Larger than ${maxUnzippedBytes} bytes with the browser's layer: ${withLayer.join(', ')}`)
  // Written last: its age tells whether all of it is there and still good.
  writeFileSync(join(out, 'sizes.json'), JSON.stringify(sizes))
  return sizes.sort((a, b) => b.bytes - a.bytes)
}

if (import.meta.main) {
  const started = performance.now()
  const sizes = await buildFunctions()
  for (const { name, bytes } of sizes.slice(0, 8))
    console.log(`${(bytes / 1024).toFixed(0).padStart(6)} kB  ${name}`)
  const count = readdirSync(out).length
  console.log(
    `${sizes.length} functions in ${count} folders, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}
