import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '../../functions/domain/job/job.ts'
import { startJob } from '../../functions/services/job/start.ts'
import { starterOf } from '../../functions/services/job/starter.ts'
import { defineJob } from '../../functions/workers/job/define-job.ts'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../shared/calls/batch/job/list.ts'
import { preview } from '../../shared/calls/batch/job/preview.ts'
import { run } from '../../shared/calls/batch/job/run.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { getbyname } from '../../shared/calls/batch/template/getbyname.ts'
import { fixedIds } from '../../shared/constants.ts'
import { type Harness, ids, startHarness } from './harness.ts'

type Who = 'core' | 'core2' | 'admin' | 'national'
let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

/** A job that waits: nobody is told of it. */
async function waiting(user: Who): Promise<string> {
  const by = (await h.as(user).call(getaccount, {})).id
  const start = { id: crypto.randomUUID(), kind: 'merge', by, config: {} }
  return (await startJob(start, { ...h.ports, jobs: { send: async () => {} } })).id
}

describe('jobs', () => {
  it('are for who started them, and for administrators', async () => {
    const id = await waiting('core')
    for (const user of ['core', 'admin'] as const)
      expect(await h.as(user).call(checkstatus, { id })).toMatchObject({ id, status: 'new', canAbort: true })
    for (const { name } of [checkstatus, abort, undo]) {
      const statusFor = async (input: { id: string }, token?: string) =>
        (await h.send({ name, input, ...(token && { token }) })).status
      const token = await h.tokenOf('core')
      expect(await statusFor({ id }, await h.tokenOf('core2'))).toBe(404)
      expect(await statusFor({ id: ids.product.compost }, token)).toBe(404)
      expect(await statusFor({ id: crypto.randomUUID() }, token)).toBe(404)
      expect(await statusFor({ id })).toBe(401)
    }
  })
  it('go on behind a page of reasons that was given out, and behind nothing made up', async () => {
    const id = await waiting('core')
    const token = await h.tokenOf('core')
    for (const cursor of ['', '-1', 'C', 'O#', '1:1:1', 'S#0000#00000000', 'R#'])
      expect((await h.send({ name: checkstatus.name, input: { id, cursor }, token })).status).toBe(400)
    expect(await h.as('core').call(checkstatus, { id, cursor: 'R#0000#00000000' })).toMatchObject({ id })
  })
  it('are aborted once, and not taken back where their kind cannot be', async () => {
    const id = await waiting('core')
    await expect(h.as('core').call(undo, { id })).rejects.toMatchObject({ status: 422 })
    const aborted = await h.as('core').call(abort, { id })
    expect(aborted).toMatchObject({ status: 'aborted', canAbort: false, canUndo: false })
    expect(await h.as('core').call(abort, { id })).toEqual(aborted)
  })
  it('are listed: mine, or everybody’s for an administrator, open ones first', async () => {
    const [open, over] = [await waiting('national'), await waiting('national')]
    const foreign = await waiting('core2')
    await h.as('national').call(abort, { id: over })
    await h.indexed()
    const idsOf = async (user: Who, input: { of?: 'me' | 'all'; isOpen?: boolean }) =>
      (await h.as(user).call(list, input)).list.map((job) => job.id)
    expect(await idsOf('national', {})).toEqual([open, over])
    expect(await idsOf('national', { of: 'all' })).toEqual([open, over])
    expect(await idsOf('national', { isOpen: true })).toEqual([open])
    expect(await idsOf('admin', {})).toEqual([])
    expect(await idsOf('admin', { of: 'all' })).toEqual(expect.arrayContaining([open, over, foreign]))
  })
  it('cannot be started without a template', async () => {
    await expect(h.as('admin').call(run, { template: 'nothing' })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/template' }] },
    })
  })
})

