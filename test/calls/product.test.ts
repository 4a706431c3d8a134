import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ListData } from '../../shared/model/product.ts'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { mergeDrafts, toPatch } from '../../shared/rules/merge.ts'
import { CallFailure, failureOf, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch } = ids.list
const text = (textValue: unknown) => ({ textValue })
const at = (list: string, rest: string) => `/listData/${list}/${rest}`
const add = (path: string, value: unknown): JsonPatch[number] => ({ op: 'add', path, value })
const remove = (path: string): JsonPatch[number] => ({ op: 'remove', path })

const get = (id: string, user: DemoUser = 'core', rev?: number) => h.as(user).call(load, { id, rev })
/** A product of the core's institution, with a name and a category. */
async function newProduct(name = 'Test product'): Promise<string> {
  const { id, rev } = await h.as('core').call(create, {})
  const patch = [add(at(base, 'basis-f1'), text(name)), add(at(base, '_category'), ids.category.compost)]
  await h.as('core').call(save, { id, rev, patch })
  return id
}
async function patched(id: string, patch: JsonPatch, user: DemoUser = 'core') {
  const { rev } = await get(id, user)
  return h.as(user).call(save, { id, rev, patch })
}
const listIn = (view: { data: Record<string, unknown> }, list: string) =>
  (view.data['listData'] as Record<string, ListData>)[list]!
