/** A whole stage on one machine: services, functions, site, people, data. */
import { join } from 'node:path'
import { areFunctionsBuilt, buildFunctions } from '../build-functions.ts'
import { demoEmail, demoUsers } from '../seed/people.ts'
import { demoPassword, demoRoles } from '../start/app.ts'
import { buildWeb, needsBuild } from '../start/web-build.ts'
import { bootstrap, type Deployed, deploy, type Target, uploadSite, verifySender } from './deploy.ts'
import { startEmulator } from './emulator.ts'
import { makeDemoUsers } from './people.ts'
import type { Running } from './process.ts'
import { startSearchNode } from './search-node.ts'
import { seedStage } from './seed.ts'
import { completeTable } from './table.ts'
import { root, type Tools } from './tools.ts'

export interface Stage {
  target: Target
  deployed: Deployed
  pool: { endpoint: string; poolId: string; clientId: string }
  users: { name: string; role: string }[]
  /** Of the emulated cloud, whose children the functions are, and of the search node. */
  pids: { cloud: number; index: number }
  stop(): Promise<void>
}

export async function startStage(options: {
  tools: Tools
  folder: string
  seed: boolean
  /** Of the demonstration's products, the first so many only. */
  products?: number
  /** For tests: nothing is measured. */
  isBrief?: boolean
  say: (line: string) => void
  onStart?: (started: Running) => void
}): Promise<Stage> {
  const { tools, folder, say } = options
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const one of started.splice(0).reverse()) await one.stop()
  }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await work()
    say(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
    return result
  }
  try {
    if (needsBuild(root)) await timed('Web app built', () => buildWeb(root))
    if (!areFunctionsBuilt()) await timed('Functions built', buildFunctions)
    const node = await timed('OpenSearch started', () =>
      startSearchNode(tools, { folder: join(folder, 'opensearch'), isBrief: options.isBrief }),
    )
    started.push(node)
    options.onStart?.({ name: 'OpenSearch', pid: node.pid, holds: 'SearchNode' })
    const cloud = await timed('Emulated cloud started', () => startEmulator({ folder, indexNode: node.url }))
    started.push(cloud)
    options.onStart?.({ name: 'emulated cloud', pid: cloud.pid, holds: 'emulated' })
    const target = { cloud, indexUrl: node.url, folder }
    await timed('Account prepared', () => bootstrap(target))
    await verifySender(target)
    const deployed = await timed('Stacks deployed', () => deploy(target))
    await completeTable(target, deployed)
    const { poolId, clientId } = deployed
    const { signIn } = deployed.config
    if (signIn.kind !== 'password') throw new Error('the stage on one machine signs in by passwords')
    const pool = { endpoint: cloud.endpoint, poolId, clientId }
    const users = demoUsers.map((user) => ({ name: demoEmail(user), role: demoRoles[user] }))
    await timed('Site uploaded', () =>
      uploadSite(target, deployed, {
        ...deployed.config,
        signIn: { ...signIn, endpoint: '/_cognito/' },
        demo: { password: demoPassword, users },
      }),
    )
    const subs = await makeDemoUsers(pool, demoPassword)
    await timed('Data written', () =>
      seedStage(target, deployed, { isWhole: options.seed, products: options.products, subs }, say),
    )
    return { target, deployed, pool, users, pids: { cloud: cloud.pid, index: node.pid }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
