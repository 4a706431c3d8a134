/**
 * `npm run cloud`: the whole deployment on this machine: a real OpenSearch node and the emulated cloud on loopback, all
 * stacks, demonstration data. Its data is thrown away at the end. PORT (3500), SEED (`demo` or `none`). Ctrl C ends it;
 * `npm run cloud -- --stop` ends one that runs elsewhere, or what one that was killed has left behind.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { errorMessage } from '../shared/errors.ts'
import { startEdge } from './cloud/edge.ts'
import { originSecret } from './cloud/origin-secret.ts'
import { tokenOf } from './cloud/people.ts'
import { isRunning, type Running, stopProcess } from './cloud/process.ts'
import { startStage } from './cloud/stage.ts'
import { cloudFolder, findTools } from './cloud/tools.ts'
import { demoPassword } from './start/app.ts'

const note = join(cloudFolder, 'running.json')
const folder = join(cloudFolder, 'run')
const say = (line: string) => console.log(line)

/** What an earlier start left running, by process id; a process that has another one's id by now is left alone. */
async function stop(): Promise<number> {
  if (!existsSync(note)) return 0
  const running = JSON.parse(readFileSync(note, 'utf8')) as Running[]
  let count = 0
  for (const one of running) if (await stopProcess(one)) count++
  rmSync(note, { force: true })
  return count
}

async function start(): Promise<void> {
  const tools = findTools()
  if (typeof tools === 'string') throw new Error(tools)
  const others = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as Running[]) : []
  if (others.some((one) => one.name === 'npm run cloud' && isRunning(one)))
    throw new Error('It is running already. End it with: npm run cloud -- --stop')
  await stop()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const running: Running[] = [{ name: 'npm run cloud', pid: process.pid, holds: 'cloud.ts' }]
  const remember = (more: Running[]) => {
    running.push(...more)
    writeFileSync(note, JSON.stringify(running))
  }
  remember([])
  const stage = await startStage({
    tools,
    folder,
    seed: process.env['SEED'] !== 'none',
    say,
    onStart: (more) => remember([more]),
  })
  const edge = await startEdge({
    port: Number(process.env['PORT'] || '3500'),
    endpoint: stage.target.cloud.endpoint,
    apiId: stage.deployed.apiId,
    edge: stage.deployed.edge,
    tokenOf: (user) => tokenOf(stage.pool, user, demoPassword),
    originSecret: () => originSecret(stage.target),
  })
  // For tests that are worked on: they take this stage instead of making one (test/cloud/deployed/setup.ts).
  const { target, deployed, pool, pids } = stage
  const { endpoint, client } = target.cloud
  writeFileSync(
    join(folder, 'stage.json'),
    JSON.stringify({
      app: edge.url,
      dataDir: folder,
      stage: { target: { ...target, cloud: { endpoint, client } }, deployed, pool, pids },
    }),
  )
  let isEnding = false
  const end = async () => {
    if (isEnding) process.exit(1)
    isEnding = true
    say('\nEnding …')
    await edge.close()
    await stage.stop()
    rmSync(note, { force: true })
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  say(
    [
      `Inputlist is ready at ${edge.url}, on the emulated cloud at ${stage.target.cloud.endpoint}`,
      `Sign in with the password ${demoPassword} as`,
      ...stage.users.map((user) => `  ${user.name}`),
      'Ctrl C ends it, and its data.',
    ].join('\n'),
  )
}

try {
  const { values } = parseArgs({ options: { stop: { type: 'boolean' } } })
  if (values.stop) {
    const count = await stop()
    say(count > 0 ? `Ended ${count} processes.` : 'Nothing was running.')
  } else await start()
} catch (error) {
  console.error(errorMessage(error))
  await stop().catch(() => {})
  process.exit(1)
}
