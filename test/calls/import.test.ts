import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import type { ReferenceData } from '../../functions/ports/reference-data.ts'
import { ImportRun } from '../../functions/services/import/run.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../shared/calls/batch/job/list.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { productSearch } from '../../shared/rules/product-search.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { base, category, company, component, fr, product, source, things } from './import-items.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

async function take(items: ImportItem[], more: Partial<z.input<typeof run.input>> = {}) {
  const { jobId } = await h.as('admin').call(run, { source, items, approvals: 'migrate', ...more })
  await h.worked()
  await h.indexed()
  return h.as('admin').call(checkstatus, { id: jobId })
}
const idOf = async (key: string, kind = 'product') =>
  (await h.ports.entities.findUnique(`${kind}#/importKey#${source}:${key}`)) ?? `no ${key}`
const get = async (key: string) => (await h.as('admin').call(load, { id: await idOf(key) })) as ProductView

describe('bml/import/run', () => {
  it('creates what a register says, in its order, with what belongs to it', async () => {
    const job = await take([...things, product('1', { name: 'Rostfrei' }), product('1-1', { parent: '1' })])
    expect(job).toMatchObject({
      status: 'complete',
      total: 6,
      done: 6,
      failed: 0,
      errors: [],
      result: { created: 6, changed: 0, unchanged: 0, rejected: 0 },
    })
    const made = await get('1')
    const day = h.clock.now().slice(0, 10)
    expect(made.data).toMatchObject({ importKey: 'tiny:1' })
    expect(made.data.listData[base]).toMatchObject({
      _active: true,
      activatedBy: ids.account.admin,
      _category: await idOf('fungi', 'category'),
      _companies: { 'tiny:1': { company: await idOf('acme', 'company'), role: 'distributor' } },
    })
    expect(made.data.listData[fr]!._approval[ids.standard.fr]).toMatchObject({
      active: true,
      begin: `${day}T04:00:00.000Z`,
      hasEverBeenApproved: true,
      finalApprovalAccountId: ids.account.admin,
    })
    expect((await get('1-1')).data.derivedProductId).toBe(made.id)
    const found = await h.as('core').call(search, { name: 'rostfrei' })
    expect(found.list.map((row) => row.id)).toEqual([made.id])
  })
  it('writes nothing when it says the same again', async () => {
    const job = await take([...things, product('1', { name: 'Rostfrei' }), product('1-1', { parent: '1' })])
    expect(job.result).toMatchObject({ created: 0, changed: 0, unchanged: 6, rejected: 0 })
    expect((await get('1')).rev).toBe(1)
  })
  it('replaces only what the register changed: one revision, and the work of staff stays', async () => {
    const before = await get('1')
    const list = `/listData/${base}`
    await h.as('admin').call(save, {
      id: before.id,
      rev: before.rev,
      patch: [
        { op: 'replace', path: `${list}/basis-f1`, value: { textValue: 'Rostfrei 2' } },
        { op: 'add', path: `${list}/basis-f2`, value: { textValue: { de_DE: 'Von uns' } } },
        {
          op: 'add',
          path: `${list}/_companies/own`,
          value: { company: ids.company.belmont, role: 'recipe-holder' },
        },
      ],
    })
    const job = await take([
      product('1', {
        name: 'Rostfrei',
        sale: true,
        components: ['sulphur'],
        end: '2027-05-31T04:00:00.000Z',
      }),
    ])
    expect(job.result).toMatchObject({ changed: 1 })
    const after = await get('1')
    expect(after.rev).toBe(before.rev + 2)
    expect(after.data.listData[base]).toMatchObject({
      'basis-f1': { textValue: 'Rostfrei 2' },
      'basis-f2': { textValue: { de_DE: 'Von uns' } },
      'basis-f4': { booleanValue: true },
    })
    expect(Object.keys(after.data.listData[base]!._companies).sort()).toEqual(['own', 'tiny:1'])
    expect(Object.keys(after.data.listData[base]!._components.base)).toEqual(['tiny:sulphur'])
    expect(after.data.listData[fr]!._approval[ids.standard.fr]).toMatchObject({
      begin: (before.data.listData[fr]!._approval[ids.standard.fr] as { begin: string }).begin,
      end: '2027-05-31T04:00:00.000Z',
    })
    const { list: steps } = await h.as('admin').call(history, { id: after.id, limit: 1 })
    expect(steps[0]).toMatchObject({ changeset: { label: 'Import: tiny' }, updatedByName: 'Johanna Brandl' })
  })
  it('keeps the history of names', async () => {
    await take([product('named', { name: 'Alt' })])
    await take([product('named', { name: 'Neu' })])
    const rows = Object.values((await get('named')).data.listData[base]!._nameHistory)
    expect(rows.map((row) => row.name)).toEqual(['Alt', 'Neu'])
    expect(rows[0]!.to).toBeDefined()
  })
  it('takes over what staff had made: companies by name, city and country, entries by title', async () => {
    const job = await take([
      company('nord', 'Nordhain Biodünger GmbH', 'AARAU'),
      company('other', 'Nordhain Biodünger GmbH', 'Genf'),
      component('Horn meal'),
    ])
    expect(job.result).toMatchObject({ created: 1, changed: 2 })
    expect(await idOf('nord', 'company')).toBe(ids.company.nordhain)
    expect(await idOf('Horn meal', 'component')).toBe(ids.component.horn)
    const nord = await h.ports.entities.get(ids.company.nordhain)
    expect(nord!.data).toMatchObject({
      baseData: { customerNumber: 1001 },
      addresses: { a2: { city: 'Olten' } },
    })
  })
  it('names each item that cannot be taken, and takes the rest', async () => {
    const bad = product('bad', { line: 12 })
    const list = (bad.data['listData'] as Record<string, Record<string, unknown>>)[base]!
    list['basis-f4'] = { booleanValue: 'perhaps' }
    const job = await take([bad, product('lost', { company: 'nobody', line: 13 }), product('good')])
    expect(job).toMatchObject({ status: 'complete', done: 3, failed: 2, result: { created: 1, rejected: 2 } })
    expect(job.errors.map((e) => e.unit)).toEqual(['line 12, product bad', 'line 13, product lost'])
    expect(job.errors[0]!.message).toContain('basis-f4')
    expect(job.errors[1]!.message).toBe('there is no company:nobody in the register')
  })
  it('deactivates in the list what is gone, and activates it when it comes back', async () => {
    const keep = ['1', '1-1', 'named', 'good']
    await take([product('gone')])
    expect((await take([], { retire: { list: fr, keep } })).result).toMatchObject({ deactivated: 1 })
    const gone = await get('gone')
    expect(gone.data.listData[fr]).toMatchObject({ _active: false, deactivatedBy: ids.account.admin })
    expect(gone.data.listData[base]).toMatchObject({ _active: true })
    expect((await take([], { retire: { list: fr, keep } })).result).toMatchObject({ deactivated: 0 })
    expect((await take([product('gone')])).result).toMatchObject({ changed: 1 })
    expect((await get('gone')).data.listData[fr]).toMatchObject({ _active: true })
    // Products of other registers, and of none, are not its business.
    expect((await h.as('admin').call(load, { id: ids.product.compost })).rev).toBe(1)
  })
  it('takes things after those that they refer to, wherever they stand in the request', async () => {
    const items = [
      product('order-1-1', { parent: 'order-1', company: 'order' }),
      product('order-1', { company: 'order' }),
      company('order', 'Order AG', 'Olten'),
    ]
    expect(await take(items)).toMatchObject({ errors: [], result: { created: 3 } })
    expect((await get('order-1-1')).data.derivedProductId).toBe(await idOf('order-1'))
  })
  it('knows what another process has just made, though its own reference data is older', async () => {
    const older = new Map<EntityClassName, ReadonlyMap<string, Entity>>()
    for (const name of [
      'category',
      'component',
      'list',
      'biostandard',
      'fielddefinition',
      'restrictiontext',
    ] as const)
      older.set(name, new Map(await h.ports.reference.all(name)))
    await take([category('parent-of-others')])
    const reference = { all: async (name: EntityClassName) => older.get(name) } as unknown as ReferenceData
    const other = new ImportRun(
      { ...h.ports, reference },
      { jobId: ids.nothing, source, account: ids.account.admin },
    )
    const child = category('child')
    child.data['parent'] = { $key: 'category:parent-of-others' }
    expect(await other.take(child)).toEqual({ outcome: 'created', notes: [] })
    const field = { type: 'checkbox', path: 'basis-f92', displayKey: 'main', title: { de_DE: 'Neu' } }
    await h.as('admin').call(create, { entityclass: 'fielddefinition', data: field })
    const withField = product('of-new-field')
    const lists = withField.data['listData'] as Record<string, Record<string, unknown>>
    lists[base]!['basis-f92'] = { booleanValue: true }
    expect(await other.take(withField)).toMatchObject({ outcome: 'created' })
  })
  it('gives every reason, however many, page by page', async () => {
    const lost = Array.from({ length: 320 }, (_, i) =>
      product(`lost-${i}`, { company: 'nobody', line: i + 1 }),
    )
    let page = await take(lost)
    const errors = [...page.errors]
    while (page.cursor !== undefined) {
      page = await h.as('admin').call(checkstatus, { id: page.id, cursor: page.cursor })
      errors.push(...page.errors)
    }
    expect(page).toMatchObject({ done: 320, failed: 320, result: { rejected: 320 } })
    expect(errors.map((e) => e.unit)).toEqual(lost.map((i) => `line ${i.line}, product ${i.key}`))
  })
  it('may be aborted: what is taken stays, and the same again takes the rest', async () => {
    const items = Array.from({ length: 400 }, (_, i) => component(`part-${i}`))
    const { jobId } = await h.as('admin').call(run, { source, items })
    await h.as('admin').call(abort, { id: jobId })
    await h.worked()
    const aborted = await h.as('admin').call(checkstatus, { id: jobId })
    expect(aborted.status).toBe('aborted')
    const { result } = await take(items)
    expect(result['created']).toBe(400 - (aborted.result['created'] ?? 0))
    expect(result['unchanged']).toBe(aborted.result['created'] ?? 0)
    expect(await h.ports.files.has(`imports/${jobId}/0-0`)).toBe(false)
  })
  it('writes nothing in a dry run', async () => {
    const job = await take([component('new'), product('dry', { components: ['new'] })], { dryrun: true })
    expect(job.result).toMatchObject({ created: 2 })
    expect(await idOf('dry')).toBe('no dry')
    expect(job.about).toEqual({ source, isDryRun: true })
    const { list: mine } = await h.as('admin').call(list, {})
    expect(mine.find(({ id }) => id === job.id)?.about).toEqual({ source, isDryRun: true })
  })
  it('rejects in a dry run the references that the run rejects', async () => {
    const items = [
      component('of-batch'),
      product('knows', { components: ['of-batch'] }),
      product('asks', { components: ['of-batch', 'nope'] }),
      product('circle-a', { parent: 'circle-b' }),
      product('circle-b', { parent: 'circle-a' }),
    ]
    const dry = await take(items, { dryrun: true })
    const real = await take(items)
    expect(dry.errors.map(({ unit, message }) => `${unit}: ${message}`).sort()).toEqual([
      'product asks: there is no component:nope in the register',
      'product circle-a: there is no product:circle-b in the register',
      'product circle-b: there is no product:circle-a in the register',
    ])
    expect(dry.result).toMatchObject({ created: 2, rejected: 3 })
    expect(real.result).toEqual(dry.result)
    expect(real.errors).toEqual(dry.errors)
  })
  it('is for administrators, refuses repeated keys and unknown lists, and honours Idempotency-Key', async () => {
    await expect(h.as('core').call(run, { source, items: [] })).rejects.toMatchObject({ status: 403 })
    await expect(
      h.as('admin').call(run, { source, items: [component('x'), component('x')] }),
    ).rejects.toMatchObject({ status: 400, details: { issues: [{ path: '/items/1/key' }] } })
    await expect(
      h.as('admin').call(run, { source, items: [], retire: { list: ids.nothing, keep: [] } }),
    ).rejects.toMatchObject({ status: 400 })
    const headers = { 'Idempotency-Key': 'import-1' }
    const once = await h.as('admin').call(run, { source, items: [component('once')] }, headers)
    const again = await h.as('admin').call(run, { source, items: [component('once')] }, headers)
    expect(again).toEqual(once)
    await h.worked()
    await expect(h.as('core').call(checkstatus, { id: once.jobId })).rejects.toMatchObject({ status: 404 })
    const empty = await h.as('admin').call(run, { source, items: [] })
    await h.worked()
    expect(await h.as('admin').call(checkstatus, { id: empty.jobId })).toMatchObject({ status: 'complete' })
  })
  it('brings nothing back that staff deleted', async () => {
    await take([product('trash')])
    const trash = await h.ports.entities.get(await idOf('trash'))
    await h.ports.entities.put({ ...trash!, disabled: true }, { expectRev: 1 })
    expect((await take([product('trash', { sale: true })])).result).toMatchObject({ unchanged: 1 })
    expect(await h.ports.entities.get(trash!.id)).toMatchObject({ disabled: true, rev: 2 })
  })
  it('lets two people work meanwhile', async () => {
    const before = await get('good')
    const twoNames = [product('good', { sale: true })]
    const edits = (async () => {
      for (let i = 0; ; i++) {
        const now = await get('good')
        try {
          return await h.as('admin').call(save, {
            id: now.id,
            rev: now.rev,
            patch: [{ op: 'add', path: `/listData/${base}/basis-f5`, value: { textValue: `${i}` } }],
          })
        } catch (error) {
          if ((error as { code?: string }).code !== 'revision_conflict') throw error
        }
      }
    })()
    const [job] = await Promise.all([take(twoNames), edits])
    expect(job.result).toMatchObject({ changed: 1 })
    const after = await get('good')
    expect(after.rev).toBe(before.rev + 2)
    expect(after.data.listData[base]).toMatchObject({ 'basis-f4': { booleanValue: true } })
    expect(after.data.listData[base]!['basis-f5']).toBeDefined()
  })
})

describe('a product of a register', () => {
  it('is found by the number in the register, whole or a part of it', async () => {
    await take([...things, product('import D-6514', { name: 'Sonnwend' })])
    const id = await idOf('import D-6514')
    for (const typed of [`${source}:import D-6514`, 'import D-6514', 'D-6514', 'd-6514', '6514']) {
      const { list } = await h.as('core').call(search, productSearch(typed))
      expect(list.map((row) => row.id)).toEqual([id])
    }
    expect((await h.as('core').call(search, productSearch('D-6515'))).list).toEqual([])
  })
})
