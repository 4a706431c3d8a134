/** What a call makes under an Idempotency-Key that was used before: the same within its 24 hours, something of its own later. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntityStore } from '../../functions/ports/entity-store.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run as runJob } from '../../shared/calls/batch/job/run.ts'
import { create as createCompany } from '../../shared/calls/bml/company/create.ts'
import { run as runImport } from '../../shared/calls/bml/import/run.ts'
import { create as createProduct } from '../../shared/calls/bml/product/create.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { tooBusy } from '../../shared/errors.ts'
import { failureOf, type Harness, startHarness } from './harness.ts'

const later = 24 * 3600 + 1
let h: Harness
/** How often a request fails behind its write, or keeping its answer or freeing its key fails, from now on. */
const lost = { requests: 0, answers: 0, releases: 0 }
beforeAll(async () => {
  h = await startHarness()
  const { putTransient, put } = h.ports.entities
  h.ports.entities.put = async (entity, options) => {
    const written = await put.call(h.ports.entities, entity, options)
    if (lost.requests-- > 0) throw tooBusy()
    return written as never
  }
  const failing: EntityStore['putTransient'] = async (key, value, expires, options) => {
    if (key.startsWith('idempotency#') && options?.ifOwner !== undefined) {
      const { until } = value as { until?: number }
      if (until === undefined && lost.answers-- > 0) throw new Error('cut off ahead of the answer')
      if (until === 0 && lost.releases-- > 0) throw new Error('cut off for good')
    }
    return putTransient.call(h.ports.entities, key, value, expires, options)
  }
  h.ports.entities.putTransient = failing
})
afterAll(() => h.close())

const admin = () => h.as('admin')
const key = (name: string) => ({ 'idempotency-key': name })
const label = (title: string) => ({
  entityclass: 'label',
  data: { title: { de_DE: title }, color: '#ff0000' },
})
const company = (name: string) => ({
  source: 'weekly',
  items: [{ kind: 'company' as const, key: name, data: { baseData: { name } } }],
})

it.each([
  ['an entity', (n: number) => admin().call(createEntity, label(`Schlagwort ${n}`), key('later'))],
  ['a company', (n: number) => admin().call(createCompany, { name: `Firma ${n}` }, key('later'))],
  ['a product', () => admin().call(createProduct, {}, key('later'))],
])('after a day, makes %s of its own under the same key', async (_, make) => {
  const first = await make(1)
  h.clock.advance(later)
  const second = await make(2)
  expect(second.id).not.toBe(first.id)
  expect(second.created > first.created).toBe(true)
})
it('after a day, an import under the same key takes what it brings', async () => {
  const first = await admin().call(runImport, company('Montag AG'), key('weekly'))
  await h.worked()
  h.clock.advance(later)
  const second = await admin().call(runImport, company('Dienstag AG'), key('weekly'))
  await h.worked()
  expect(second.jobId).not.toBe(first.jobId)
  expect(await admin().call(checkstatus, { id: second.jobId })).toMatchObject({ result: { created: 1 } })
})
it('after a day, a job starts again under the same key', async () => {
  const start = () =>
    admin().call(runJob, { template: 'reindex', config: { entityClass: 'label' } }, key('job'))
  const first = await start()
  await h.worked()
  h.clock.advance(later)
  expect(await start()).not.toEqual(first)
  await h.worked()
})
it('after a day, a product that was deleted is not what a new request is answered with', async () => {
  const first = await admin().call(createProduct, {}, key('deleted'))
  await admin().call(deleteproduct, { id: first.id, rev: first.rev })
  h.clock.advance(later)
  expect(await admin().call(createProduct, {}, key('deleted'))).toMatchObject({ rev: 1, disabled: false })
})

it('a request that failed after its write meets what it made when it is repeated', async () => {
  lost.requests = 1
  const make = () => admin().call(createEntity, label('Einmal'), key('failed'))
  await expect(make()).rejects.toMatchObject({ status: 429 })
  const made = await h.ports.entities.countByClass('label')
  const again = await make()
  expect(again.rev).toBe(1)
  expect(await make()).toEqual(again)
  expect(await h.ports.entities.countByClass('label')).toEqual(made)
})
it('one whose key cannot be freed is answered and logged as what it is, and meets what it made when its lease is over', async () => {
  lost.requests = 1
  lost.releases = 1
  const make = () => admin().call(createCompany, { name: 'Gekappt AG' }, key('killed'))
  const { requestId, ...failure } = await failureOf(make())
  expect(failure).toMatchObject({ status: 429, details: { retryAfter: 1 } })
  const keyNotFreed = expect.objectContaining({ message: 'cut off for good' })
  expect(h.lines.find((line) => line['requestId'] === requestId)).toMatchObject({ status: 429, keyNotFreed })
  const made = await h.ports.entities.countByClass('company')
  h.clock.advance(61)
  const again = await make()
  expect(await h.ports.entities.countByClass('company')).toBe(made)
  h.clock.advance(later)
  expect((await make()).id).not.toBe(again.id)
})
it('one that was done is answered so where its answer cannot be kept; repeated, it meets what it made', async () => {
  lost.answers = 1
  const make = () => admin().call(createEntity, label('Getan'), key('done'))
  const first = await make()
  expect(h.lines.at(-1)).toMatchObject({
    status: 200,
    answerNotKept: expect.objectContaining({ message: 'cut off ahead of the answer' }),
  })
  const made = await h.ports.entities.countByClass('label')
  expect(await make()).toEqual(first)
  expect(await h.ports.entities.countByClass('label')).toEqual(made)
})
it('one with another input, after one that failed, makes its own', async () => {
  lost.requests = 1
  const make = (title: string) => admin().call(createEntity, label(title), key('mended'))
  await expect(make('Falsch')).rejects.toMatchObject({ status: 429 })
  const { id } = await make('Richtig')
  expect((await admin().call(get, { id })).data).toMatchObject({ title: { de_DE: 'Richtig' } })
  await expect(make('Falsch')).rejects.toMatchObject({
    status: 422,
    details: { key: 'idempotencyKeyReused' },
  })
})
