/** Two companies become one, and two again: what is shown before, what is refused, what names them, who learns of it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { preview } from '../../shared/calls/batch/job/preview.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { aggregate } from '../../shared/calls/bml/company/aggregate.ts'
import { deleteCompany } from '../../shared/calls/bml/company/delete.ts'
import { load } from '../../shared/calls/bml/company/load.ts'
import { merge } from '../../shared/calls/bml/company/merge.ts'
import { save } from '../../shared/calls/bml/company/save.ts'
import { updateEntitiesAfterMerge } from '../../shared/calls/bml/company/updateEntitiesAfterMerge.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { save as saveProduct } from '../../shared/calls/bml/product/save.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { companySearchFilter } from '../../shared/rules/company-search.ts'
import {
  confirmed,
  goes,
  merging,
  namedPlaces,
  orderOf,
  productNo,
  rowsOf,
  seedMerge,
  stays,
  userOfGoes,
} from './company-merge.world.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
  await seedMerge(h)
})
const close = () => h.close()
const found = async (text: string) => {
  await h.indexed()
  const { list } = await h
    .as('core')
    .call(execute, { entityClass: 'company', attributeFilter: companySearchFilter(text), onlyIds: true })
  return list
}

describe('a merge of two companies', () => {
  it('tells before what will point to the one that stays, and brings all of it there', async () => {
    const admin = h.as('admin')
    const config = await orderOf(h)
    const told = await admin.call(preview, { template: 'merge', config })
    expect(told).toEqual({
      total: 6,
      result: {
        product: 4,
        account: 1,
        listing_confirmation: 1,
        [`role/${ids.list.base}/distributor`]: 3,
        [`role/${ids.list.base}/contract-manufacturer`]: 1,
        [`role/${ids.list.ch}/distributor`]: 1,
      },
      skipped: 0,
      reasons: [],
    })
    const job = await merging(h)
    expect(job).toMatchObject({ status: 'complete', total: 8, done: 8, failed: 0, result: { changed: 8 } })
    expect(await rowsOf(h, 0)).toEqual({
      r1: { company: stays, role: 'distributor' },
      r2: { company: stays, role: 'manufacturer' },
    })
    // One role is held once, with both amounts.
    expect(await rowsOf(h, 1)).toEqual({ r1: { company: stays, role: 'contract-manufacturer', amount: 100 } })
    expect(await rowsOf(h, 2, ids.list.ch)).toEqual({ r9: { company: stays, role: 'distributor' } })
    expect((await h.ports.entities.get('account', userOfGoes))?.data.companyLink).toBe(stays)
    expect((await h.ports.entities.get('listing_confirmation', confirmed))?.data.companyId).toBe(stays)
    expect((await h.ports.entities.listNaming(goes, { limit: 10 })).list).toEqual([])

    const survivor = await admin.call(load, { id: stays })
    expect(survivor.data.baseData).toMatchObject({
      name: 'Biohof Muster AG',
      customerNumber: 2001,
      companyAbbreviation: 'BHM',
      taxId: 'DE123456789',
      website: 'https://muster.example',
    })
    expect(Object.values(survivor.data.contactPersons).filter(({ isMain }) => isMain)).toHaveLength(1)
    await close()
  })

  it('leads to the one that stays under the old number and name; both histories and each product tell of it', async () => {
    await merging(h)
    expect(await found('2002')).toEqual([stays])
    expect(await found('Bio-Hof')).toEqual([stays])
    expect(await found('BHM')).toEqual([stays])
    const core = h.as('core')
    const old = await core.call(load, { id: goes })
    expect(old).toMatchObject({ disabled: true, successor: { id: stays, name: 'Biohof Muster AG' } })
    for (const id of [stays, goes]) {
      const { list } = await core.call(history, { id })
      expect(list.flatMap(({ events = [] }) => events.map(({ kind }) => kind))).toContain('companyMerged')
    }
    const { list } = await core.call(gettimeline, { id: productNo(0) })
    expect(list.map(({ kind }) => kind)).toContain('companyMerged')
    // Its number is nobody else's.
    const { rev } = await core.call(load, { id: ids.company.nordhain })
    const patch = [{ op: 'replace' as const, path: '/baseData/customerNumber', value: 2002 }]
    expect(await refusal(core.call(save, { id: ids.company.nordhain, rev, patch }))).toMatchObject({
      status: 409,
    })
    await close()
  })

  it('takes what is chosen: the number of the other one changes hands, and both numbers stay held', async () => {
    const choices = {
      values: { customerNumber: 'merged' as const, name: 'merged' as const },
      mainContact: 'merged' as const,
      leave: { survivor: ['/addresses/a1'], merged: [] },
    }
    await merging(h, { choices })
    const { data } = await h.as('admin').call(load, { id: stays })
    expect(data.baseData).toMatchObject({ name: 'Bio-Hof Muster', customerNumber: 2002 })
    expect(data.baseData.taxId).toBeUndefined()
    expect(Object.keys(data.addresses)).toEqual([`a1-${goes.slice(0, 8)}`])
    expect(Object.values(data.contactPersons).find(({ isMain }) => isMain)?.lastName).toBe('Bio-Hof Muster')
    expect(await found('2001')).toEqual([stays])
    expect(await h.ports.entities.findUnique('company#/baseData/customerNumber#2001')).toBe(goes)
    expect(await h.ports.entities.findUnique('company#/baseData/customerNumber#2002')).toBe(stays)
    await close()
  })

  it('is taken back: both are as they were, with what was changed since', async () => {
    const before = await namedPlaces(h, 4)
    const were = await Promise.all([stays, goes].map((id) => h.as('admin').call(load, { id })))
    const job = await merging(h, {
      choices: {
        values: { customerNumber: 'merged' },
        mainContact: 'survivor',
        leave: { survivor: [], merged: [] },
      },
    })
    const { rev } = await h.as('admin').call(load, { id: stays })
    const patch = [{ op: 'add' as const, path: '/baseData/notice', value: 'Written since' }]
    await h.as('admin').call(save, { id: stays, rev, patch })
    const { jobId } = await h.as('admin').call(undo, { id: job.id })
    await h.worked()
    expect(await h.as('admin').call(checkstatus, { id: jobId })).toMatchObject({
      status: 'complete',
      failed: 0,
    })
    expect(await namedPlaces(h, 4)).toEqual(before)
    const now = await Promise.all([stays, goes].map((id) => h.as('admin').call(load, { id })))
    expect(now.map(({ data, disabled }) => ({ data, disabled }))).toEqual([
      {
        data: { ...were[0]!.data, baseData: { ...were[0]!.data.baseData, notice: 'Written since' } },
        disabled: false,
      },
      { data: were[1]!.data, disabled: false },
    ])
    expect(await found('2002')).toEqual([goes])
    // And again.
    expect(await merging(h)).toMatchObject({ status: 'complete', failed: 0 })
    await close()
  })

  it('leaves what somebody changed since, and is not taken back after 30 days, nor while the survivor is merged on', async () => {
    const job = await merging(h)
    const admin = h.as('admin')
    const path = `/listData/${ids.list.base}/_companies/r1/company`
    const patch = [{ op: 'replace' as const, path, value: ids.company.nordhain }]
    await admin.call(saveProduct, { id: productNo(0), rev: await h.revOf(productNo(0)), patch })
    const order = {
      companies: [
        { id: ids.company.nordhain, rev: await h.revOf(ids.company.nordhain) },
        { id: stays, rev: await h.revOf(stays) },
      ],
      survivor: ids.company.nordhain,
    }
    const { jobId: second } = await admin.call(merge, order)
    await h.worked()
    expect((await admin.call(load, { id: goes })).successor?.id).toBe(ids.company.nordhain)
    const { jobId: early } = await admin.call(undo, { id: job.id })
    await h.worked()
    const refused = await admin.call(checkstatus, { id: early })
    expect(refused.errors.map(({ text }) => text?.key)).toContain('companyMergedOn')
    await admin.call(undo, { id: second })
    await h.worked()
    await admin.call(undo, { id: job.id })
    await h.worked()
    expect((await rowsOf(h, 0))['r1']).toMatchObject({ company: ids.company.nordhain })
    expect((await rowsOf(h, 3))['r1']).toMatchObject({ company: goes })

    const again = await merging(h)
    h.clock.advance(31 * 86_400)
    expect(await refusal(h.as('admin').call(undo, { id: again.id }))).toMatchObject({ key: 'jobUndoLate' })
    await close()
  })

  it('goes on where it was stopped', async () => {
    const { jobId } = await h.as('admin').call(merge, await orderOf(h))
    await h.worked()
    // Something that nobody may know of: an entity that names it all the same, written behind the back of every rule.
    const gone = (await h.ports.entities.get('company', goes))!
    await h.ports.entities.put({ ...gone, disabled: false }, { expectRev: gone.rev })
    const product = (await h.ports.entities.get('product', productNo(3)))!
    const listData = structuredClone(product.data.listData)
    listData[ids.list.base]!._companies['r1']!.company = goes
    await h.ports.entities.put({ ...product, data: { ...product.data, listData } } as never, {
      expectRev: product.rev,
    })
    const { jobId: second } = await h.as('admin').call(updateEntitiesAfterMerge, { id: goes })
    await h.worked()
    expect(second).not.toBe(jobId)
    expect((await rowsOf(h, 3))['r1']).toMatchObject({ company: stays })
    expect((await h.as('admin').call(load, { id: goes })).disabled).toBe(true)
    expect(await refusal(h.as('admin').call(updateEntitiesAfterMerge, { id: goes }))).toMatchObject({
      key: 'companyMergeDone',
    })
    expect(await refusal(h.as('admin').call(updateEntitiesAfterMerge, { id: stays }))).toMatchObject({
      key: 'companyNotMerged',
    })
    await close()
  })
})

describe('refused in words', () => {
  it('three, one, a company with itself, one that is none of them, one merged already, one deleted', async () => {
    const admin = h.as('admin')
    const order = await orderOf(h)
    const [a, b] = order.companies
    const third = { id: ids.company.belmont, rev: 1 }
    const keyOf = async (more: object) => (await refusal(admin.call(merge, { ...order, ...more }))).key
    expect(await refusal(admin.call(merge, { ...order, companies: [a!, b!, third] }))).toEqual({
      status: 422,
      key: 'companyMergeTwo',
      message: 'Exactly two companies must be selected.',
    })
    expect(await keyOf({ companies: [a!] })).toBe('companyMergeTwo')
    expect(await keyOf({ companies: [a!, a!] })).toBe('companyMergeSelf')
    expect(await keyOf({ survivor: third.id })).toBe('companyMergeSurvivor')
    expect(await keyOf({ companies: [a!, { id: ids.nothing, rev: 1 }] })).toBe('entityNotFound')
    expect(await refusal(h.as('core').call(merge, order))).toMatchObject({ status: 403 })
    expect(await refusal(h.as('core').call(preview, { template: 'merge', config: order }))).toMatchObject({
      status: 403,
    })
    await merging(h)
    expect(await refusal(admin.call(merge, await orderOf(h)))).toMatchObject({ key: 'companyMergedAlready' })
    await close()
  })

  it('while another person edits either: when it is ordered, and between that and its job', async () => {
    const order = await orderOf(h)
    const edit = async (id: string) =>
      h.as('core').call(save, {
        id,
        rev: await h.revOf(id),
        patch: [{ op: 'add', path: '/baseData/notice', value: crypto.randomUUID() }],
      })
    await edit(goes)
    expect(await refusal(h.as('admin').call(merge, order))).toMatchObject({ status: 409 })
    const { companies } = await orderOf(h)
    const config = { ...order, companies }
    await edit(stays)
    // As if it had been ordered a moment ago.
    const { startJob } = await import('../../functions/services/job/start.ts')
    const start = { id: crypto.randomUUID(), kind: 'merge', by: ids.account.admin, config }
    await startJob(start, h.ports)
    await h.worked()
    const job = await h.as('admin').call(checkstatus, { id: start.id })
    expect(job).toMatchObject({ status: 'aborted', failed: 1 })
    expect(job.errors.map(({ message }) => message).join()).toContain('409001')
    expect((await h.as('core').call(load, { id: goes })).successor).toBeUndefined()
    await close()
  })

  it('a merged company is not edited, restored, deleted or named anew', async () => {
    await merging(h)
    const admin = h.as('admin')
    const rev = await h.revOf(goes)
    const patch = [{ op: 'add' as const, path: '/baseData/notice', value: 'x' }]
    const merged = { status: 422, key: 'companyMerged' }
    expect(await refusal(admin.call(save, { id: goes, rev, patch }))).toMatchObject(merged)
    expect(await refusal(admin.call(restore, { id: goes }))).toMatchObject(merged)
    expect(await refusal(admin.call(deleteCompany, { id: goes, rev }))).toMatchObject(merged)
    const path = `/listData/${ids.list.base}/_companies/r7`
    const row = [{ op: 'add' as const, path, value: { company: goes, role: 'recipe-holder' } }]
    const id = productNo(0)
    const { status } = await refusal(admin.call(saveProduct, { id, rev: await h.revOf(id), patch: row }))
    expect(status).toBe(422)
    const own = [{ op: 'remove' as const, path: '/mergedFrom' }]
    expect(
      await refusal(admin.call(save, { id: stays, rev: await h.revOf(stays), patch: own })),
    ).toMatchObject({ status: 400 })
    await close()
  })

  it('a company is deleted by its own call, while nothing names it', async () => {
    const core = h.as('core')
    expect(await refusal(core.call(disable, { id: goes }))).toMatchObject({ key: 'companyDeleteCall' })
    expect(await refusal(core.call(deleteCompany, { id: goes, rev: 1 }))).toMatchObject({
      key: 'stillNamedBy',
    })
    expect(await refusal(h.as('national').call(deleteCompany, { id: stays, rev: 1 }))).toMatchObject({
      status: 403,
    })
    const made = await h.as('admin').call(load, { id: ids.company.belmont })
    expect(made.disabled).toBe(false)
    await close()
  })
})

it('companies are counted by what tells them apart', async () => {
  await h.indexed()
  const { count, aggregates } = await h.as('core').call(aggregate, {})
  expect(count).toBe(4)
  expect(aggregates['owner']?.buckets).toContainEqual({ key: ids.institution.aare, count: 3 })
  await close()
})
