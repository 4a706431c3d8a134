/** The demonstration data: complete, valid, believable, and written once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createClock } from '../../functions/adapters/common/clock.ts'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import { completeFields } from '../../scripts/complete-fields.ts'
import { seed } from '../../scripts/seed.ts'
import { fixedIds, locales, mainCategories, secrecyLevels } from '../../shared/constants.ts'
import {
  type Biostandard,
  type FieldDefinition,
  type Institution,
  type List,
  selectOptionTypes,
} from '../../shared/model/administration.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type EntityClassName, entityClassNames } from '../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'
import { fieldTypes } from '../../shared/model/field-value.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { approvalCounts, approvalState } from '../../shared/rules/approval.ts'
import { codeProblem } from '../../shared/rules/check-digit.ts'
import { companyIssues } from '../../shared/rules/company.ts'
import { textIn } from '../../shared/rules/localized.ts'
import { tradeNameOf } from '../../shared/rules/timeline.ts'

const now = '2026-05-20T09:30:00.000Z'
let folder: string
let db: ReturnType<typeof openDatabase>
let store: ReturnType<typeof createEntityStore>
const byClass = new Map<EntityClassName, Entity[]>()
const all = <T>(name: EntityClassName) => byClass.get(name) as unknown as Entity<T>[]
const ports = () => ({ entities: store, clock: createClock('Europe/Zurich', () => Date.parse(now)) })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inputlist-seed-'))
  db = openDatabase(folder)
  store = createEntityStore(db)
  await seed(ports())
  for (const name of entityClassNames)
    byClass.set(name, (await store.listByClass(name, { limit: 1000 })).list)
}, 60_000)
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

it('is as large as promised', () => {
  const lists = all<List>('list')
  expect(all('institution').length).toBe(6)
  expect(lists.length).toBe(8)
  expect(lists.filter((l) => l.data.targetAudience === 'hobby').length).toBe(1)
  expect(new Set(lists.map((l) => l.data.country).filter(Boolean)).size).toBe(6)
  const standards = all<Biostandard>('biostandard').map((s) => s.data)
  expect(standards.length).toBe(5)
  expect(standards.filter((s) => s.baseApproval).length).toBe(1)
  expect(standards.filter((s) => s.dependency).length).toBeGreaterThan(0)
  expect(all('company').length).toBe(60)
  expect(all('product').length).toBe(400)
  expect(all('component').length).toBeGreaterThanOrEqual(80)
  const cores = all<Institution>('institution').filter((i) => i.data.corePartner)
  expect(cores.length).toBe(2)
})
it('has fields of every type and secrecy, options of every type, categories in every main category', () => {
  const fields = all<FieldDefinition>('fielddefinition').map((f) => f.data)
  expect(new Set(fields.map((f) => f.type))).toEqual(new Set(fieldTypes))
  expect(new Set(fields.map((f) => f.secrecy))).toEqual(new Set(secrecyLevels))
  const options = all<{ type: string }>('selectoption').map((o) => o.data.type)
  expect(new Set(options)).toEqual(new Set(selectOptionTypes))
  for (const { key } of mainCategories) {
    const own = all<{ mainCategoryKey: string }>('category').filter((c) => c.data.mainCategoryKey === key)
    expect(own.length).toBeGreaterThan(2)
  }
})
it('is valid, and says everything in ten languages', () => {
  for (const name of entityClassNames)
    for (const entity of byClass.get(name)!)
      expect(entitySchemas[name].safeParse(entity.data).error, `${name} ${entity.id}`).toBeUndefined()
  for (const name of ['category', 'component', 'selectoption', 'fielddefinition', 'country'] as const)
    for (const { data } of all<{ title: Record<string, string> }>(name)) {
      expect(textIn(data.title, undefined)).toBeTruthy()
      expect(Object.keys(data.title).sort()).toEqual([...locales].sort())
    }
  for (const { data } of all<CompanyData>('company')) expect(companyIssues(data)).toEqual([])
})
it('shows every approval state and field source, in one to five lists', () => {
  const standards = new Map(all<Biostandard>('biostandard').map((s) => [s.id, s.data]))
  const states = new Set<string>()
  const sources = new Set<string>()
  const sizes = new Set<number>()
  let dependent = 0
  for (const { data } of all<ProductData>('product')) {
    const lists = Object.values(data.listData)
    sizes.add(lists.length)
    const baseRows = data.listData[fixedIds.list.base]!._approval
    for (const list of lists) {
      for (const source of Object.values(list._linked)) sources.add(source)
      if (Object.keys(list._approval).length === 0) states.add('open')
      for (const [standard, row] of Object.entries(list._approval)) {
        const state = approvalState(row, now, standards.get(standard))
        states.add(state)
        const counts = approvalCounts(standard, list._approval, (id) => standards.get(id), now, baseRows)
        if (state === 'finallyApproved' && !counts) dependent += 1
      }
    }
  }
  expect(states).toEqual(new Set(['open', 'initiated', 'finallyApproved', 'approvalExpired']))
  expect(sources).toEqual(new Set(['basis', 'derived']))
  expect([...sizes].sort()).toEqual([1, 2, 3, 4, 5])
  expect(dependent).toBeGreaterThan(0)
  const products = new Map(all<ProductData>('product').map((one) => [one.id, one.data]))
  const derived = [...products.values()].filter((data) => data.derivedProductId)
  expect(derived.length).toBeGreaterThan(10)
  // Most of what they say is what their parents say: what differs stands out.
  for (const { derivedProductId, listData } of derived) {
    const mine = listData[fixedIds.list.base]!
    const its = products.get(derivedProductId!)!.listData[fixedIds.list.base]!
    const values = Object.keys(mine).filter((key) => /-(f\d+|table)$/.test(key))
    const others = values.filter((key) => JSON.stringify(mine[key]) !== JSON.stringify(its[key]))
    expect(others).toContain('basis-f1')
    expect(others.length).toBeLessThan(7)
    expect(values.length).toBeGreaterThan(2 * others.length)
  }
})
it('names nothing that is not there, and no product twice', () => {
  const known = new Set([...byClass.values()].flat().map((e) => e.id))
  const names: (string | undefined)[] = []
  for (const { data } of all<ProductData>('product')) {
    const root = data.listData[fixedIds.list.base]!
    names.push(tradeNameOf(root))
    if (data.derivedProductId) expect(known.has(data.derivedProductId)).toBe(true)
    for (const [id, list] of Object.entries(data.listData)) {
      const named = [
        id,
        ...(list._category ? [list._category] : []),
        ...Object.keys(list._approval),
        ...Object.values(list._companies).map((row) => row.company),
        ...Object.values(list._components.base).map((row) => row.component),
        ...(list._risklabels ?? []),
        ...(list._hobbygarden ?? []),
      ]
      for (const name of named) expect(known.has(name), name).toBe(true)
    }
  }
  expect(names.every(Boolean)).toBe(true)
  expect(new Set(names).size).toBe(400)
})
it('has histories by several people, in time, with approvals confirmed by another person', async () => {
  let events = 0
  for (const { id } of all('product').slice(0, 60)) {
    const { revisions, count } = await store.history(id, { start: 0, limit: 100 })
    expect(revisions.length).toBe(count)
    const times = revisions.map((r) => r.entity.updated)
    expect(times).toEqual([...times].sort().reverse())
    expect(times.every((time) => time <= now)).toBe(true)
    events += revisions.flatMap((r) => r.events ?? []).length
  }
  expect(events).toBeGreaterThan(300)
  const rows = all<ProductData>('product').flatMap((p) =>
    Object.values(p.data.listData).flatMap((list) => Object.values(list._approval)),
  )
  const both = rows.filter((row) => row.finalApprovalAccountId && row.approvalInitiatorAccountId)
  expect(both.length).toBeGreaterThan(50)
  expect(both.every((row) => row.finalApprovalAccountId !== row.approvalInitiatorAccountId)).toBe(true)
})
it('writes nothing the second time, leaves edits alone, and finishes what was cut off', async () => {
  const [first, second] = all<Record<string, unknown>>('product')
  await store.put({ ...first!, updated: now }, { expectRev: first!.rev })
  const lines: string[] = []
  await seed(ports(), (line) => lines.push(line))
  expect(lines).toEqual([])
  expect(await store.get(first!.id)).toMatchObject({ rev: first!.rev + 1, updated: now })

  const cut = mkdtempSync(join(tmpdir(), 'inputlist-seed-cut-'))
  const other = openDatabase(cut)
  const real = createEntityStore(other)
  let left = 2000
  const dying: typeof real = {
    ...real,
    put: async (...args) => {
      if (left-- <= 0) throw new Error('cut off')
      return real.put(...args)
    },
  }
  const clock = ports().clock
  await expect(seed({ entities: dying, clock })).rejects.toThrow('cut off')
  // A day later: the dates stay those of the first try.
  const tomorrow = createClock('Europe/Zurich', () => Date.parse('2026-05-21T10:00:00.000Z'))
  await seed({ entities: real, clock: tomorrow })
  expect((await real.listByClass('product', { limit: 1000 })).list.length).toBe(400)
  expect(await real.get(second!.id)).toEqual(await store.get(second!.id))
  await other.close()
  rmSync(cut, { recursive: true, force: true })
}, 120_000)

it('adds to older field definitions what they do not say yet, unless somebody has changed them', async () => {
  const older = mkdtempSync(join(tmpdir(), 'inputlist-seed-older-'))
  onTestFinished(() => rmSync(older, { recursive: true, force: true }))
  const other = openDatabase(older)
  onTestFinished(() => other.close())
  const entities = createEntityStore(other)
  const { clock } = ports()
  const gtin = all<FieldDefinition>('fielddefinition').find(({ data }) => data.path === 'basis-f5')!
  const { code, ...data } = gtin.data
  const asBefore = { ...gtin, data: { ...data, title: { de_DE: 'EAN' }, sorting: 7 } }
  expect(code).toBe('gtin')
  await entities.put(asBefore, { expectRev: 0 })
  expect(await completeFields({ entities, clock })).toBe(1)
  expect(await completeFields({ entities, clock })).toBe(0)
  const completed = (await entities.get('fielddefinition', gtin.id))!
  expect(completed).toMatchObject({ rev: 2, updatedBy: fixedIds.account.system, updated: now })
  expect(completed.data).toEqual({ ...asBefore.data, code: 'gtin' })
  // An administrator takes it away again.
  await entities.put({ ...asBefore, rev: 3, updatedBy: fixedIds.list.base }, { expectRev: 2 })
  expect(await completeFields({ entities, clock })).toBe(0)
})

it('has trade item numbers whose check digit is right', () => {
  const numbers = all<ProductData>('product').flatMap((product) =>
    Object.values(product.data.listData).flatMap((list) => {
      const value = list['basis-f5'] as { textValue?: string } | undefined
      return value?.textValue ?? []
    }),
  )
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers.filter((number) => codeProblem('gtin', number))).toEqual([])
})
