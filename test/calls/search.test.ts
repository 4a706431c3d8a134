import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { maxIds, tooManyIds } from '../../functions/adapters/common/entity-limits.ts'
import { Hits } from '../../functions/adapters/embedded/search/hits.ts'
import { limits } from '../../functions/adapters/embedded/search/limits.ts'
import { demoAccount } from '../../scripts/seed/people.ts'
import { aggregatesearch } from '../../shared/calls/bml/product/aggregatesearch.ts'
import { count as productCount } from '../../shared/calls/bml/product/count.ts'
import { load as loadProduct } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { run as aggregate } from '../../shared/calls/search/aggregate/run.ts'
import { count } from '../../shared/calls/search/search/count.ts'
import { cursor } from '../../shared/calls/search/search/cursor.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { productSearch } from '../../shared/rules/product-search.ts'
import { readApprovalSummary } from '../../shared/search/approval-summary.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ indexesElsewhere: true })
  await h.indexed()
})
afterAll(() => h.close())
const { compost, neem, basalt } = ids.product
type User = 'admin' | 'core' | 'national' | 'registered' | 'company'
const found = async (user: User, attributeFilter?: Filter) =>
  (await h.as(user).call(search, { attributeFilter })).list.map((row) => row.id)

describe('bml/product/search', () => {
  it('gives the default columns, sorted by name', async () => {
    const { list, count } = await h.as('admin').call(search, {})
    expect(count).toBe(3)
    expect(list.map((row) => row.columns['name'])).toEqual(['Aare Compost Gold', 'Basalt Dust', 'Neem Vert'])
    expect(list[0]).toEqual({
      id: compost,
      rev: 1,
      columns: {
        name: 'Aare Compost Gold',
        rev: 1,
        created: '2025-06-01T04:00:00.000Z',
        updated: '2025-06-01T04:00:00.000Z',
        isNationalPartner: false,
        categoryTree: expect.stringContaining('Compost'),
        manufacturer: 'Nordhain Biodünger GmbH',
        distributor: 'Nordhain Biodünger GmbH',
      },
    })
  })
  it('finds for each viewer what they may see', async () => {
    expect(await found('core')).toEqual([compost, basalt, neem])
    expect(await found('national')).toEqual([neem])
    expect(await found('company')).toEqual([compost])
    await expect(found('registered')).rejects.toMatchObject({ status: 403 })
  })
  it('answers a condition on a hidden value as if the value were absent', async () => {
    const secret: Filter = {
      field: 'lists.components.component',
      comparison: 'eq',
      value: ids.component.secret,
    }
    expect(await found('admin', secret)).toEqual([compost])
    expect(await found('core', secret)).toEqual([compost])
    expect(await found('company', secret)).toEqual([])
    const rhine = h.as('core', ids.account.coreRhine)
    expect((await rhine.call(search, { attributeFilter: secret })).list).toEqual([])
    expect((await rhine.call(productCount, { attributeFilter: secret })).count).toBe(0)
    const field = { kind: 'terms' as const, field: 'lists.components.component' }
    const { aggregates } = await rhine.call(aggregate, { entityClass: 'product', aggregate: field })
    expect(aggregates['aggregate']!.buckets).toEqual([{ key: ids.component.horn, count: 1 }])
  })
  it('need not count further than the caller asks', async () => {
    const usual = limits.block
    // Three products are too few to stop at.
    limits.block = 1
    const isNear = vi.spyOn(Hits.prototype, 'isNear').mockReturnValue(true)
    try {
      const asked = { columns: ['name'], pagination: { start: 0, limit: 1 } }
      const all = await h.as('admin').call(search, asked)
      expect(all).toMatchObject({ count: 3, cursor: expect.any(String) })
      expect(all).not.toHaveProperty('isAtLeast')
      const entityClass = 'product'
      for (const page of [
        await h.as('admin').call(search, { ...asked, countTo: 1 }),
        await h.as('admin').call(execute, { ...asked, entityClass, countTo: 1 }),
        await h.as('admin').call(cursor, { entityClass, onlyIds: true, limit: 1, countTo: 1 }),
      ])
        expect(page).toMatchObject({ count: 1, isAtLeast: true, cursor: expect.any(String) })
      expect((await h.as('admin').call(search, { ...asked, countTo: 3 })).count).toBe(3)
      expect(await h.as('admin').call(productCount, {})).toEqual({ count: 3 })
      await expect(h.as('admin').call(search, { countTo: 0 })).rejects.toMatchObject({ status: 400 })
    } finally {
      limits.block = usual
      isNear.mockRestore()
    }
  })
  it('searches names, exact ones first', async () => {
    const { list } = await h.as('core').call(search, { name: 'NEEM', columns: ['name'] })
    expect(list).toEqual([{ id: neem, rev: 1, columns: { name: 'Neem Vert' } }])
    expect((await h.as('core').call(productCount, { name: 'st' })).count).toBe(2)
    expect((await h.as('core').call(search, { name: '!!!' })).count).toBe(0)
  })
  it('finds products by a permit or admission number, also by a part of it', async () => {
    const { rev } = await h.as('admin').call(loadProduct, { id: neem })
    await h.as('admin').call(save, {
      id: neem,
      rev,
      patch: [
        {
          op: 'add',
          path: `/listData/${fixedIds.list.base}/_permits`,
          value: { p1: { number: 'W-6521-1', _order: 0 }, p2: { number: 'D-4711', _order: 1 } },
        },
      ],
    })
    await h.indexed()
    for (const typed of ['W-6521-1', '6521', 'd-4711', '4711'])
      expect((await h.as('core').call(search, productSearch(typed))).list.map((r) => r.id)).toEqual([neem])
    expect((await h.as('core').call(search, productSearch('6522'))).list).toEqual([])
  })
  it('finds products by permits of a kind, public display, remarks and answers of the checklist, these for staff only', async () => {
    const made = async (entityclass: string, data: Record<string, unknown>) =>
      (await h.as('admin').call(createEntity, { entityclass, data })).id
    const title = { de_DE: 'Probe' }
    const permit = await made('permit', { title })
    const entry = await made('checklist', { title, options: [{ id: 'yes', title, okay: true }] })
    const { rev } = await h.as('admin').call(loadProduct, { id: compost })
    const at = (key: string) => `/listData/${fixedIds.list.base}/${key}`
    const add = (key: string, value: unknown) => ({ op: 'add' as const, path: at(key), value })
    await h.as('admin').call(save, {
      id: compost,
      rev,
      patch: [
        add('_permits', { p1: { permit, number: 'P-1' } }),
        add('_preventPublicDisplay', true),
        add('_remark', { fr_FR: 'Sur sol argileux' }),
        add(`_checklist/${entry}`, { status: 'yes', until: '2026-12-31T04:00:00.000Z', comment: 'gesehen' }),
      ],
    })
    await h.indexed()
    const is = (field: string, value: string | boolean): Filter => ({ field, comparison: 'eq', value })
    const answered: Filter = {
      $nested: {
        path: 'lists.checklist',
        match: {
          $and: [
            is('lists.checklist.entry', entry),
            is('lists.checklist.status', 'yes'),
            { field: 'lists.checklist.until', comparison: 'gte', value: '2026-12-01' },
          ],
        },
      },
    }
    const open = is('lists.permit', permit)
    const internal = [
      is('lists.preventPublicDisplay', true),
      { field: 'lists.remark', comparison: 'contains' as const, value: 'argileux' },
      answered,
      { $nested: { path: 'lists.checklist', match: { $not: is('lists.checklist.status', 'no') } } },
    ]
    for (const filter of [open, ...internal]) expect(await found('core', filter)).toEqual([compost])
    expect(await found('company', open)).toEqual([compost])
    for (const filter of internal) expect(await found('company', filter)).toEqual([])
  })
  it('finds products by what their notes say, their label and who wrote them, for staff only', async () => {
    const title = { de_DE: 'Dringend' }
    const { id: label } = await h
      .as('admin')
      .call(createEntity, { entityclass: 'label', data: { title, color: '#aa0000' } })
    const { rev } = await h.as('core').call(loadProduct, { id: compost })
    const note = (key: string, value: object) => ({
      op: 'add' as const,
      path: `/listData/${fixedIds.list.base}/_notes/${key}`,
      value: { read: false, at: '2026-01-01T00:00:00.000Z', by: ids.account.core, ...value },
    })
    await h.as('core').call(save, {
      id: compost,
      rev,
      patch: [
        note('n1', { text: 'Rezeptur nachfragen', label }),
        note('n2', { text: 'Erledigt', read: true }),
      ],
    })
    await h.indexed()
    const is = (field: string, value: string | boolean): Filter => ({ field, comparison: 'eq', value })
    const inOneNote = ($and: Filter[]): Filter => ({ $nested: { path: 'lists.notes', match: { $and } } })
    const says: Filter = { field: 'lists.notes.text', comparison: 'contains', value: 'rezeptur' }
    const open = inOneNote([says, is('lists.notes.label', label), is('lists.notes.settled', false)])
    const others = [
      is('lists.notes.by', ids.account.core),
      { field: 'lists.noted', comparison: 'exists' as const, value: true },
    ]
    for (const filter of [open, ...others]) expect(await found('core', filter)).toEqual([compost])
    expect(await found('core', inOneNote([says, is('lists.notes.settled', true)]))).toEqual([])
    for (const filter of [open, ...others]) expect(await found('company', filter)).toEqual([])
  })
  it('gives the approvals of a list as they are, for staff', async () => {
    const columns = ['lists.approvals.summary', 'lists.approvedUntil']
    const { list } = await h.as('core').call(search, { columns, list: ids.list.ch })
    const of = list.find((row) => row.id === compost)!.columns
    const { data } = await h.as('core').call(loadProduct, { id: compost })
    const rows = (data as ProductData).listData[ids.list.ch]!._approval
    expect([of['lists.approvals.summary']].flat().map((text) => readApprovalSummary(String(text)))).toEqual(
      Object.entries(rows).map(([standard, { active, begin, end }]) => ({
        standard,
        row: { active },
        standing: [{ begin, end }],
        own: { begin, end },
      })),
    )
    expect(of['lists.approvedUntil']).toBe(
      Object.values(rows)
        .map((row) => row.end)
        .sort()
        .at(-1),
    )
    const [own] = (await h.as('company').call(search, { columns, list: ids.list.ch })).list
    expect(own?.columns).toEqual({})
  })
  it('meets a list and its approval in the same list', async () => {
    const inList = (list: string, standard: string): Filter => ({
      $nested: {
        path: 'lists',
        match: {
          $and: [
            { field: 'lists.list', comparison: 'eq', value: list },
            { field: 'lists.approvals.standard', comparison: 'eq', value: standard },
          ],
        },
      },
    })
    expect(await found('admin', inList(ids.list.ch, ids.standard.eu))).toEqual([compost])
    expect(await found('admin', inList(ids.list.fr, ids.standard.eu))).toEqual([])
  })
  it('refuses what it does not know', async () => {
    const unknown = { field: 'secretField', comparison: 'eq' as const, value: 1 }
    await expect(found('core', unknown)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('unknown filter'),
      details: { issues: [{ path: '/attributeFilter/field' }] },
    })
    await expect(h.as('core').call(search, { columns: ['nothing'] })).rejects.toMatchObject({ status: 400 })
    await expect(h.as('core').call(search, { sorting: ['nothing:asc'] })).rejects.toMatchObject({
      status: 400,
    })
    const far = { pagination: { start: 9001, limit: 10 } }
    await expect(h.as('core').call(search, far)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/too many hits/i),
    })
  })
})

