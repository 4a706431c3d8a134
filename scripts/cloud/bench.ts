/**
 * `npm run bench:cloud`: a whole stage on this machine, measured: how long its deployment takes, how soon a save is
 * found, how long a deployment that changes nothing takes, and its destruction. What the machine does beside counts.
 * `CLOUD_STAGE=.cloud/run/stage.json` takes the stage that `npm run cloud` has started, and leaves it there.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '../../shared/calls/auth/domain/login.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Contract, Envelope, OutputOf } from '../../shared/contract.ts'
import { demoPassword } from '../start/app.ts'
import { deploy, destroy } from './deploy.ts'
import { throughEdge } from './origin-secret.ts'
import { tokenOf } from './people.ts'
import { type Stage, startStage } from './stage.ts'
import { findTools } from './tools.ts'

const saves = 100
const atOnce = 2
/** Milliseconds between two questions whether it is found: how exact the figure is. */
const askEvery = 50

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

type Caller = <C extends Contract>(contract: C, input: object) => Promise<OutputOf<C>>
async function signIn({ target, deployed, pool }: Measured): Promise<Caller> {
  const base = `${target.cloud.endpoint}/_aws/execute-api/${deployed.apiId}/$default/api`
  const edge = await throughEdge(target)
  let jwt: string | undefined
  const call: Caller = async (contract, input) => {
    const answer = await fetch(`${base}/${contract.name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...edge,
        ...(jwt && { authorization: `Bearer ${jwt}` }),
      },
      body: JSON.stringify(input),
    })
    const body = (await answer.json()) as Envelope<never>
    if (!body.ok) throw new Error(`${contract.name}: ${body.message}`)
    return body.data
  }
  jwt = (await call(login, { token: await tokenOf(pool, 'core', demoPassword) })).jwt
  return call
}

/** Milliseconds from the answer of each save until a search by its new name finds it. */
async function lags(call: Caller): Promise<number[]> {
  const list = fixedIds.list.base
  const page = { pagination: { start: 0, limit: 250 }, sorting: ['name:asc'], columns: ['name'] }
  const ours: { id: string; rev: number }[] = []
  for (const { id } of (await call(search, page)).list) {
    const view = await call(load, { id })
    if (view.may[list]?.includes('product:edit')) ours.push({ id, rev: view.rev })
    if (ours.length === atOnce) break
  }
  async function lag(product: { id: string; rev: number }): Promise<number> {
    const name = `Zeit ${product.id.slice(0, 8)} ${product.rev}`
    const patch = [{ op: 'replace', path: `/listData/${list}/basis-f1/textValue`, value: name }]
    product.rev = (await call(save, { ...product, patch })).rev
    const isFound = async () => {
      const pagination = { start: 0, limit: 10 }
      const found = await call(search, { pagination, sorting: [], columns: ['name'], name })
      return found.list.some((row) => row.columns['name'] === name)
    }
    const { ms } = await timed(async () => {
      while (!(await isFound())) await new Promise((resolve) => setTimeout(resolve, askEvery))
    })
    return ms
  }
  // The first come behind all that the demonstration has written.
  await Promise.all(ours.map(lag))
  const measured: number[] = []
  let left = saves
  await Promise.all(
    ours.map(async (product) => {
      while (left-- > 0) measured.push(await lag(product))
    }),
  )
  return measured.sort((a, b) => a - b)
}

type Measured = Pick<Stage, 'target' | 'deployed' | 'pool'>
async function measure(stage: Measured): Promise<void> {
  const call = await signIn(stage)
  const sorted = await lags(call)
  const at = (share: number) => seconds(sorted[Math.ceil(sorted.length * share) - 1]!)
  const figures = `p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`
  console.log(`Save to found, ${sorted.length} saves, ${atOnce} at once: ${figures}`)
  const again = await timed(() => deploy(stage.target))
  console.log(`Second deployment, ${again.value.changed.length} stacks changed: ${seconds(again.ms)}`)
}

const running = process.env['CLOUD_STAGE']
if (running) {
  await measure((JSON.parse(await readFile(running, 'utf8')) as { stage: Measured }).stage)
} else {
  const tools = findTools()
  if (typeof tools === 'string') throw new Error(tools)
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-figures-'))
  try {
    const stage = await startStage({ tools, folder, seed: true, say: (line) => console.log(line) })
    try {
      await measure(stage)
      console.log(`Destroyed: ${seconds((await timed(() => destroy(stage.target))).ms)}`)
    } finally {
      await stage.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