describe('create', () => {
  test('gives an inactive product in the base list, the creator’s institution responsible', async () => {
    const made = await h.as('core').call(create, {})
    expect(made).toMatchObject({
      rev: 1,
      entityclass: 'product',
      createdBy: ids.account.core,
      disabled: false,
    })
    expect(listIn(made, base)).toMatchObject({
      _active: false,
      _responsible: { institution: ids.institution.aare, accountId: ids.account.core },
    })
    expect(made.data).toMatchObject({ isNationalPartner: false })
    expect(made.may[base]).toContain('product:edit')
    expect(await get(made.id)).toEqual(made)
  })
  const content = [
    add(at(base, 'basis-f1'), text('Made with its name')),
    add(at(base, '_category'), ids.category.compost),
  ]
  test('with content makes it in one revision, and names what is wrong before anything is stored', async () => {
    const made = await h.as('core').call(create, { patch: content, changeset: { label: 'Name', paths: [] } })
    expect(made.rev).toBe(1)
    expect(listIn(made, base)).toMatchObject({ 'basis-f1': text('Made with its name'), _active: false })
    expect(await get(made.id)).toEqual(made)
    const wrong = [add(at(base, '_companies'), { r: { company: ids.account.core, role: 'distributor' } })]
    expect(await failureOf(h.as('core').call(create, { patch: wrong }))).toMatchObject({
      code: 'rule_violated',
    })
    const stamped = [add(at(base, '_active'), true)]
    expect(await failureOf(h.as('core').call(create, { patch: stamped }))).toMatchObject({
      code: 'rule_violated',
    })
  })
  test('as a dry run shows the product and stores nothing', async () => {
    const shown = await h.as('core').call(create, { patch: content, dryrun: true })
    expect(shown).toMatchObject({ rev: 1, may: { [base]: expect.arrayContaining(['product:edit']) } })
    expect(listIn(shown, base)).toMatchObject({ 'basis-f1': text('Made with its name') })
    expect(await failureOf(get(shown.id))).toMatchObject({ code: 'not_found' })
  })
  test('a national partner’s product is marked as such', async () => {
    const made = await h.as('national').call(create, {})
    expect(made.data).toMatchObject({ isNationalPartner: true, isNationalPartnerInitial: true })
    expect(listIn(made, base)).toMatchObject({ _responsible: { institution: ids.institution.france } })
  })
  test.each<DemoUser>(['registered', 'company'])('%s users create none', async (user) => {
    expect(await failureOf(h.as(user).call(create, {}))).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('load', () => {
  test('gives stored data, linked values with their source, titles and what the viewer may do', async () => {
    const view = await get(ids.product.compost)
    expect(listIn(view, ch)).not.toHaveProperty('basis-f1')
    expect(view.resolved[ch]).toEqual({
      'basis-f1': { source: 'basis', value: text('Aare Compost Gold'), fromList: base },
      _category: { source: 'basis', value: ids.category.compost, fromList: base },
    })
    expect(view.titles).toMatchObject({
      [ids.company.nordhain]: 'Nordhain Biodünger GmbH',
      [ids.account.core2]: 'Lena Hofstetter',
    })
    expect(view.may[ch]).toContain('product:approve')
    expect((await get(ids.product.neem)).may[base]).not.toContain('product:edit')
  })
  test('an unknown id, a foreign id and the id of something else have one answer', async () => {
    const answers = await Promise.all(
      [ids.nothing, ids.product.basalt, ids.company.nordhain, ids.list.ch].map(async (id) => {
        const { status, code, message } = await failureOf(get(id, 'national'))
        return { status, code, message: message.replace(id, '{id}') }
      }),
    )
    for (const answer of answers)
      expect(answer).toEqual({ status: 404, code: 'not_found', message: 'Product with ID {id} not found.' })
  })
  test('a revision shows the state of then; one that does not exist is not found', async () => {
    const id = await newProduct('First name')
    await patched(id, [add(at(base, 'basis-f1'), text('Second name'))])
    expect(listIn(await get(id, 'core', 2), base)['basis-f1']).toEqual(text('First name'))
    expect((await get(id, 'core', 2)).rev).toBe(2)
    expect(await failureOf(get(id, 'core', 9))).toMatchObject({ status: 404 })
  })
  test('an older revision reads linked values as they were', async () => {
    const parent = await newProduct('Parent')
    const child = await newProduct('Child')
    const stored = (await h.ports.entities.get(child))!
    const list = (stored.data['listData'] as Record<string, Record<string, unknown>>)[base]!
    const { 'basis-f1': _, ...rest } = list
    const data = {
      ...stored.data,
      derivedProductId: parent,
      listData: { [base]: { ...rest, _linked: { 'basis-f1': 'derived' } } },
    }
    await h.ports.entities.put({ ...stored, data, updated: h.clock.now() }, { expectRev: 2 })
    h.clock.advance(1)
    await patched(parent, [add(at(base, 'basis-f1'), text('Parent renamed'))])
    h.clock.advance(1)
    await patched(child, [add(at(base, 'basis-f5'), text('123'))])

    const now = await get(child)
    expect(now.resolved[base]?.['basis-f1']).toEqual({
      source: 'derived',
      value: text('Parent renamed'),
      fromProduct: parent,
      fromList: base,
    })
    expect(now.titles[parent]).toBe('Parent renamed')
    expect(now.derivedValues?.[base]?.['basis-f1']).toEqual(text('Parent renamed'))
    expect((await get(child, 'core', 3)).resolved[base]?.['basis-f1']?.value).toEqual(text('Parent'))
  })
})

describe('save', () => {
  test('writes a new revision, keeps the changeset and the name history', async () => {
    const id = await newProduct('Old name')
    const { rev } = await get(id)
    const saved = await h.as('core').call(save, {
      id,
      rev,
      patch: [{ op: 'replace', path: at(base, 'basis-f1'), value: text('New name') }],
      changeset: { label: 'renamed', paths: [at(base, 'basis-f1')] },
    })
    expect(saved).toMatchObject({ rev: rev + 1, updatedBy: ids.account.core })
    expect(Object.values(listIn(saved, base)['_nameHistory'])).toMatchObject([
      { name: 'Old name', to: saved.updated },
      { name: 'New name', from: saved.updated },
    ])
    const revision = await h.ports.entities.getRevision(id, rev + 1)
    expect(revision?.changeset?.label).toBe('renamed')
    expect(revision?.events?.map((e) => e.kind)).toEqual(['nameChanged'])
  })

  test('a stale rev is refused with the marker and both revs, and nothing is written', async () => {
    const id = await newProduct()
    const refused = await failureOf(
      h.as('core').call(save, { id, rev: 1, patch: [add(at(base, 'basis-f5'), text('x'))] }),
    )
    expect(refused).toMatchObject({
      status: 409,
      code: 'revision_conflict',
      details: { expectedRev: 1, currentRev: 2 },
    })
    expect(refused.message).toContain('409001')
    expect((await get(id)).rev).toBe(2)
  })

  test.each<[string, JsonPatch]>([
    ['an empty patch', []],
    [
      'a patch that writes what is there',
      [{ op: 'replace', path: at(base, 'basis-f1'), value: text('Test product') }],
    ],
    ['a test alone', [{ op: 'test', path: at(base, 'basis-f1'), value: text('Test product') }]],
    ['an empty date', [add(at(base, 'basis-f6'), { dateValue: '' })]],
  ])('%s changes nothing', async (_, patch) => {
    const id = await newProduct()
    expect(await failureOf(patched(id, patch))).toMatchObject({
      status: 422,
      message: 'no change after applying the patch',
    })
  })

  describe('places that a save may not change', () => {
    test.each([
      [
        'an approval',
        at(base, `_approval/${ids.standard.eu}`),
        { active: true, begin: '2025-01-01T04:00:00.000Z' },
      ],
      ['one date of an approval', at(base, `_approval/${ids.standard.eu}/end`), '2099-01-01T04:00:00.000Z'],
      ['all approvals', at(base, '_approval'), {}],
      ['responsibility', at(base, '_responsible'), { institution: ids.institution.aare }],
      ['activation', at(base, '_active'), false],
      ['the archive', at(base, '_archived'), true],
      ['the name history', at(base, '_nameHistory'), {}],
      ['a whole list', `/listData/${ids.list.de}`, {}],
      ['an existing list', `/listData/${base}`, {}],
      ['everything', '', { listData: {} }],
      ['the import key', '/importKey', 'x'],
      ['the derived parent', '/derivedProductId', ids.product.neem],
      ['a field that does not exist', at(base, 'unknown-f1'), text('x')],
    ])('%s, not even for an admin', async (_, path, value) => {
      for (const user of ['core', 'admin'] as const) {
        const { rev } = await get(ids.product.compost, user)
        const refused = await failureOf(
          h.as(user).call(save, { id: ids.product.compost, rev, patch: [add(path, value)] }),
        )
        expect(refused).toMatchObject({ status: 422, message: 'Path is invalid.', details: { path } })
      }
    })
    test('a list that the product does not have, or that does not exist', async () => {
      const nowhere = '00000000-0000-0000-0000-000000000000'
      for (const [list, message, key] of [
        [ids.list.de, 'listdata not found', 'listDataNotFound'],
        [nowhere, 'invalid list', 'listInvalid'],
      ] as const) {
        const path = at(list, 'basis-f1')
        const refused = await failureOf(patched(ids.product.compost, [add(path, text('x'))], 'admin'))
        expect(refused).toMatchObject({ status: 422, message, details: { key, path } })
      }
    })
    test('nor by moving or copying', async () => {
      const from = at(base, `_approval/${ids.standard.eu}`)
      for (const op of ['move', 'copy'] as const)
        expect(
          await failureOf(patched(ids.product.compost, [{ op, from, path: at(base, '_display') }], 'admin')),
        ).toMatchObject({ status: 422, message: 'Path is invalid.' })
    })
    test('a key of the prototype is bad input, in a path or a value', async () => {
      const id = await newProduct()
      for (const op of [
        add(at(base, '_display/__proto__/x'), 1),
        add(at(base, '_display'), JSON.parse('{"__proto__":{"x":1}}')),
        add(at(base, '_display/constructor'), 1),
      ])
        expect((await failureOf(patched(id, [op]))).status).toBe(400)
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    })
    test('a checklist entry takes only its own keys', async () => {
      const id = await newProduct()
      expect(await failureOf(patched(id, [add(at(base, '_checklist/x/okay'), true)]))).toMatchObject({
        message: 'invalid checklist key',
      })
    })
  })

  test.each([
    ['of 10,000 characters', 'Kompost, gesiebt. '.repeat(556).slice(0, 10_000)],
    ['of 10,000 characters, each of four bytes', '🌱'.repeat(10_000)],
    ['from right to left, with marks of direction', 'سماد عضوي \u200f(10 %)\u200e דשן'],
    ['with joined emoji and flags', 'Für 👩🏽‍🌾 und 👨‍👩‍👧 in 🇨🇭'],
    ['with accents in parts', 'Komposte\u0301 de\u0300s'],
  ])('a text %s comes back as it was typed, also of an older revision', async (_, typed) => {
    const id = await newProduct()
    const { rev } = await patched(id, [add(at(base, 'basis-f5'), text(typed))])
    await patched(id, [add(at(base, 'basis-f5'), text('short'))])
    expect(listIn(await get(id, 'core', rev), base)['basis-f5']).toEqual(text(typed))
  })

  test('wrong values are named by their path', async () => {
    const id = await newProduct()
    const refused = await failureOf(
      patched(id, [
        add(at(base, 'basis-f1'), { numberValue: 1 }),
        add(at(base, 'basis-f2'), text('no languages')),
        add(at(base, 'basis-f4'), 'yes'),
      ]),
    )
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refused.details.issues?.map((i) => i.path)).toEqual([
      at(base, 'basis-f1'),
      at(base, 'basis-f2'),
      at(base, 'basis-f4'),
    ])
    const rows = await failureOf(
      patched(id, [add(at(base, '_companies/r1'), { company: 'x', role: 'friend' })]),
    )
    expect(rows.details.issues?.map((i) => i.path)).toEqual([
      at(base, '_companies/r1/company'),
      at(base, '_companies/r1/role'),
    ])
    const more = { company: ids.company.nordhain, role: 'distributor', colour: 'red' }
    const unknown = await failureOf(patched(id, [add(at(base, '_companies/r1'), more)]))
    expect(unknown.details.issues?.map((i) => i.path)).toEqual([at(base, '_companies/r1/colour')])
  })

  describe('validity', () => {
    const invalid = async (run: Promise<unknown>) => {
      const refused = await failureOf(run)
      expect(refused).toMatchObject({ status: 422, code: 'rule_violated' })
      return { message: refused.message, issues: refused.details.issues?.map((i) => i.path) }
    }
    test('a mandatory field cannot be emptied', async () => {
      const id = await newProduct()
      expect(await invalid(patched(id, [add(at(base, 'basis-f1'), text(' '))]))).toEqual({
        message: 'product is not valid: Please correct the errors first.',
        issues: [at(base, 'basis-f1')],
      })
    })
    test('a draft may be saved before it is complete', async () => {
      const { id, rev } = await h.as('core').call(create, {})
      const saved = await h.as('core').call(save, { id, rev, patch: [add(at(base, 'basis-f5'), text('1'))] })
      expect(saved.rev).toBe(2)
    })
    test('nothing but blanks is refused as empty', async () => {
      const { id, rev } = await h.as('core').call(create, {})
      const run = h.as('core').call(save, { id, rev, patch: [add(at(base, 'basis-f5'), text(''))] })
      expect(await invalid(run)).toMatchObject({ message: 'refusing to save empty product' })
    })
    test('a category exists, is open, and fits the list', async () => {
      const id = await newProduct()
      const category = (value: string) => invalid(patched(id, [add(at(base, '_category'), value)]))
      expect((await category(ids.category.closed)).issues).toEqual([at(base, '_category')])
      expect((await category(ids.nothing)).issues).toEqual([at(base, '_category')])
      expect((await invalid(patched(id, [remove(at(base, '_category'))]))).message).toBe(
        'No category selected!',
      )
    })
    test('a role that may be given once is given once; companies and components exist', async () => {
      const id = await newProduct()
      const row = (company: string, role: string) => ({ company, role })
      const { nordhain, belmont } = ids.company
      const twice = [
        add(at(base, '_companies/r1'), row(nordhain, 'distributor')),
        add(at(base, '_companies/r2'), row(belmont, 'distributor')),
      ]
      expect((await invalid(patched(id, twice))).issues).toEqual([at(base, '_companies/r2/role')])
      const nobody = [add(at(base, '_companies/r1'), row(ids.nothing, 'distributor'))]
      expect((await invalid(patched(id, nobody))).issues).toEqual([at(base, '_companies/r1/company')])
      const other = [add(at(base, '_companies/r1'), row(ids.list.ch, 'distributor'))]
      expect((await invalid(patched(id, other))).issues).toEqual([at(base, '_companies/r1/company')])
      const unknown = [add(at(base, '_components/base/c1'), { component: ids.nothing, secrecy: 'public' })]
      expect((await invalid(patched(id, unknown))).issues).toEqual([
        at(base, '_components/base/c1/component'),
      ])
    })
    test('an option is one of those that the field offers', async () => {
      const id = await newProduct()
      const run = patched(id, [add(at(base, 'basis-f3'), { selectValue: 'gas' })])
      expect((await invalid(run)).issues).toEqual([at(base, 'basis-f3')])
      await patched(id, [add(at(base, 'basis-f3'), { selectValue: 'powder' })])
    })
    test('empty rows and amounts that are no numbers are put right', async () => {
      const id = await newProduct()
      const saved = await patched(id, [
        add(at(base, '_companies/r1'), { company: '', role: 'distributor' }),
        add(at(base, '_components/base/c1'), {
          component: ids.component.horn,
          secrecy: 'public',
          amount: 'lots',
        }),
      ])
      expect(listIn(saved, base)['_companies']).toEqual({})
      expect(listIn(saved, base)['_components']).toMatchObject({ base: { c1: { amount: 0 } } })
    })
  })

  describe('links', () => {
    test('to direct, and back again, as the page does it', async () => {
      const direct = await patched(ids.product.compost, [
        remove(at(ch, '_linked/basis-f1')),
        add(at(ch, 'basis-f1'), text('Kompost CH')),
      ])
      expect(listIn(direct, ch)).toMatchObject({
        'basis-f1': text('Kompost CH'),
        _linked: { _category: 'basis' },
      })
      const back = await patched(ids.product.compost, [
        add(at(ch, '_linked/basis-f1'), 'basis'),
        remove(at(ch, 'basis-f1')),
      ])
      expect(back.resolved[ch]?.['basis-f1']?.value).toEqual(text('Aare Compost Gold'))
      expect(Object.values(listIn(back, ch)['_nameHistory']).map((r) => r.name)).toEqual([
        'Aare Compost Gold',
        'Kompost CH',
        'Aare Compost Gold',
      ])
    })
    test.each<[string, JsonPatch]>([
      ['a value beside a link', [add(at(ch, 'basis-f1'), text('x'))]],
      ['the base list linked to itself', [add(at(base, '_linked/basis-f5'), 'basis')]],
      ['a parent that is not set', [add(at(ch, '_linked/basis-f5'), 'derived')]],
    ])('%s is refused', async (_, patch) => {
      expect(await failureOf(patched(ids.product.compost, patch))).toMatchObject({ status: 422 })
    })
  })

  test('components of the base list come and go with it, public ones do not', async () => {
    const id = ids.product.compost
    const component = (secrecy: string) => ({ component: ids.component.horn, secrecy, amount: 1 })
    const added = await patched(id, [
      add(at(base, '_components/base/n1'), component('core-partners')),
      add(at(base, '_components/base/n2'), component('public')),
    ])
    expect(listIn(added, ch)['_components']).toEqual({
      base: { n1: component('core-partners') },
      additional: {},
    })
    const changed = await patched(id, [add(at(base, '_components/base/n1/amount'), 5)])
    expect(listIn(changed, ch)['_components']).toMatchObject({ base: { n1: { amount: 5 } } })
    const removed = await patched(id, [
      remove(at(base, '_components/base/n1')),
      remove(at(base, '_components/base/n2')),
    ])
    expect(listIn(removed, ch)['_components']).toEqual({ base: {}, additional: {} })
  })

  describe('rights', () => {
    test('only the responsible institution edits; others who see the product are told so', async () => {
      const patch = [add(at(base, 'basis-f5'), text('x'))]
      expect(await failureOf(patched(ids.product.neem, patch))).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
      expect(await failureOf(patched(ids.product.neem, patch, 'company'))).toMatchObject({ status: 404 })
      await patched(ids.product.neem, patch, 'national')
      await patched(ids.product.neem, [add(at(base, 'basis-f5'), text('y'))], 'admin')
    })
    test('company rows need the flag', async () => {
      const row = { company: ids.company.nordhain, role: 'recipe-holder' }
      const rhine = (await h.as('core', ids.account.coreRhine).call(load, { id: ids.product.basalt })).rev
      const run = (path: string, value: unknown) =>
        h
          .as('core', ids.account.coreRhine)
          .call(save, { id: ids.product.basalt, rev: rhine, patch: [add(path, value)] })
      expect(await failureOf(run(at(base, '_companies/r1'), row))).toMatchObject({ status: 403 })
      expect((await run(at(base, 'basis-f5'), text('1'))).rev).toBe(rhine + 1)
    })
    test('who wrote a note and a checklist is what the server knows', async () => {
      const id = await newProduct()
      const note = { text: 'hello', read: false, at: '2001-01-01T00:00:00.000Z', by: ids.account.admin }
      const saved = await patched(id, [add(at(base, '_notes/n1'), note)])
      expect(listIn(saved, base)['_notes']).toEqual({
        n1: { ...note, at: saved.updated, by: ids.account.core },
      })
      const read = await patched(id, [add(at(base, '_notes/n1/read'), true)], 'core2')
      expect(listIn(read, base)['_notes']).toMatchObject({
        n1: { read: true, at: saved.updated, by: ids.account.core },
      })
    })
    test('a deleted product takes no changes', async () => {
      const id = await newProduct()
      const entity = (await h.ports.entities.get(id))!
      await h.ports.entities.put({ ...entity, disabled: true }, { expectRev: entity.rev })
      expect((await get(id)).disabled).toBe(true)
      expect(await failureOf(patched(id, [add(at(base, 'basis-f5'), text('x'))]))).toMatchObject({
        status: 422,
        message: 'Product was deleted',
      })
    })
  })
})

describe('many at once', () => {
  /** Edits as a client does: on a conflict it takes the newer state and puts its own change onto it. */
  async function edit(user: DemoUser, id: string, patch: JsonPatch): Promise<number> {
    let original = await get(id, user)
    for (let attempt = 1; ; attempt++) {
      const mine = applyJsonPatch(original.data, patch)
      if (!mine.ok) throw new Error(mine.reason)
      try {
        await h.as(user).call(save, { id, rev: original.rev, patch: toPatch(original.data, mine.document) })
        return attempt
      } catch (e) {
        if (!(e instanceof CallFailure) || e.code !== 'revision_conflict') throw e
        const theirs = await get(id, user)
        const { conflicts } = mergeDrafts(original.data, mine.document, theirs.data)
        expect(conflicts).toEqual([])
        original = theirs
      }
    }
  }

  test('two users on different fields both win without a question', async () => {
    const id = await newProduct()
    await Promise.all([
      edit('core', id, [add(at(base, 'basis-f5'), text('GTIN'))]),
      edit('core2', id, [add(at(base, 'composition-f3'), { numberValue: 42 })]),
    ])
    expect(listIn(await get(id), base)).toMatchObject({
      'basis-f5': text('GTIN'),
      'composition-f3': { numberValue: 42 },
    })
  })
  test('20 writers on different fields: all land, each in a revision of its own', async () => {
    const id = await newProduct()
    const { rev } = await get(id)
    const writers = Array.from({ length: 20 }, (_, i) =>
      edit(i % 2 ? 'core' : 'core2', id, [
        add(at(base, `_components/additional/w${i}`), {
          component: ids.component.horn,
          secrecy: 'public',
          amount: i,
        }),
      ]),
    )
    await Promise.all(writers)
    const end = await get(id)
    expect(end.rev).toBe(rev + 20)
    const rows = listIn(end, base)._components.additional
    expect(Object.keys(rows)).toHaveLength(20)
    for (let i = 0; i < 20; i++) expect(rows[`w${i}`]?.amount).toBe(i)
    expect((await h.ports.entities.history(id, { start: 0, limit: 50 })).count).toBe(rev + 20)
  })
})