describe('bml/product/aggregatesearch', () => {
  it('counts values with their titles, and breaks them down', async () => {
    const { buckets } = await h.as('admin').call(aggregatesearch, {
      targetField: 'category',
      groupBy: 'responsible',
    })
    expect(buckets).toEqual([
      {
        key: ids.category.compost,
        count: 2,
        title: 'Compost',
        groups: expect.arrayContaining([
          { key: ids.institution.aare, count: 1 },
          { key: ids.institution.rhine, count: 1 },
        ]),
      },
      {
        key: ids.category.oils,
        count: 1,
        title: 'Plant oils',
        groups: [{ key: ids.institution.france, count: 1 }],
      },
    ])
  })
  it('names companies, but only to those who may know them', async () => {
    const companies = { targetField: 'lists.companies.company', ecName: 'company' }
    const all = await h.as('core').call(aggregatesearch, companies)
    expect(all.buckets.map((b) => b.title)).toEqual(
      expect.arrayContaining(['Nordhain Biodünger GmbH', 'Belmont Végétal SA']),
    )
    await expect(
      h.as('core').call(aggregatesearch, { targetField: 'category', ecName: 'nothing' }),
    ).rejects.toMatchObject({ status: 400, details: { issues: [{ path: '/ecName' }] } })
  })
})

