/** Deployments of a stage that people work on. */
import { appendFile, mkdir, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { type Deployed, deploy, destroy, type Target } from '../../../scripts/cloud/deploy.ts'
import { throughEdge } from '../../../scripts/cloud/origin-secret.ts'
import { root } from '../../../scripts/cloud/tools.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { status } from '../../../shared/calls/system/status.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { type Api, apiAs, baseList, takeProduct } from '../../e2e/api.ts'

const { target } = inject('stage')
const isOurs = (view: ProductView) => view.may[baseList]?.includes('product:edit') === true

test('a second deployment changes nothing', async () => {
  expect((await deploy(target)).changed).toEqual([])
})

/** Every bundle gets another content, as a new version has; `undo` brings the old one back. */
async function changeFunctions(): Promise<{ undo(): Promise<void> }> {
  const folder = join(root, 'dist/functions')
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => file.endsWith('index.mjs'))
    .map((file) => join(folder, file))
  const sizes = new Map<string, number>()
  for (const file of files) {
    sizes.set(file, (await stat(file)).size)
    await appendFile(file, `\n// ${Date.now()}\n`)
  }
  return {
    async undo() {
      for (const [file, size] of sizes) await truncate(file, size)
    },
  }
}

interface Worked {
  requests: number
  failures: string[]
}
/** Works on without a rest until the signal: reads, saves, searches, and the status; each failure is noted. */
async function working(api: Api, product: ProductView, until: AbortSignal): Promise<Worked> {
  const worked: Worked = { requests: 0, failures: [] }
  let rev = product.rev
  const steps: [string, () => Promise<unknown>][] = [
    ['load', () => api.call(load, { id: product.id })],
    [
      'save',
      async () => {
        const value = { textValue: `GTIN ${worked.requests}` }
        const path = `/listData/${baseList}/basis-f5`
        const saved = await api.call(save, { id: product.id, rev, patch: [{ op: 'add', path, value }] })
        rev = saved.rev
      },
    ],
    ['status', () => api.call(status, {})],
    [
      'search',
      () => api.call(search, { pagination: { start: 0, limit: 10 }, sorting: [], columns: ['name'] }),
    ],
  ]
  while (!until.aborted)
    for (const [name, step] of steps) {
      worked.requests++
      await step().catch((error: unknown) => worked.failures.push(`${name}: ${String(error)}`))
    }
  const after = await api.product(product.id)
  if (after.rev !== rev) worked.failures.push(`a save was lost or done twice: rev ${after.rev}, not ${rev}`)
  return worked
}

test('a deployment of changed functions over people at work: no request fails, no save is lost', async () => {
  const api = await apiAs('core')
  const products = [
    await takeProduct(api, isOurs),
    await takeProduct(api, isOurs),
    await takeProduct(api, isOurs),
  ]
  const end = new AbortController()
  const workers = products.map((product) => working(api, product, end.signal))
  const functions = await changeFunctions()
  let changed: string[]
  try {
    changed = (await deploy(target)).changed
  } finally {
    end.abort()
    await functions.undo()
  }
  const worked = await Promise.all(workers)
  expect(worked.flatMap(({ failures }) => failures)).toEqual([])
  expect(changed).toEqual(
    expect.arrayContaining(
      ['Api', 'Calls-auth', 'Calls-bml', 'Jobs'].map((name) => `Inputlist-local-${name}`),
    ),
  )
  const requests = worked.reduce((sum, one) => sum + one.requests, 0)
  console.log(`${requests} requests while ${changed.length} stacks changed`)
  expect(requests).toBeGreaterThan(30)
})

const statusOf = async ({ apiId }: Pick<Deployed, 'apiId'>, of: Target) => {
  const answer = await fetch(
    `${target.cloud.endpoint}/_aws/execute-api/${apiId}/$default/api/system/status`,
    {
      headers: await throughEdge(of),
    },
  )
  return ((await answer.json()) as { data: { stage: string; status: string } }).data
}

test('two stages in one account know nothing of each other; one goes, the other stays', async () => {
  const second: Target = { ...target, stage: 'second', folder: join(target.folder, 'second') }
  await mkdir(second.folder, { recursive: true })
  const deployed = await deploy(second)
  try {
    expect(await statusOf(deployed, second)).toMatchObject({ stage: 'second' })
    expect(await statusOf(inject('stage').deployed, target)).toMatchObject({ stage: 'local' })
    // A token and a secret of one stage are refused by the other.
    const api = await apiAs('core')
    const answer = await fetch(
      `${target.cloud.endpoint}/_aws/execute-api/${deployed.apiId}/$default/api/auth/account/getaccount?__payload=%7B%7D`,
      { headers: { ...api.headers(), ...(await throughEdge(second)) } },
    )
    expect(answer.status).toBe(403)
  } finally {
    await destroy(second)
  }
  const api = await apiAs('core')
  const product = await takeProduct(api, isOurs)
  const value = { textValue: `Nach der zweiten ${Date.now()}` }
  const patch = [{ op: 'add' as const, path: `/listData/${baseList}/basis-f5`, value }]
  expect((await api.call(save, { id: product.id, rev: product.rev, patch })).rev).toBe(product.rev + 1)
  expect((await api.productIds()).length).toBeGreaterThan(100)
})
