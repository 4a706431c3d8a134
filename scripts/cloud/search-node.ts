import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, type Started, startServer } from './process.ts'
import { cloudFolder, installing, root, type Tools } from './tools.ts'

const source = join(root, 'scripts/cloud/search-node')
const flags = [
  '-Xms512m',
  '-Xmx1g',
  '--add-modules=jdk.incubator.vector',
  '--enable-native-access=ALL-UNNAMED',
  '--add-opens=java.base/java.nio=ALL-UNNAMED',
  '--add-opens=java.base/java.time=ALL-UNNAMED',
]

/** Code that runs for some minutes only is compiled quickly: the better compiler takes from the tests more than it gives. */
const briefly = ['-XX:TieredStopAtLevel=1']

/** Clauses of one query: a filter of 500 conditions in rows has several thousand. */
const maxClauses = 8192

/** Fetches OpenSearch's jars and compiles the main class, once. Gives the class path. Errors: `NotInstalled`. */
export function installSearchNode({ jdk, maven }: Tools): string {
  const folder = join(cloudFolder, 'opensearch')
  const done = join(folder, 'installed')
  const classPath = `${join(folder, 'jars')}/*:${folder}`
  if (existsSync(done)) return classPath
  mkdirSync(folder, { recursive: true })
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const pom = ['-f', join(source, 'pom.xml'), `-DoutputDirectory=${join(folder, 'jars')}`]
  installing('OpenSearch', () =>
    execFileSync(maven, ['-q', '-B', 'dependency:copy-dependencies', ...pom], { stdio: [...stdio] }),
  )
  execFileSync(join(jdk, 'bin/javac'), ['-cp', classPath, '-d', folder, join(source, 'SearchNode.java')], {
    stdio: [...stdio],
  })
  writeFileSync(done, '')
  return classPath
}

/** A real OpenSearch node on loopback; `folder` holds its data. */
export async function startSearchNode(
  tools: Tools,
  options: { folder: string; port?: number; isDetached?: boolean; isBrief?: boolean },
): Promise<Started & { url: string }> {
  const classPath = installSearchNode(tools)
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const started = await startServer({
    name: 'OpenSearch',
    command: join(tools.jdk, 'bin/java'),
    args: [
      ...flags,
      ...(options.isBrief ? briefly : []),
      ...['-cp', classPath, 'SearchNode', options.folder, String(port), String(await freePort())],
      ...(options.isDetached ? ['alone'] : []),
    ],
    log: join(options.folder, 'opensearch.log'),
    isDetached: options.isDetached,
    isReady: async () => (await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`)).ok,
    seconds: 120,
  })
  try {
    await setUp(url)
  } catch (error) {
    await started.stop()
    throw error
  }
  return { ...started, url }
}

/** What the domain's settings say in the cloud (lib/data-stack.ts). */
async function setUp(url: string) {
  const answer = await fetch(`${url}/_cluster/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persistent: { 'indices.query.bool.max_clause_count': maxClauses } }),
  })
  if (!answer.ok) throw new Error(`OpenSearch refused its settings: ${await answer.text()}`)
}