describe('search/search', () => {
  it('gives ids, rows or whole entities, redacted', async () => {
    const company = { entityClass: 'company', name: 'nord' }
    const as = h.as('national')
    expect((await as.call(execute, { ...company, onlyIds: true })).list).toEqual([ids.company.nordhain])
    expect((await as.call(execute, { ...company, columns: ['name', 'customerNumber'] })).list).toEqual([
      {
        id: ids.company.nordhain,
        rev: 1,
        columns: { name: 'Nordhain Biodünger GmbH', customerNumber: 1001 },
      },
    ])
    const { list } = await as.call(execute, company)
    expect(list).toMatchObject([{ id: ids.company.nordhain, data: { addresses: { a1: {} } } }])
    expect(JSON.stringify(list)).not.toContain('Olten')
    const hidden: Filter = { field: 'addresses.city', comparison: 'eq', value: 'Olten' }
    expect((await as.call(count, { entityClass: 'company', attributeFilter: hidden })).count).toBe(0)
    expect((await h.as('core').call(count, { entityClass: 'company', attributeFilter: hidden })).count).toBe(
      1,
    )
  })
  it('pages through everything by cursor, without repeats or gaps', async () => {
    const seen: unknown[] = []
    let next: string | undefined
    do {
      const page = await h.as('core').call(cursor, {
        entityClass: 'country',
        onlyIds: true,
        limit: 5,
        ...(next && { cursor: next }),
      })
      expect(page.count).toBe(12)
      seen.push(...page.list)
      next = page.cursor
    } while (next)
    expect(seen.length).toBe(12)
    expect(new Set(seen).size).toBe(12)
  })
  it('sees everything by cursor without a sorting, whatever is renamed between two pages', async () => {
    const page = async (next?: string) =>
      h
        .as('core')
        .call(cursor, { entityClass: 'country', onlyIds: true, limit: 4, ...(next && { cursor: next }) })
    const { list: countries } = await h.ports.entities.listByClass('country', { limit: 100 })
    const seen: unknown[] = []
    for (let next: string | undefined, isFirst = true; isFirst || next; isFirst = false) {
      const { list, cursor: after } = await page(next)
      seen.push(...list)
      next = after
      // What was not seen yet moves to the front by its title, and what was seen to the end.
      for (const { id } of countries) {
        const now = (await h.ports.entities.get(id))!
        const title = { de_DE: `${seen.includes(id) ? 'Z' : 'A'} ${now.rev}` }
        await h.ports.entities.put({ ...now, data: { ...now.data, title } }, { expectRev: now.rev })
      }
      await h.indexed()
    }
    expect(seen.sort()).toEqual(countries.map(({ id }) => id).sort())
  })
  it('loads by ids in their order, and leaves out what the viewer may not know of', async () => {
    const wanted = [neem, ids.company.nordhain, compost, ids.nothing, ids.account.admin, ids.list.fr]
    const load = async (user: User) =>
      (await h.as(user).call(byIds, { ids: wanted })).list.map((entity) => entity.id)
    expect(await load('national')).toEqual([neem, ids.company.nordhain, ids.list.fr])
    expect(await load('registered')).toEqual([ids.list.fr])
    expect(await load('admin')).toEqual(wanted.filter((id) => id !== ids.nothing))
  })
  it('names people to staff, and to nobody else, wherever they stand', async () => {
    const people = async (user: User) =>
      (await h.as(user).call(byIds, { ids: [ids.account.admin, demoAccount(user)] })).people
    const mine = async (user: User) => Object.keys(await people(user)).sort()
    for (const user of ['core', 'national'] as const)
      expect(await mine(user)).toEqual([ids.account.admin, demoAccount(user)].sort())
    for (const user of ['registered', 'company'] as const)
      expect(await mine(user)).toEqual([demoAccount(user)])

    const columns = ['name', 'createdBy', 'updatedBy']
    const shown = async (user: User) =>
      (await h.as(user).call(search, { columns })).list.flatMap((row) => Object.keys(row.columns))
    expect(new Set(await shown('core'))).toEqual(new Set(columns))
    expect(new Set(await shown('company'))).toEqual(new Set(['name']))

    const titles = async (user: User) =>
      (await h.as(user).call(aggregatesearch, { targetField: 'createdBy', ecName: 'account' })).buckets.map(
        (bucket) => bucket.title,
      )
    expect(await titles('core')).toEqual(await titles('admin'))
    expect((await titles('core')).every(Boolean)).toBe(true)
    expect(await titles('company')).toEqual([])
  })
  it('names more people than the store reads at once', async () => {
    const { entities, index } = h.ports
    const vera = (await entities.get('account', ids.account.admin))!
    const people = new Map(
      Array.from({ length: 2 * maxIds - 1 }, (_, n) => {
        const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
        const staticData = { ...vera.data.staticData, fullname: `Person ${n}` }
        return [id, { ...vera, id, data: { ...vera.data, staticData } }]
      }),
    )
    const buckets = [...people.keys()].map((key) => ({ key, count: 1 }))
    const aggregated = vi.spyOn(index, 'aggregate').mockResolvedValue({ aggregate: { buckets } })
    const read = vi.spyOn(entities, 'getMany').mockImplementation(async (asked) => {
      if (asked.length > maxIds) throw tooManyIds()
      return asked.flatMap((id) => people.get(id) ?? [])
    })
    const input = { targetField: 'createdBy', ecName: 'account', limit: 1000 }
    const answer = await h.as('core').call(aggregatesearch, input)
    aggregated.mockRestore()
    read.mockRestore()
    expect(answer.buckets.map(({ title }) => title)).toEqual(buckets.map((_, n) => `Person ${n}`))
  })
  it('shows accounts to administrators, and the own one', async () => {
    const accounts = async (user: User) =>
      (await h.as(user).call(execute, { entityClass: 'account', onlyIds: true })).list
    expect(await accounts('core')).toEqual([demoAccount('core')])
    expect((await accounts('admin')).length).toBeGreaterThan(5)
  })
  it('refuses unknown classes', async () => {
    await expect(h.as('core').call(execute, { entityClass: 'nothing' })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/entityClass' }] },
    })
  })
})

describe('search/aggregate/run', () => {
  it('answers several at once', async () => {
    const { aggregates } = await h.as('admin').call(aggregate, {
      entityClass: 'product',
      aggregates: {
        first: { kind: 'min', field: 'created' },
        manufacturers: { kind: 'count', field: 'manufacturer' },
        active: { kind: 'terms', field: 'lists.active' },
      },
    })
    expect(aggregates['first']).toEqual({ value: '2025-06-01T04:00:00.000Z' })
    expect(aggregates['manufacturers']).toEqual({ value: 1 })
    expect(aggregates['active']!.buckets).toEqual(
      expect.arrayContaining([
        { key: true, count: 2 },
        { key: false, count: 1 },
      ]),
    )
    await expect(h.as('admin').call(aggregate, { entityClass: 'product' })).rejects.toMatchObject({
      status: 400,
    })
  })
})
