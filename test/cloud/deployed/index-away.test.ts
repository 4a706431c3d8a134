import { afterAll, expect, inject, test } from 'vitest'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { status } from '../../../shared/calls/system/status.ts'

import { apiAs, baseList, takeProduct } from '../../e2e/api.ts'
import { appUrl } from '../../e2e/app.ts'
import { isListed, until } from './tools.ts'

const { pids } = inject('stage')
const goOn = () => process.kill(pids.index, 'SIGCONT')
afterAll(goOn)

/** Milliseconds that something took, and what came of it. */
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}
const post = async (path: string, headers: Record<string, string>, body: unknown) => {
  const answer = await fetch(`${appUrl()}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}

test('an index that takes requests and never answers: one reads and saves, the search says so, and catches up', async () => {
  const api = await apiAs('core')
  const product = await takeProduct(api, (view) => view.may[baseList]?.includes('product:edit') === true)
  const name = `Ohne Index ${Date.now()}`
  const change = (rev: number, value: string) =>
    api.call(save, {
      id: product.id,
      rev,
      patch: [{ op: 'replace', path: `/listData/${baseList}/basis-f1/textValue`, value }],
    })
  const before = await change(product.rev, `Vorher ${name}`)
  await until('the indexer has nothing else to do', () => isListed(api, `Vorher ${name}`))
  // Not the start of a function is measured.
  expect(await api.call(status, {})).toMatchObject({ status: 'ok' })
  process.kill(pids.index, 'SIGSTOP')
  try {
    const read = await timed(() => api.product(product.id))
    expect(read.value.rev).toBe(before.rev)
    const saved = await timed(() => change(before.rev, name))
    expect(saved.value.rev).toBe(before.rev + 1)
    // As quick as ever, with room for cold starts on a busy machine.
    expect(Math.max(read.ms, saved.ms)).toBeLessThan(9_000)

    const { value: searched, ms } = await timed(() =>
      post('bml/product/search', api.headers(), {
        pagination: { start: 0, limit: 10 },
        sorting: ['name:asc'],
        columns: ['name'],
      }),
    )
    expect(searched.status).toBe(503)
    expect(searched.body).toMatchObject({ ok: false, code: 'search_unavailable' })
    expect(searched.body['message']).toMatch(/try again/)
    expect(Number(searched.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(ms).toBeLessThan(20_000)

    const told = await timed(() => api.call(status, {}))
    expect(told.value).toMatchObject({ status: 'degraded', index: 'unavailable' })
    expect(told.ms).toBeLessThan(10_000)
  } finally {
    goOn()
  }
  await until('the save made meanwhile is found', () =>
    isListed(api, name).catch((error: Error) => {
      // For some seconds functions go on refusing.
      if (error.message.includes('search_unavailable')) return false
      throw error
    }),
  )
  await until('the status is fine again', async () => (await api.call(status, {})).status === 'ok')
})
