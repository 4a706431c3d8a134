/** Flags of products: by hand, and by job on what a search finds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { preview } from '../../shared/calls/batch/job/preview.ts'
import { run } from '../../shared/calls/batch/job/run.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { getbyname } from '../../shared/calls/batch/template/getbyname.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { archive } from '../../shared/calls/bml/product/archive.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { getapprovals } from '../../shared/calls/bml/product/getapprovals.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { restore } from '../../shared/calls/bml/product/restore.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setflags } from '../../shared/calls/bml/product/setflags.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { addProduct, flagging, flags, flagsOf, notAFlag, productNo, seedFlags } from './flags.world.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  await seedFlags(h)
})
afterAll(() => h.close())

const { compost, neem, basalt } = ids.product
const { free, fresh, old } = flags
const byHand = async (
  user: 'admin' | 'core' | 'core2' | 'national',
  id: string,
  change: { set?: string[]; remove?: string[] },
) => h.as(user).call(setflags, { id, rev: await h.revOf(id), ...change })
const found = async (
  user: 'core' | 'national' | 'company',
  attributeFilter: Parameters<typeof searchFor>[1],
) => searchFor(user, attributeFilter)
async function searchFor(user: 'core' | 'national' | 'company', attributeFilter: object) {
  await h.indexed()
  const page = { start: 0, limit: 250 }
  const { list } = await h
    .as(user)
    .call(search, { attributeFilter: attributeFilter as never, columns: [], pagination: page })
  return list.map(({ id }) => id).sort()
}

describe('flags by hand', () => {
  it('note the revision that they were set at, are told in the timeline, and are removed again', async () => {
    const set = await byHand('core', compost, { set: [free] })
    expect(set.data['invoiceFlags']).toEqual({ [free]: set.rev })
    const both = await byHand('core', compost, { set: [free, fresh] })
    expect(both.data['invoiceFlags']).toEqual({ [free]: set.rev, [fresh]: both.rev })
    await byHand('core', compost, { remove: [free] })
    expect(await flagsOf(h, compost)).toEqual({ [fresh]: both.rev })
    const { list } = await h.as('core').call(gettimeline, { id: compost, kinds: ['flagSet', 'flagRemoved'] })
    expect(list.map(({ kind, from, to }) => [kind, from ?? to])).toEqual([
      ['flagRemoved', free],
      ['flagSet', fresh],
      ['flagSet', free],
    ])
    await byHand('core', compost, { remove: [fresh] })
  })
  it('are refused where there is nothing to do, no such flag, no right, and on what is archived', async () => {
    const key = async (run: Promise<unknown>) => (await refusal(run)).key
    expect(await key(byHand('core', basalt, { remove: [free] }))).toBe('noChange')
    expect(await refusal(byHand('core', basalt, { set: [free], remove: [free] }))).toMatchObject({
      status: 400,
    })
    for (const flag of [old, notAFlag, ids.nothing])
      expect(await key(byHand('core', basalt, { set: [flag] }))).toBe('flagUnknown')
    // Basalt is hidden from the national partner, neem is their own.
    expect(await refusal(byHand('national', basalt, { set: [free] }))).toMatchObject({ status: 404 })
    await byHand('national', neem, { set: [free] })
    await byHand('national', neem, { remove: [free] })
    const foreign = productNo(900)
    await addProduct(h, foreign, 'Seen, not own', { listData: { [ids.list.fr]: {} } })
    expect(await refusal(byHand('national', foreign, { set: [free] }))).toMatchObject({ status: 403 })
    for (const user of ['registered', 'company'] as const)
      expect(await refusal(h.as(user).call(setflags, { id: compost, rev: 1, set: [free] }))).toMatchObject({
        status: 403,
      })
    await h.as('admin').call(archive, { id: foreign, rev: await h.revOf(foreign) })
    expect(await key(byHand('admin', foreign, { set: [free] }))).toBe('productArchived')
  })
  it('stay when a product goes back to an older revision', async () => {
    const before = await h.revOf(basalt)
    await byHand('admin', basalt, { set: [free] })
    const rev = await h.revOf(basalt)
    await refusal(h.as('admin').call(revert, { id: basalt, rev, toRev: before }))
    expect(await flagsOf(h, basalt)).toEqual({ [free]: before + 1 })
    await byHand('admin', basalt, { remove: [free] })
  })
  it('are no evaluated data: who sets them may release the product, and nothing has changed since', async () => {
    const { id } = await h.as('core').call(create, {})
    const at = `/listData/${ids.list.base}`
    const company = { company: ids.company.nordhain, role: 'distributor' }
    const patch = [
      { op: 'add' as const, path: `${at}/basis-f1`, value: { textValue: 'Released' } },
      { op: 'add' as const, path: `${at}/_category`, value: ids.category.compost },
      { op: 'add' as const, path: `${at}/_companies/r1`, value: company },
    ]
    await h.as('core').call(save, { id, rev: 1, patch })
    await byHand('core2', id, { set: [free] })
    const act = async (user: 'core' | 'core2', action: 'initiate' | 'confirm') => {
      const standard = { list: ids.list.base, standard: ids.standard.eu }
      return h.as(user).call(approvals, { id, rev: await h.revOf(id), ...standard, action })
    }
    await act('core', 'initiate')
    await act('core2', 'confirm')
    await byHand('core2', id, { remove: [free] })
    const { lists } = await h.as('core2').call(getapprovals, { id })
    expect(lists[0]).toMatchObject({ hasOwnChanges: false })
    expect(lists[0]!.approvals.find((row) => row.releasedRev)).toMatchObject({ changed: [] })
  })
  it('keep their select option from being deleted', async () => {
    await byHand('core', compost, { set: [free] })
    expect(await refusal(h.as('admin').call(disable, { id: free }))).toMatchObject({ status: 422 })
    await byHand('core', compost, { remove: [free] })
  })
  it('are told to staff alone, by no way to a company user', async () => {
    await byHand('core', compost, { set: [free] })
    const withFlag = { field: 'invoiceFlags', comparison: 'eq', value: free }
    expect(await found('core', withFlag)).toEqual([compost])
    expect(await found('company', withFlag)).toEqual([])
    expect(await found('company', { $not: withFlag })).toContain(compost)
    expect((await h.as('company').call(load, { id: compost })).data['invoiceFlags']).toEqual({})
    const told = await h.as('company').call(gettimeline, { id: compost })
    expect(told.list.filter(({ kind }) => kind.startsWith('flag'))).toEqual([])
    await byHand('core', compost, { remove: [free] })
  })
})

describe('a flag job', () => {
  const named = (contains: string) => ({ field: 'name', comparison: 'contains' as const, value: contains })
  it('does what its preview says: sets what is not set, and says why not', async () => {
    const all = [1, 2, 3, 4, 5, 6].map((n) => productNo(100 + n))
    const [done, archived, foreign, left, ...fine] = all as [string, string, string, string, ...string[]]
    const french = { listData: { [ids.list.fr]: { _responsible: { institution: ids.institution.aare } } } }
    const mine = ids.institution.france
    await addProduct(h, foreign, 'Round foreign', french)
    for (const id of [done, left, ...fine]) await addProduct(h, id, `Round ${id.slice(0, 4)}`, {}, mine)
    await addProduct(h, archived, 'Round archived', { archived: true }, mine)
    await byHand('admin', done, { set: [free] })
    await h.indexed()
    const config = { flagId: free, action: 'assign', attributeFilter: named('Round'), except: [left] }
    const told = await h.as('national').call(preview, { template: 'flag', config })
    expect(told).toMatchObject({
      total: 5,
      result: { changed: 2, unchanged: 1, forbidden: 1, archived: 1, missing: 0 },
      skipped: 2,
    })
    expect(told.reasons.map(({ unit, text }) => [unit, text?.key])).toEqual([
      ['Round foreign', 'forbidden'],
      ['Round archived', 'productArchived'],
    ])
    const job = await flagging(h, 'national', config as never)
    expect(job).toMatchObject({
      status: 'complete',
      total: 5,
      done: 5,
      failed: 2,
      result: { changed: 2, unchanged: 1 },
      about: { title: { en_GB: 'Free of charge' } },
      canUndo: true,
    })
    expect(job.errors.map(({ unit, text }) => [unit, text?.key]).sort()).toEqual([
      ['Round archived', 'productArchived'],
      ['Round foreign', 'forbidden'],
    ])
    for (const id of fine) expect(await flagsOf(h, id)).toEqual({ [free]: 2 })
    for (const id of [foreign, archived, left]) expect(await flagsOf(h, id)).toEqual({})
    expect(await found('national', { field: 'invoiceFlags', comparison: 'eq', value: free })).toEqual(
      [done, ...fine].sort(),
    )
    const line = (await h.as('core').call(gettimeline, { id: fine[0]!, kinds: ['flagSet'] })).list[0]
    expect(line).toMatchObject({ to: free, job: job.id, by: ids.account.national })
  })

  it('takes products by their ids, and names those that are not there', async () => {
    const [gone, kept] = [productNo(201), productNo(202)]
    for (const id of [gone, kept]) await addProduct(h, id, `By id ${id}`)
    await h.as('admin').call(deleteproduct, { id: gone, rev: 1 })
    await h.indexed()
    const config = { flagId: fresh, ids: [gone, kept, kept, ids.nothing] }
    const order = { template: 'flag', config }
    expect(await h.as('core').call(preview, order)).toMatchObject({
      total: 3,
      result: { changed: 1, missing: 2 },
    })
    const job = await flagging(h, 'core', config)
    expect(job).toMatchObject({ total: 3, failed: 2, result: { changed: 1 } })
    expect(job.errors.map(({ text }) => text?.key).sort()).toEqual(['productDeleted', 'productNotFound'])
  })

  it('is taken back exactly: what somebody did since stays', async () => {
    const [plain, before, again] = [301, 302, 303].map(productNo) as [string, string, string]
    for (const id of [plain, before, again]) await addProduct(h, id, `Undo ${id}`)
    await byHand('core', before, { set: [free] })
    const job = await flagging(h, 'core', { flagId: free, ids: [plain, before, again] })
    expect(job).toMatchObject({ result: { changed: 2, unchanged: 1 } })
    await byHand('core2', again, { remove: [free] })
    const later = await byHand('core2', again, { set: [free] })
    const { jobId } = await h.as('core').call(undo, { id: job.id })
    await h.worked()
    expect(await h.as('core').call(checkstatus, { id: jobId })).toMatchObject({
      status: 'complete',
      failed: 0,
      result: { changed: 1, unchanged: 2 },
    })
    expect(await flagsOf(h, plain)).toEqual({})
    expect(await flagsOf(h, before)).toEqual({ [free]: 2 })
    expect(await flagsOf(h, again)).toEqual({ [free]: later.rev })
  })

  it('that removes is taken back to what was there; who set and removed it since is not overruled', async () => {
    const [plain, touched, without] = [401, 402, 403].map(productNo) as [string, string, string]
    for (const id of [plain, touched, without]) await addProduct(h, id, `Removal ${id}`)
    for (const id of [plain, touched]) await byHand('core', id, { set: [free] })
    const job = await flagging(h, 'core', { flagId: free, action: 'remove', ids: [plain, touched, without] })
    expect(job).toMatchObject({ failed: 0, result: { changed: 2, unchanged: 1 }, about: { isRemoval: true } })
    await byHand('core2', touched, { set: [free] })
    await byHand('core2', touched, { remove: [free] })
    await h.as('core').call(undo, { id: job.id })
    await h.worked()
    expect(await flagsOf(h, plain)).toEqual({ [free]: 2 })
    expect(await flagsOf(h, touched)).toEqual({})
  })

  it('is fixed when it is planned: what it changes does not take it out of the result', async () => {
    const all = Array.from({ length: 320 }, (_, n) => productNo(1000 + n))
    for (const id of all) await addProduct(h, id, 'Shifting')
    await h.indexed()
    const without = { $not: { field: 'invoiceFlags', comparison: 'exists' as const } }
    const config = { flagId: fresh, attributeFilter: { $and: [named('Shifting'), without] } }
    expect(await flagging(h, 'core', config)).toMatchObject({
      total: 320,
      failed: 0,
      result: { changed: 320 },
    })
    expect((await Promise.all(all.map((id) => h.revOf(id)))).every((rev) => rev === 2)).toBe(true)
  })

  it('is refused without a flag, with one that is not offered, and for who may not flag', async () => {
    const order = (config: Record<string, unknown>, template = 'flag') => ({ template, config })
    const refused = (config: Record<string, unknown>) => refusal(h.as('core').call(run, order(config)))
    for (const config of [{}, { flagId: '' }, { flagId: 'x' }])
      await expect(h.as('core').call(run, order(config))).rejects.toMatchObject({
        status: 400,
        details: { issues: [{ path: '/config/flagId', key: 'flagMissing' }] },
      })
    for (const flagId of [old, notAFlag, ids.nothing])
      expect(await refused({ flagId })).toMatchObject({ status: 422, key: 'flagUnknown' })
    // What is no longer offered can still be removed.
    expect(await h.as('core').call(preview, order({ flagId: old, action: 'remove' }))).toMatchObject({
      result: { changed: 0 },
    })
    const unknown = { field: 'nothing', comparison: 'eq', value: 1 }
    expect(await refused({ flagId: free, attributeFilter: unknown })).toMatchObject({ status: 400 })
    expect(await refused({ flagId: free, ids: [compost], except: [neem] })).toMatchObject({ status: 400 })
    expect(await refused({ flagId: free, ids: [] })).toMatchObject({ status: 400 })
    await expect(h.as('core').call(run, order({}, 'flags'))).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/template', key: 'jobTemplateUnknown' }] },
    })
    for (const user of ['registered', 'company'] as const) {
      expect(await refusal(h.as(user).call(run, order({ flagId: free })))).toMatchObject({ status: 403 })
      expect(await refusal(h.as(user).call(preview, order({ flagId: free })))).toMatchObject({ status: 403 })
      expect(await refusal(h.as(user).call(getbyname, { name: 'flag' }))).toMatchObject({ status: 404 })
    }
    expect(await h.as('national').call(getbyname, { name: 'flag' })).toMatchObject({
      hasPreview: true,
      isUndoable: true,
      config: { type: 'object', required: expect.arrayContaining(['flagId']) },
    })
  })
})

it('what could not be taken back of a product that was deleted is said, and is taken back when it is there again', async () => {
  const [kept, gone, erased] = [8101, 8102, 8103].map(productNo) as [string, string, string]
  for (const id of [kept, gone, erased]) await addProduct(h, id, `Deleted ${id}`)
  const job = await flagging(h, 'core', { flagId: free, ids: [kept, gone, erased] })
  for (const id of [gone, erased]) await h.as('admin').call(deleteproduct, { id, rev: await h.revOf(id) })
  await h.ports.entities.erase(erased, ids.account.admin, h.clock.now())
  const takenBack = async () => {
    const { jobId } = await h.as('core').call(undo, { id: job.id })
    await h.worked()
    return h.as('core').call(checkstatus, { id: jobId })
  }
  const first = await takenBack()
  expect(first).toMatchObject({ total: 3, failed: 2, result: { changed: 1, unchanged: 0 } })
  expect(first.errors.map(({ text }) => text?.key).sort()).toEqual(['productDeleted', 'productNotFound'])
  expect(await h.as('core').call(checkstatus, { id: job.id })).toMatchObject({ canUndo: true })

  await h.as('admin').call(restore, { id: gone, rev: await h.revOf(gone) })
  const again = await byHand('core', kept, { set: [free] })
  expect(await takenBack()).toMatchObject({ failed: 1, result: { changed: 1, unchanged: 1 } })
  expect(await flagsOf(h, gone)).toEqual({})
  expect(await flagsOf(h, kept)).toEqual({ [free]: again.rev })
})

it('a job can be taken back for as long as it is known what it did', async () => {
  const id = productNo(9001)
  await addProduct(h, id, 'Long ago')
  const job = await flagging(h, 'core', { flagId: free, ids: [id] })
  const canUndo = async () => (await h.as('core').call(checkstatus, { id: job.id })).canUndo
  h.clock.advance(88 * 24 * 3600)
  expect(await canUndo()).toBe(true)
  h.clock.advance(2 * 24 * 3600)
  expect(await canUndo()).toBe(false)
  expect(await refusal(h.as('core').call(undo, { id: job.id }))).toMatchObject({ key: 'jobUndoLate' })
  expect(Object.keys(await flagsOf(h, id))).toEqual([free])
})

it('a job that did nothing offers nothing to be taken back, and what takes one back is not taken back itself', async () => {
  const job = await flagging(h, 'core', { flagId: free, ids: [ids.nothing] })
  expect(job).toMatchObject({ status: 'complete', total: 1, failed: 1, canUndo: false })
  expect(await refusal(h.as('core').call(undo, { id: job.id }))).toMatchObject({ key: 'jobDidNothing' })
  const id = productNo(9002)
  await addProduct(h, id, 'Flagged for a moment')
  const done = await flagging(h, 'core', { flagId: free, ids: [id] })
  const { jobId } = await h.as('core').call(undo, { id: done.id })
  await h.worked()
  const back = await h.as('core').call(checkstatus, { id: jobId })
  expect(back).toMatchObject({ status: 'complete', done: 1, canUndo: false })
  expect(await refusal(h.as('core').call(undo, { id: jobId }))).toMatchObject({ key: 'jobUndoesAnother' })
})