describe('a job of a template', () => {
  const order = { template: 'reindex', config: { entityClass: 'product' } }
  it('is described, previewed, run, and told when it is over', async () => {
    const template = await h.as('admin').call(getbyname, { name: 'reindex' })
    expect(template).toMatchObject({ name: 'reindex', hasPreview: true, isUndoable: false })
    expect(template.config).toMatchObject({ type: 'object', required: ['entityClass'] })
    await h.indexed()
    const { total } = await h.as('admin').call(preview, order)
    expect(total).toBeGreaterThan(0)
    const { jobId } = await h.as('admin').call(run, order)
    await h.worked()
    const over = await h.as('admin').call(checkstatus, { id: jobId })
    expect(over).toMatchObject({
      kind: 'reindex',
      status: 'complete',
      total,
      done: total,
      failed: 0,
      errors: [],
      about: { entityClass: 'product' },
    })
    expect(over.endedOn).toBeDefined()
    // It may name thousands of products, and is asked for every few seconds.
    expect(over).not.toHaveProperty('config')
    await expect(h.as('admin').call(abort, { id: jobId })).rejects.toMatchObject({ status: 422 })
    await expect(h.as('admin').call(undo, { id: jobId })).rejects.toMatchObject({ status: 422 })
  })
  it('is previewed by the numbers of its run, whatever the class, deleted entities too', async () => {
    for (const entityClass of ['product', 'company', 'category', 'biostandard']) {
      const { list } = await h.ports.entities.listByClass(entityClass, { limit: 1 })
      const [entity] = list
      await h.ports.entities.put({ ...entity!, disabled: true }, { expectRev: entity!.rev })
      const order = { template: 'reindex', config: { entityClass } }
      const told = await h.as('admin').call(preview, order)
      const { jobId } = await h.as('admin').call(run, order)
      await h.worked()
      const { total, done, failed } = await h.as('admin').call(checkstatus, { id: jobId })
      expect([total, done, failed]).toEqual([told.total, told.total, 0])
      expect(told.result).toEqual({ changed: told.total })
      await h.ports.entities.put({ ...entity! }, { expectRev: entity!.rev + 1 })
    }
  })
  it('is previewed by what is stored, also where the index has lost it', async () => {
    const { total } = await h.as('admin').call(preview, order)
    await h.ports.index.rebuild((async function* () {})())
    expect((await h.as('admin').call(preview, order)).total).toBe(total)
    await h.as('admin').call(run, order)
    await h.worked()
    await expect.poll(() => h.ports.index.count('product', { op: 'all' })).toBe(total)
  })
  it('is refused to who lacks its right, and where its config does not fit', async () => {
    await expect(h.as('core').call(run, order)).rejects.toMatchObject({ status: 403 })
    await expect(h.as('core').call(preview, order)).rejects.toMatchObject({ status: 403 })
    await expect(h.as('core').call(getbyname, { name: 'reindex' })).rejects.toMatchObject({ status: 404 })
    await expect(h.as('admin').call(getbyname, { name: 'pdf' })).rejects.toMatchObject({ status: 404 })
    const wrong = { template: 'reindex', config: { entityClass: 'nothing' } }
    await expect(h.as('admin').call(run, wrong)).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/config/entityClass' }] },
    })
  })
  it('starts once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [one, two] = [
      await h.as('admin').call(run, order, headers),
      await h.as('admin').call(run, order, headers),
    ]
    expect(two).toEqual(one)
    await h.worked()
  })
})

describe('units of a job', () => {
  it('act as the person who started it, and for nobody else of the account', async () => {
    const h = await startHarness()
    const by = (await h.as('admin').call(getaccount, {})).id
    const account = (await h.ports.entities.get(by))!
    const [sub] = account.data['ssoUsers'] as string[]
    const started = await h.as('admin').call(run, { template: 'reindex', config: { entityClass: 'product' } })
    await h.worked()
    const known = (await h.ports.entities.get(started.jobId)) as unknown as Job
    expect(known.data).toMatchObject({ startedBy: by, startedBySub: sub, failed: 0 })
    expect(await h.as('admin').call(checkstatus, { id: started.jobId })).not.toHaveProperty('startedBySub')

    const usedBy = async (...ssoUsers: string[]) => {
      const now = (await h.ports.entities.get(by))!
      const data = { ...now.data, ssoUsers }
      await h.ports.entities.put({ ...now, data, rev: now.rev + 1 }, { expectRev: now.rev })
      h.clock.advance(60_000)
      return starterOf(known.data, 'administration:edit', h.ports)
    }
    expect(await usedBy('colleague', sub!)).toMatchObject({ account: by, sub })
    expect(await usedBy('colleague')).toMatchObject({ details: { key: 'jobStarterLost' } })
    await h.close()
  })
  it('are refused once who started it has lost the right, and say so', async () => {
    const h = await startHarness()
    const admin = (await h.as('admin').call(getaccount, {})).id
    const account = (await h.ports.entities.get(admin))!
    await h.ports.entities.put({ ...account, disabled: true }, { expectRev: account.rev })
    const id = crypto.randomUUID()
    await startJob({ id, kind: 'reindex', by: admin, config: { entityClass: 'product' } }, h.ports)
    await h.worked()
    const job = await h.ports.entities.get(id)
    const { list: reasons } = await h.ports.jobStore.reasons(id, { limit: 5 })
    expect(job?.data).toMatchObject({ status: 'complete' })
    expect(job?.data['failed']).toBe(job?.data['total'])
    expect(reasons).toMatchObject([
      { unit: '1', text: { key: 'jobStarterLost' }, unitText: { key: 'jobUnit' } },
    ])
    await h.close()
  })
  it('each have a time of their own: one that hangs costs its neighbours nothing', async () => {
    const tries = new Map<number, number>()
    const hanging = defineJob({
      kind: 'merge',
      permission: 'system',
      uses: [],
      seconds: 0.2,
      atOnce: 8,
      plan: async ({ phase }) =>
        phase > 0 ? undefined : { units: [0, 1, 2, 3, 4].map((n) => ({ rows: 1, content: n })) },
      async unit({ unit }) {
        tries.set(unit, (tries.get(unit) ?? 0) + 1)
        if (unit === 2) await new Promise(() => {})
        return {}
      },
    })
    const h = await startHarness({ seed: false, workers: [hanging] })
    const id = crypto.randomUUID()
    await startJob({ id, kind: 'merge', by: fixedIds.account.system, config: {} }, h.ports)
    await h.worked()
    // On a busy machine the time of any of them may be up before it begins, and it comes again; of each there are three tries.
    expect([...tries.keys()].sort()).toEqual([0, 1, 2, 3, 4])
    expect(Math.max(...tries.values())).toBeLessThanOrEqual(3)
    expect((await h.ports.entities.get(id))?.data).toMatchObject({ status: 'complete', done: 5, failed: 1 })
    const { list: reasons } = await h.ports.jobStore.reasons(id, { limit: 5 })
    expect(reasons).toMatchObject([{ unit: '3', text: { key: 'jobUnitGivenUp', params: { job: id } } }])
    await h.close()
  })
})
