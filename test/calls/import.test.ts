import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import type { PutOptions } from '../../functions/ports/entity-store.ts'
import type { ReferenceData } from '../../functions/ports/reference-data.ts'
import { ImportRun } from '../../functions/services/import/run.ts'
import { countryId } from '../../scripts/seed/people.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../shared/calls/batch/job/list.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const source = 'tiny'
const base = fixedIds.list.base
const { fr } = ids.list
const main = 'plant-protection-agents'

const category = (key: string, title = key): ImportItem => ({
  kind: 'category',
  key,
  data: { title: { de_DE: title }, mainCategoryKey: main, parent: fixedIds.mainCategory[main] },
})
const component = (key: string): ImportItem => ({
  kind: 'component',
  key,
  data: { title: { de_DE: key }, mainCategoryMapping: [main] },
})
const company = (key: string, name: string, city: string): ImportItem => ({
  kind: 'company',
  key,
  data: {
    baseData: { name },
    addresses: { [`${source}:main`]: { type: 'main', city, country: countryId('CH') } },
    contactPersons: { [`${source}:main`]: { isMain: true } },
  },
})
interface Facts {
  name?: string
  sale?: boolean
  components?: string[]
  company?: string
  parent?: string
  end?: string
  active?: boolean
  line?: number
}
const product = (key: string, facts: Facts = {}): ImportItem => {
  const companies = {
    [`${source}:1`]: { company: { $key: `company:${facts.company ?? 'acme'}` }, role: 'distributor' },
  }
  return {
    kind: 'product',
    key,
    ...(facts.line && { line: facts.line }),
    data: {
      ...(facts.parent && { derivedProductId: { $key: `product:${facts.parent}` } }),
      isNationalPartner: false,
      listData: {
        [base]: {
          _responsible: { institution: ids.institution.aare },
          _active: facts.active ?? true,
          _category: { $key: 'category:fungi' },
          'basis-f1': { textValue: facts.name ?? `Product ${key}` },
          'basis-f4': { booleanValue: facts.sale ?? false },
          _companies: companies,
          _components: {
            base: Object.fromEntries(
              (facts.components ?? ['copper']).map((c, i) => [
                `${source}:${c}`,
                { component: { $key: `component:${c}` }, secrecy: 'public', amount: 10 + i },
              ]),
            ),
          },
        },
        [fr]: {
          _active: facts.active ?? true,
          _linked: { 'basis-f1': 'basis', _category: 'basis' },
          _companies: companies,
          _approval: { [ids.standard.fr]: { active: true, ...(facts.end && { end: facts.end }) } },
        },
      },
    },
  }
}
const things = [
  category('fungi'),
  component('copper'),
  component('sulphur'),
  company('acme', 'Acme AG', 'Olten'),
]

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
      { jobId: ids.nothing, source, account: ids.account.admin, isDryRun: false },
    )
    const child = category('child')
    child.data['parent'] = { $key: 'category:parent-of-others' }
    expect(await other.take(child)).toEqual({ outcome: 'created', notes: [] })
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

describe('an import that is cut off', () => {
  it('goes on after a restart, without doubling and with the right counts', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-cut-'))
    const db = openDatabase(dataDir)
    const real = createEntityStore(db)
    let left = 30
    // The store ends in the middle of a unit: some of it is written, nothing of it is counted.
    const dying = {
      ...real,
      put: async <T extends Entity['data']>(one: Entity<T>, options: PutOptions) => {
        if (one.entityclass === 'product' && one.data['importKey'] && left-- <= 0)
          throw new Error('the process is gone')
        return real.put(one, options)
      },
    }
    const first = await startHarness({ dataDir, ports: { entities: dying } })
    const items = [...things, ...Array.from({ length: 120 }, (_, i) => product(`p${i}`))]
    const { jobId } = await first.as('admin').call(run, { source, items })
    await vi.waitFor(() => expect(first.lines.some((l) => l['worker'] === 'import')).toBe(true), 10_000)
    await first.close()
    await db.close()

    const second = await startHarness({ dataDir, seed: false })
    await second.worked()
    await second.indexed()
    const job = await second.as('admin').call(checkstatus, { id: jobId })
    expect(job).toMatchObject({
      status: 'complete',
      done: 124,
      failed: 0,
      result: { created: 124, changed: 0, unchanged: 0, rejected: 0 },
    })
    const imported = await second.as('admin').call(execute, {
      entityClass: 'product',
      attributeFilter: { field: 'importKey', comparison: 'begins', value: 'tiny:' },
      columns: ['rev'],
      pagination: { start: 0, limit: 250 },
    })
    expect(imported.count).toBe(120)
    expect(imported.list.every((row) => typeof row === 'object' && row.rev === 1)).toBe(true)
    await second.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('tells of a unit that was given up what it had written: only the rest has failed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-poison-'))
    const db = openDatabase(dataDir)
    const real = createEntityStore(db)
    const poisoned = {
      ...real,
      put: async <T extends Entity['data']>(one: Entity<T>, options: PutOptions) => {
        if (one.data['importKey'] === `${source}:p10`) throw new Error('nobody knows why')
        return real.put(one, options)
      },
    }
    const app = await startHarness({ dataDir, ports: { entities: poisoned } })
    const items = [...things, ...Array.from({ length: 60 }, (_, i) => product(`p${i}`))]
    const { jobId } = await app.as('admin').call(run, { source, items })
    await app.worked()
    const job = await app.as('admin').call(checkstatus, { id: jobId })
    expect(job).toMatchObject({
      status: 'complete',
      total: 64,
      done: 64,
      failed: 1,
      result: { created: 63, changed: 0, unchanged: 0 },
    })
    expect(job.errors.filter(({ message }) => message === 'nobody knows why')).toMatchObject([
      { unit: 'product p10', unitText: { key: 'importItem_product', params: { key: 'p10' } } },
    ])
    // What is said of the others is not lost.
    expect(job.errors.filter(({ message }) => message.startsWith('taken without'))).toHaveLength(59)
    await app.close()
    await db.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
