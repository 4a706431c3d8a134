/** What the public is told while the index is away, by a server that has just started, and when names change elsewhere. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { save as saveCompany } from '../../shared/calls/bml/company/save.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { CallError } from '../../shared/errors.ts'
import { testClock } from '../fixtures/clock.ts'
import { type Harness, type HarnessOptions, ids, startHarness } from './harness.ts'

const { ch } = ids.list
async function open(options: HarnessOptions): Promise<Harness> {
  const h = await startHarness({ ...options, listen: true })
  onTestFinished(() => h.close())
  return h
}
async function switchOn(h: Harness) {
  const rev = await h.revOf(ch)
  const patch = [
    { op: 'add' as const, path: '/publicSearchOn', value: true },
    { op: 'add' as const, path: '/publicSearchColumns', value: ['name', 'distributor'] },
  ]
  await h.as('admin').call(updatefrompatch, { id: ch, rev, patch })
  await h.indexed()
}
async function told(h: Harness) {
  const answer = await fetch(`${h.url}/public/v1/lists/${ch}/products?lang=en`)
  const body = await answer.json()
  return answer.status === 200
    ? body.products.map(({ name, values }: { name: string; values: Record<string, { value: unknown }> }) => [
        name,
        values['distributor']?.value,
      ])
    : [answer.status, body.code, answer.headers.get('retry-after')]
}
/** Every question to the index fails from now on. */
function takeIndexAway(h: Harness) {
  h.ports.index.search = () => Promise.reject(new CallError('search_unavailable', 'away', { retryAfter: 5 }))
}
const compost = [['Aare Compost Gold', [{ id: ids.company.nordhain, title: 'Nordhain Biodünger GmbH' }]]]

test('the public is told what is known while the index is away, also by a server that has just started', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-public-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const clock = testClock()
  const first = await open({ dataDir, clock })
  await switchOn(first)
  expect(await told(first)).toEqual(compost)
  takeIndexAway(first)
  clock.advance(60)
  expect(await told(first)).toEqual(compost)

  const second = await open({ dataDir, clock, seed: false })
  takeIndexAway(second)
  expect(await told(second)).toEqual(compost)
})

test('a list that nothing is known of says when to come again', async () => {
  const h = await open({})
  await switchOn(h)
  takeIndexAway(h)
  expect(await told(h)).toEqual([503, 'search_unavailable', '5'])
  const page = await fetch(`${h.url}/public/lists/${ch}?lang=en`)
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('cannot be reached')])
})

test('a company that is called otherwise is told so', async () => {
  const h = await open({})
  await switchOn(h)
  expect(await told(h)).toEqual(compost)
  const id = ids.company.nordhain
  await h.as('admin').call(saveCompany, {
    id,
    rev: await h.revOf(id),
    patch: [{ op: 'replace', path: '/baseData/name', value: 'Nordhain AG' }],
  })
  await h.indexed()
  h.clock.advance(20)
  expect(await told(h)).toEqual([['Aare Compost Gold', [{ id, title: 'Nordhain AG' }]]])
})
