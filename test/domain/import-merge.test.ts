import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../functions/domain/import/fields.ts'
import { type Memory, mergeFields, noMemory } from '../../functions/domain/import/merge.ts'
import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'
import type { Json } from '../../shared/rules/values.ts'
import { issuesOf } from '../../shared/schema-issues.ts'

const ids = new Map<string, string>()
const idOf = (name: string) => {
  const id = ids.get(name) ?? `00000000-0000-4000-8000-${String(ids.size).padStart(12, '0')}`
  ids.set(name, id)
  return id
}
const L = idOf('list')
const resolve = (value: unknown): unknown => {
  const key = (value as { $key?: string } | null)?.$key
  return key === undefined ? value : idOf(key)
}

/** What is stored after some editions of a register, with staff's work between them. */
class World {
  memory: Memory = noMemory
  data: Json = {}
  kept: string[] = []
  frozen: string[] = []
  archived = false
  readonly kind: ImportItem['kind']
  constructor(kind: ImportItem['kind']) {
    this.kind = kind
  }
  edition(said: Json): this {
    const schema = entitySchemas[this.kind]
    const merged = mergeFields({
      kind: this.kind,
      before: this.data,
      fields: fieldsOf(said),
      last: this.memory,
      resolve,
      isFrozen: ([, list]) => this.archived && list === L,
      issuesAt: (data) => {
        const parsed = schema.safeParse(data)
        return parsed.success ? [] : issuesOf(parsed.error).map((i) => i.path)
      },
    })
    this.data = schema.parse(merged.data) as Json
    this.memory = merged.remember(this.data)
    this.kept = merged.kept
    this.frozen = merged.frozen
    return this
  }
  staff(change: (data: Json) => void): this {
    this.data = structuredClone(this.data)
    change(this.data)
    return this
  }
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into data of any shape
const listOf = (data: Json): any => (data['listData'] as Json)[L]
const product = (list: Json): Json => ({ listData: { [L]: list } })
const name = (text: string) => ({ 'basis-f1': { textValue: text } })
const company = (key: string, more: Json = {}) => ({
  company: { $key: `company:${key}` },
  role: 'distributor',
  ...more,
})

describe('the next edition of a register', () => {
  it('changes what it said itself', () => {
    const w = new World('product').edition(product(name('A'))).edition(product(name('B')))
    expect(listOf(w.data)['basis-f1']).toEqual({ textValue: 'B' })
    expect(w.edition(product({})).kept).toEqual([])
    expect(listOf(w.data)).not.toHaveProperty('basis-f1')
  })
  it('keeps a value that staff changed, says so once, and goes on with it when both agree', () => {
    const w = new World('product').edition(product(name('A')))
    w.staff((data) => Object.assign(listOf(data), name('Ours')))
    expect(w.edition(product(name('B'))).kept).toEqual([`/listData/${L}/basis-f1`])
    expect(listOf(w.data)['basis-f1']).toEqual({ textValue: 'Ours' })
    expect(w.edition(product(name('B'))).kept).toEqual([])
    expect(listOf(w.edition(product({})).data)['basis-f1']).toEqual({ textValue: 'Ours' })
    w.edition(product(name('Ours'))).edition(product(name('C')))
    expect(listOf(w.data)['basis-f1']).toEqual({ textValue: 'C' })
  })
  it('takes nothing away with an empty object', () => {
    const staffs = {
      _companies: { own: { company: idOf('x'), role: 'manufacturer' } },
      _notes: { n: { read: false, at: '2026-01-01T04:00:00.000Z', by: idOf('me') } },
      _approval: { [idOf('standard')]: { active: true } },
      _components: { base: { c: { component: idOf('c'), secrecy: 'public' } }, additional: {} },
    }
    const empty = { _companies: {}, _notes: {}, _approval: {}, _components: { base: {} }, _documents: {} }
    const w = new World('product').edition(product({ _companies: { 'reg:1': company('a') } }))
    w.staff((data) => Object.assign(listOf(data), structuredClone(staffs)))
    expect(listOf(w.edition(product(empty)).data)).toMatchObject(staffs)
    expect(Object.keys(listOf(w.data)._companies)).toEqual(['own'])
    expect(listOf(w.edition({ listData: {} }).data)).toMatchObject(staffs)
  })
  it('adds, changes and removes its own rows, beside those of staff', () => {
    const rows = (...keys: string[]) =>
      product({ _companies: Object.fromEntries(keys.map((k) => [`reg:${k}`, company(k)])) })
    const w = new World('product').edition(rows('a', 'b'))
    w.staff((data) => {
      listOf(data)._companies.own = { company: idOf('x'), role: 'manufacturer' }
    })
    w.edition(rows('b', 'c'))
    expect(Object.keys(listOf(w.data)._companies).sort()).toEqual(['own', 'reg:b', 'reg:c'])
    w.edition(product({ _companies: { 'reg:b': company('d') } }))
    expect(listOf(w.data)._companies['reg:b'].company).toBe(idOf('company:d'))
  })
  it('leaves a row of staff alone that has the id of one of its own', () => {
    const w = new World('product').edition(product(name('A')))
    w.staff((data) => {
      listOf(data)._companies['reg:a'] = { company: idOf('x'), role: 'manufacturer' }
    })
    const before = structuredClone(listOf(w.data)._companies)
    for (const amount of [1, 2])
      expect(w.edition(product({ _companies: { 'reg:a': company('a', { amount }) } })).kept).toHaveLength(3)
    expect(listOf(w.data)._companies).toEqual(before)
  })
  it('brings a row whole where staff had taken it out, when it changes it', () => {
    const said = (amount: number) => product({ _companies: { 'reg:a': company('a', { amount }) } })
    const w = new World('product').edition(said(1))
    w.staff((data) => {
      listOf(data)._companies = {}
    })
    expect(listOf(w.edition(said(1)).data)._companies).toEqual({})
    expect(listOf(w.edition(said(2)).data)._companies['reg:a']).toEqual({
      company: idOf('company:a'),
      role: 'distributor',
      amount: 2,
    })
  })
  it('may drop an object: it goes whole, or stays whole where staff added to it', () => {
    const said = product({
      _responsible: { institution: idOf('i') },
      _companies: { 'reg:a': company('a'), 'reg:b': company('b', { _order: 1 }) },
    })
    const w = new World('product').edition(said)
    w.staff((data) => {
      listOf(data)._responsible.accountId = idOf('me')
      listOf(data)._companies['reg:a'].amount = 5
      listOf(data)._companies['reg:b']._order = 7
    })
    w.edition(product({}))
    expect(listOf(w.data)._responsible).toEqual({ institution: idOf('i'), accountId: idOf('me') })
    expect(listOf(w.data)._companies).toEqual({
      'reg:a': { company: idOf('company:a'), role: 'distributor', amount: 5 },
    })
    const untouched = new World('product').edition(said).edition(product({}))
    expect(listOf(untouched.data)).not.toHaveProperty('_responsible')
  })
  it('may drop what a company must have: the company keeps it', () => {
    const address = (city: string) => ({ 'reg:main': { type: 'main', city } })
    const w = new World('company').edition({ baseData: { name: 'Acme' }, addresses: address('Bern') })
    w.staff((data) => {
      ;(data['addresses'] as Record<string, Json>)['reg:main']!['email'] = 'a@acme.example'
    })
    w.edition({})
    expect(w.data).toMatchObject({
      baseData: { name: 'Acme' },
      addresses: { 'reg:main': { type: 'main', email: 'a@acme.example' } },
    })
  })
  it('does not turn a link of staff into a value, nor a value of staff into a link', () => {
    const w = new World('product').edition(product({ ...name('A'), _linked: { 'basis-f2': 'basis' } }))
    w.staff((data) => {
      const list = listOf(data)
      delete list['basis-f1']
      delete list._linked['basis-f2']
      Object.assign(list, { _linked: { 'basis-f1': 'derived' }, 'basis-f2': { textValue: 'direct' } })
    })
    w.edition(product({ ...name('B'), _linked: { 'basis-f2': 'derived' } }))
    expect(w.kept.sort()).toEqual([`/listData/${L}/_linked/basis-f2`, `/listData/${L}/basis-f1`])
    expect(listOf(w.data)).toMatchObject({
      _linked: { 'basis-f1': 'derived' },
      'basis-f2': { textValue: 'direct' },
    })
    expect(listOf(w.data)).not.toHaveProperty('basis-f1')
  })
  it('writes a value in the place of a link that it had said itself', () => {
    const w = new World('product').edition(product({ _linked: { 'basis-f1': 'basis' } }))
    w.edition(product({ _linked: { 'basis-f1': 'basis' }, ...name('A') }))
    expect(listOf(w.data)).toMatchObject({ _linked: {}, 'basis-f1': { textValue: 'A' } })
  })
  it('changes nothing in an archived list, and comes back to it when it is open again', () => {
    const w = new World('product').edition(product({ ...name('A'), _risklabels: [] }))
    w.archived = true
    const before = structuredClone(w.data)
    for (let i = 0; i < 2; i++)
      expect(w.edition(product(name('B'))).frozen).toEqual([`/listData/${L}/basis-f1`])
    expect(w.data).toEqual(before)
    w.archived = false
    expect(listOf(w.edition(product(name('B'))).data)['basis-f1']).toEqual({ textValue: 'B' })
    expect(listOf(w.data)).not.toHaveProperty('_risklabels')
  })
  it('fills only what is missing in what staff had made', () => {
    const w = new World('component')
    w.data = { title: { de_DE: 'Ours' }, mainCategoryMapping: [], order: 0, disabled: false }
    w.edition({ title: { de_DE: 'x', fr_FR: 'y' }, mainCategoryMapping: ['fertilisers'] })
    expect(w.data).toMatchObject({ title: { de_DE: 'Ours', fr_FR: 'y' }, mainCategoryMapping: [] })
  })
  it('goes on with what imports of before remembered', () => {
    const w = new World('product').edition(
      product({ ...name('A'), _companies: { 'reg:a': company('a'), 'reg:b': company('b') } }),
    )
    w.memory = { hashes: w.memory.hashes }
    w.staff((data) => Object.assign(listOf(data), name('Ours')))
    w.edition(product({ ...name('B'), _companies: { 'reg:a': company('c'), 'reg:b': company('b') } }))
    expect(listOf(w.data)._companies['reg:a'].company).toBe(idOf('company:c'))
    expect(listOf(w.data)['basis-f1']).toEqual({ textValue: 'Ours' })
    w.edition(product({ ...name('B'), _companies: { 'reg:a': company('c') } }))
    expect(Object.keys(listOf(w.data)._companies)).toEqual(['reg:a'])
  })
})
