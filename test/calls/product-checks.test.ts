/** What the server checks of checklist entries, restriction texts and categories of a product. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ListData } from '../../shared/model/product.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'
import { at } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch } = ids.list
const t = (text: string) => ({ de_DE: text, en_GB: text })
const day = (d: string) => `${d}T04:00:00.000Z`
const add = (path: string, value: unknown): JsonPatch[number] => ({ op: 'add', path, value })
const make = async (entityclass: string, data: Record<string, unknown>) =>
  (await h.as('admin').call(createEntity, { entityclass, data })).id
async function patched(id: string, patch: JsonPatch) {
  const { rev } = await h.as('core').call(load, { id })
  return h.as('core').call(save, { id, rev, patch })
}
async function newProduct(): Promise<string> {
  const { id, rev } = await h.as('core').call(create, {})
  const patch = [
    add(at(base, 'basis-f1'), { textValue: 'Test' }),
    add(at(base, '_category'), ids.category.compost),
  ]
  await h.as('core').call(save, { id, rev, patch })
  return id
}
async function refusal(run: Promise<unknown>) {
  const { message, details } = await failureOf(run)
  return { message, issues: details.issues?.map((i) => [i.path, i.key ?? i.expected]) }
}
const rowOf = (view: { data: Record<string, unknown> }, entry: string) =>
  (view.data['listData'] as Record<string, ListData>)[base]?._checklist[entry]

describe('checklist entries', () => {
  const options = [
    { id: 'yes', title: t('yes'), okay: true },
    { id: 'no', title: t('no'), okay: false },
  ]
  const definition = (more: Record<string, unknown> = {}) =>
    make('checklist', { title: t('Recipe'), options, ...more })
  const entry = (id: string, rest = '') => at(base, `_checklist/${id}${rest}`)

  it('takes an option of the definition as status, and says who chose it', async () => {
    const id = await newProduct()
    const recipe = await definition()
    const saved = await patched(id, [add(entry(recipe), { status: 'yes', comment: 'seen' })])
    expect(rowOf(saved, recipe)).toEqual({ status: 'yes', comment: 'seen', updatedBy: ids.account.core })
    expect(await refusal(patched(id, [add(entry(recipe, '/status'), 'maybe')]))).toMatchObject({
      issues: [[entry(recipe, '/status'), 'optionUnknown']],
    })
  })
  it('a whole entry takes no other keys than its parts do', async () => {
    const id = await newProduct()
    const recipe = await definition()
    for (const key of ['from', 'end'])
      expect(
        await refusal(patched(id, [add(entry(recipe), { status: 'yes', [key]: day('2026-01-01') })])),
      ).toMatchObject({ message: 'invalid checklist key' })
  })
  it('demands the dates that the definition demands, in their order', async () => {
    const id = await newProduct()
    const dated = await definition({ dateEffectiveMandatory: true, dateUntilMandatory: true })
    expect(await refusal(patched(id, [add(entry(dated), { status: 'yes' })]))).toMatchObject({
      issues: [
        [entry(dated, '/date'), 'mandatory'],
        [entry(dated, '/until'), 'mandatory'],
      ],
    })
    const turned = { status: 'yes', date: day('2026-05-01'), until: day('2026-04-30') }
    expect(await refusal(patched(id, [add(entry(dated), turned)]))).toMatchObject({
      issues: [[entry(dated, '/until'), 'checklistDates']],
    })
    await patched(id, [add(entry(dated), { ...turned, until: day('2026-05-01') })])
    expect(await refusal(patched(id, [add(entry(dated, '/date'), 'soon')]))).toMatchObject({
      issues: [[entry(dated, '/date'), expect.any(String)]],
    })
  })
  it('belongs to its lists and categories only; what was entered stays when the category changes', async () => {
    const id = await newProduct()
    const elsewhere = [
      await definition({ listRestrict: [ch] }),
      await definition({ visibleInLists: [ch] }),
      await definition({ categoryRestrict: [ids.category.oils] }),
      await definition({ active: false }),
      await definition({ modus: 'company' }),
    ]
    for (const other of elsewhere)
      expect(await refusal(patched(id, [add(entry(other), { status: 'yes' })]))).toMatchObject({
        issues: [[entry(other), 'checklistNotHere']],
      })
    // A restriction to a category holds for all below it.
    const here = await definition({ categoryRestrict: [ids.category.fertilisers] })
    await patched(id, [add(entry(here), { status: 'yes' })])
    const moved = await patched(id, [add(at(base, '_category'), ids.category.oils)])
    expect(rowOf(moved, here)).toMatchObject({ status: 'yes' })
    expect(await refusal(patched(id, [add(entry(here, '/status'), 'no')]))).toMatchObject({
      issues: [[entry(here), 'checklistNotHere']],
    })
  })
})

describe('permits', () => {
  const at1 = (rest = '') => at(base, `_permits/p1${rest}`)
  it('have a number, and a kind of the list and category; what was entered stays', async () => {
    const id = await newProduct()
    const kind = await make('permit', { title: t('Feed'), mainCategories: ['plant-protection-agents'] })
    const here = await make('permit', {
      title: t('Fertiliser'),
      mainCategories: ['fertilisers'],
      lists: [base],
    })
    const add1 = (row: unknown) => patched(id, [add(at(base, '_permits'), { p1: row })])
    expect(await refusal(add1({ permit: here, number: ' ' }))).toEqual({
      message: 'product is not valid: Please correct the errors first.',
      issues: [[at1('/number'), 'mandatory']],
    })
    for (const [permit, key] of [
      [kind, 'permitNotHere'],
      [ids.category.compost, 'permitUnknown'],
    ])
      expect(await refusal(add1({ permit, number: 'W-1' }))).toMatchObject({
        issues: [[at1('/permit'), key]],
      })
    await add1({ permit: here, number: 'W-1' })
    await patched(id, [add(at(base, '_category'), ids.category.oils), add(at1('/number'), 'W-10')])
    expect(
      await refusal(patched(id, [add(at(base, '_permits/p2'), { permit: here, number: 'w-10' })])),
    ).toMatchObject({
      issues: [
        [at(base, '_permits/p2/permit'), 'permitNotHere'],
        [at(base, '_permits/p2/number'), 'permitTwice'],
      ],
    })
  })
})

describe('the display of standards', () => {
  it('is of standards that the list offers, and says their order and limits', async () => {
    const id = ids.product.compost
    const of = (standard: string) => at(ch, `_display/standards/${standard}`)
    const set = (value: unknown) => patched(id, [add(at(ch, '_display'), value)])
    const limits = { order: 1, limitation: t('outdoors') }
    const both = { standards: { [ids.standard.eu]: limits, [ids.standard.fr]: limits } }
    expect(await refusal(set(both))).toMatchObject({ issues: [[of(ids.standard.fr), 'standardNotHere']] })
    for (const wrong of [{ short: true }, { standards: { [ids.standard.eu]: { order: 1.5 } } }])
      expect((await failureOf(set(wrong))).status).toBe(400)
    await set({ standards: { [ids.standard.eu]: limits } })
    const { data } = await patched(id, [add(`${of(ids.standard.eu)}/order`, 2)])
    expect((data['listData'] as Record<string, ListData>)[ch]?._display).toEqual({
      standards: { [ids.standard.eu]: { ...limits, order: 2 } },
    })
  })
})

describe('uses in the hobby garden', () => {
  it('are taken by lists for hobby gardeners only, as long as they and what is above them are open', async () => {
    const hobby = await make('list', { title: t('Garden'), targetAudience: 'hobby' })
    const top = await make('hobbygarden', { title: t('Plants'), kind: 'plant' })
    const roses = await make('hobbygarden', { title: t('Roses'), kind: 'plant', parent: top })
    const id = await newProduct()
    const { rev } = await h.as('core').call(load, { id })
    await h.as('admin').call(addlist, { id, rev, list: hobby })
    const set = (list: string, uses: string[]) => patched(id, [add(at(list, '_hobbygarden'), uses)])
    expect(await refusal(set(base, [roses]))).toMatchObject({
      issues: [[at(base, '_hobbygarden'), 'hobbyNotHere']],
    })
    await set(hobby, [roses])
    await h.as('admin').call(updatefrompatch, { id: top, rev: 1, patch: [add('/disabled', true)] })
    const lawn = await make('hobbygarden', { title: t('Lawn'), kind: 'plant', parent: top })
    expect(await refusal(set(hobby, [roses, lawn]))).toMatchObject({
      issues: [[at(hobby, '_hobbygarden'), 'hobbyUnknown']],
    })
    await set(hobby, [])
  })
})

describe('percentages', () => {
  const unit = (title: string) => make('selectoption', { type: 'unit', title: t(title) })
  it('of components have up to three decimals, with the sign as unit or with none; other amounts any', async () => {
    const id = await newProduct()
    const component = await make('component', { title: t('Straw') })
    const [percent, kilograms] = [await unit('%'), await unit('kg')]
    const row = (amount: number, of?: string) =>
      add(at(base, '_components/base/r1'), { component, secrecy: 'public', amount, ...(of && { unit: of }) })
    for (const of of [undefined, percent])
      expect(await refusal(patched(id, [row(12.3456, of)]))).toEqual({
        message: 'product is not valid: Please correct the errors first.',
        issues: [[at(base, '_components/base/r1/amount'), 'percentDecimals']],
      })
    await patched(id, [row(12.3456, kilograms)])
    await patched(id, [row(12.345, percent)])
    await patched(id, [row(0.001)])
    await patched(id, [add(at(base, 'basis-f1'), { textValue: 'Other' })])
  })
  it('of fields and of cells of tables have up to three decimals', async () => {
    const field = (type: string, path: string, more: Record<string, unknown> = {}) =>
      make('fielddefinition', { type, path, displayKey: 'main', title: t(path), displayType: 'tab', ...more })
    await field('numberfield', 'share-f1', { unit: '%' })
    await field('numberfield', 'share-f2', { unit: 'kg' })
    await field('table', 'share-table')
    const inTable = { displayType: 'table', displayKey: 'share-table', unit: '%' }
    await field('numberfield', 'share-table-f1', inTable)
    const id = await newProduct()
    const cells = (numberValue: number) => ({
      tableValue: { r1: { 'share-table-f1': { numberValue } } },
    })
    expect(
      await refusal(
        patched(id, [
          add(at(base, 'share-f1'), { numberValue: 1.2345 }),
          add(at(base, 'share-f2'), { numberValue: 1.2345 }),
          add(at(base, 'share-table'), cells(1.2345)),
        ]),
      ),
    ).toMatchObject({
      issues: [
        [at(base, 'share-f1'), 'percentDecimals'],
        [at(base, 'share-table'), 'percentDecimals'],
      ],
    })
    const unknown = at(base, 'share-table/tableValue/r1/share-table-f9')
    expect(
      await refusal(
        patched(id, [
          add(at(base, 'share-table'), { tableValue: { r1: { 'share-table-f9': { numberValue: 1 } } } }),
        ]),
      ),
    ).toEqual({
      message: `${unknown}: Field not found with id`,
      issues: [[unknown, 'fieldNotFound']],
    })
    await patched(id, [
      add(at(base, 'share-f1'), { numberValue: 1.234 }),
      add(at(base, 'share-f2'), { numberValue: 1.2345 }),
      add(at(base, 'share-table'), cells(1.234)),
    ])
  })
  it('of VAT have up to three decimals', async () => {
    const institution = (vatPercent: number) => make('institution', { title: t('Body'), vatPercent })
    expect(await refusal(institution(7.7001))).toEqual({
      message: 'A percentage has at most 3 decimals.',
      issues: [['/vatPercent', 'percentDecimals']],
    })
    for (const beyond of [-1, 100.5])
      expect((await refusal(institution(beyond))).issues).toEqual([['/vatPercent', 'percentRange']])
    await institution(7.625)
  })
  it('of bank accounts fit their check digits, and the length that their country gives them', async () => {
    const institution = (iban: string) => make('institution', { title: t('Body'), iban })
    for (const wrong of [
      'CH93 0076 2011 6238 5295 8',
      'CH00 0076 2011 6238 5295 7',
      'CH4430999123000889012',
      'x',
    ])
      expect((await refusal(institution(wrong))).issues).toEqual([['/iban', 'ibanInvalid']])
    // Of a QR-bill too, and none.
    for (const right of [
      'CH93 0076 2011 6238 5295 7',
      'CH44 3199 9123 0008 8901 2',
      'DE89370400440532013000',
      '',
    ])
      await institution(right)
  })
  it('and other numbers are not beyond what three decimals are exact for', async () => {
    const id = await newProduct()
    const limit = 1_000_000_000_000
    const item = { institution: ids.institution.aare, year: 2026, text: 'x', amount: 1e308 }
    expect((await refusal(patched(id, [add(at(base, '_invoiceSpecialItems'), { s: item })]))).issues).toEqual(
      [[at(base, '_invoiceSpecialItems/s/amount'), 'numberTooLarge']],
    )
    expect((await refusal(patched(id, [add(at(base, 'share-f1'), { numberValue: -1e308 })]))).issues).toEqual(
      [[at(base, 'share-f1/numberValue'), 'numberTooLarge']],
    )
    expect((await refusal(make('institution', { title: t('Body'), vatPercent: 1e308 }))).issues).toEqual([
      ['/data/vatPercent', 'numberTooLarge'],
    ])
    await patched(id, [add(at(base, 'share-f2'), { numberValue: limit })])
  })
})

describe('values of fields', () => {
  const field = (type: string, path: string, more: Record<string, unknown> = {}) =>
    make('fielddefinition', {
      type,
      path,
      displayKey: 'specific',
      title: t(path),
      displayType: 'tab',
      ...more,
    })
  const text = (textValue: unknown) => ({ textValue })
  const choice = (selectValue: unknown) => ({ selectValue })
  const choices = (...multiselectValue: unknown[]) => ({ multiselectValue })
  const options = [
    { id: 'wheat', title: t('Wheat') },
    { id: 'rye', title: t('Rye'), enabled: false },
  ]
  /** Of each type: what a save takes, and what it does not. */
  const ofType: [string, unknown, unknown[]][] = [
    ['select', choice('wheat'), [choices('wheat'), choice(1), choice('rye'), choice('oats')]],
    ['treeselect', choice('wheat'), [text('wheat'), choice('rye')]],
    ['multiselect', choices('wheat'), [choice('wheat'), choices('wheat', 'oats'), choices(1)]],
    ['singleline-textfield', text('a'), [text(t('a')), text(1), choice('a')]],
    ['textfield', text('a\nb'), [text(t('a')), { numberValue: 1 }]],
    ['comment', text('a'), [text(t('a')), text(null)]],
    ['multitext', text(t('a')), [text('a'), text({ xx_XX: 'a' })]],
    ['singleline-multitext', text(t('a')), [text('a'), text({ de_DE: 1 })]],
    ['checkbox', { booleanValue: false }, [{ booleanValue: 'yes' }, text('yes')]],
    ['datefield', { dateValue: day('2028-02-29') }, [{ dateValue: '29.02.2028' }, { dateValue: 5 }]],
    ['numberfield', { numberValue: -0.5 }, [{ numberValue: '1,5' }, { numberValue: null }, text('1')]],
    ['table', { tableValue: {} }, [{ tableValue: [] }, text('')]],
  ]
  it.each(ofType)('a %s takes what fits it, else says where it does not', async (type, right, wrong) => {
    const path = `kind-${type}-f1`
    await field(type, path, type.includes('select') ? { options } : {})
    const id = await newProduct()
    for (const value of wrong) {
      const { issues = [] } = await refusal(patched(id, [add(at(base, path), value)]))
      expect([value, issues.length > 0]).toEqual([value, true])
      for (const [place] of issues) expect(place).toMatch(new RegExp(`^${at(base, path)}(/|$)`))
    }
    const saved = await patched(id, [add(at(base, path), right)])
    expect((saved.data['listData'] as Record<string, ListData>)[base]?.[path]).toEqual(right)
  })
  it('a button holds nothing', async () => {
    await field('button', 'kind-button-f1')
    const id = await newProduct()
    expect(await refusal(patched(id, [add(at(base, 'kind-button-f1'), text('pressed'))]))).toMatchObject({
      issues: [[at(base, 'kind-button-f1'), expect.any(String)]],
    })
  })
  it('cells of a table are judged by their columns', async () => {
    await field('table', 'rows-table')
    const column = (type: string, name: string, more: Record<string, unknown> = {}) =>
      field(type, `rows-table-${name}`, { displayType: 'table', displayKey: 'rows-table', ...more })
    await column('numberfield', 'rate')
    await column('select', 'crop', { options })
    const id = await newProduct()
    const row = (cells: Record<string, unknown>) => [
      add(at(base, 'rows-table'), { tableValue: { r1: { _order: 0, ...cells } } }),
    ]
    const cell = (name: string) => at(base, `rows-table/tableValue/r1/rows-table-${name}`)
    expect(await refusal(patched(id, row({ 'rows-table-rate': text('much') })))).toMatchObject({
      issues: [[cell('rate'), expect.any(String)]],
    })
    expect(await refusal(patched(id, row({ 'rows-table-crop': choice('rye') })))).toMatchObject({
      issues: [[cell('crop'), 'optionUnknown']],
    })
    await patched(id, row({ 'rows-table-rate': { numberValue: 2.5 }, 'rows-table-crop': choice('wheat') }))
  })
  it('a mandatory one of another tab keeps a change of it from being saved, where it is shown', async () => {
    const id = await newProduct()
    const must = { mandatory: true, visibleInMainCategories: ['fertilisers'] }
    const here = await field('textfield', 'must-f1', must)
    await field('textfield', 'must-f2', { mandatory: true, visibleInMainCategories: ['animal-feed'] })
    // It was empty before it became mandatory: other places can still be saved.
    await patched(id, [add(at(base, 'basis-f1'), text('Other'))])
    await patched(id, [add(at(base, 'must-f1'), text('filled'))])
    expect(await refusal(patched(id, [add(at(base, 'must-f1'), text('  '))]))).toEqual({
      message: 'product is not valid: Please correct the errors first.',
      issues: [[at(base, 'must-f1'), 'mandatory']],
    })
    // Once its definition is deleted it demands nothing: nobody could fill it in.
    await h.as('admin').call(disable, { id: here })
    await newProduct()
  })
})

describe('restriction texts', () => {
  const annotate = async (restrictionTextId: string) => {
    const { rev } = await h.as('core').call(load, { id: ids.product.compost })
    return h.as('core').call(approvals, {
      id: ids.product.compost,
      rev,
      list: base,
      standard: ids.standard.eu,
      action: 'annotate',
      restrictionTextId,
    })
  }
  const text = (more: Record<string, unknown>) =>
    make('restrictiontext', { text: t('Only outdoors'), ...more })

  it('must be active and fit the standard and the category', async () => {
    for (const wrong of [
      { active: false },
      { standards: [ids.standard.ch] },
      { categories: [ids.category.oils] },
      { standards: [ids.standard.eu], categories: [ids.category.closed] },
    ])
      expect(await refusal(annotate(await text(wrong)))).toMatchObject({
        issues: [['/restrictionTextId', 'restrictionUnfit']],
      })
    const deleted = await text({})
    await h.as('admin').call(disable, { id: deleted })
    expect(await refusal(annotate(deleted))).toMatchObject({
      issues: [['/restrictionTextId', 'restrictionUnfit']],
    })
  })
  it('one for a category above is taken, and stays when it is closed', async () => {
    const fits = await text({ standards: [ids.standard.eu], categories: [ids.category.fertilisers] })
    await annotate(fits)
    const entity = (await h.ports.entities.get(fits))!
    await h.as('admin').call(updatefrompatch, { id: fits, rev: entity.rev, patch: [add('/active', false)] })
    const { rev } = await h.as('core').call(load, { id: ids.product.compost })
    const about = { list: base, standard: ids.standard.eu, action: 'annotate' as const }
    const noted = await h.as('core').call(approvals, {
      id: ids.product.compost,
      rev,
      ...about,
      comment: 'as before',
      restrictionTextId: fits,
    })
    const row = (noted.data['listData'] as unknown as Record<string, ListData>)[base]?._approval[
      ids.standard.eu
    ]
    expect(row).toMatchObject({ comment: 'as before', restrictionTextId: fits })
  })
})

describe('categories', () => {
  const category = (parent: string, more: Record<string, unknown> = {}) =>
    make('category', { title: t('Below'), parent, mainCategoryKey: 'fertilisers', ...more })
  const choose = (id: string, chosen: string, list: string = base) =>
    patched(id, [add(at(list, '_category'), chosen)])

  it('one below a disabled one may not be selected', async () => {
    const id = await newProduct()
    const below = await category(await category(ids.category.closed))
    expect(await refusal(choose(id, below))).toMatchObject({
      issues: [[at(base, '_category'), 'categoryDisabled']],
    })
  })
  it('one that came to stand under another main category may not be selected', async () => {
    const id = await newProduct()
    const parent = await category(ids.category.fertilisers)
    const child = await category(parent)
    const entity = (await h.ports.entities.get(parent))!
    await h.ports.entities.put(
      {
        ...entity,
        data: {
          ...entity.data,
          parent: fixedIds.mainCategory['animal-feed'],
          mainCategoryKey: 'animal-feed',
        },
      },
      { expectRev: entity.rev },
    )
    h.clock.advance(60)
    expect(await refusal(choose(id, child))).toMatchObject({
      issues: [[at(base, '_category'), 'mainCategoriesDiffer']],
    })
  })
  it('one that something names stays in its main category: its products are not parted from their parents', async () => {
    const id = await newProduct()
    const used = await category(ids.category.fertilisers)
    await choose(id, used)
    const above = await category(ids.category.fertilisers)
    await category(above)
    const free = await category(ids.category.fertilisers)
    const move = async (one: string) =>
      h.as('admin').call(updatefrompatch, {
        id: one,
        rev: await h.revOf(one),
        patch: [
          { op: 'replace', path: '/parent', value: fixedIds.mainCategory['animal-feed'] },
          { op: 'replace', path: '/mainCategoryKey', value: 'animal-feed' },
        ],
      })
    const inUse = { issues: [['/mainCategoryKey', 'mainCategoryInUse']] }
    expect(await refusal(move(used))).toMatchObject(inUse)
    expect(await refusal(move(above))).toMatchObject(inUse)
    expect((await move(free)).data).toMatchObject({ mainCategoryKey: 'animal-feed' })
  })
  it('the lists of a product have one main category', async () => {
    const id = ids.product.compost
    const link = at(ch, '_linked/_category')
    const { rev, data } = await h.as('core').call(load, { id })
    const list = (data['listData'] as unknown as Record<string, ListData>)[ch]!
    const unlink: JsonPatch = list._linked['_category'] ? [{ op: 'remove', path: link }] : []
    const direct = (chosen: string): JsonPatch => [...unlink, add(at(ch, '_category'), chosen)]
    expect(
      await refusal(h.as('core').call(save, { id, rev, patch: direct(ids.category.oils) })),
    ).toMatchObject({ issues: [[at(ch, '_category'), 'mainCategoriesDiffer']] })
    const { rev: next } = await h.as('core').call(save, { id, rev, patch: direct(ids.category.fertilisers) })
    // Nor may the base list leave the others behind.
    expect(
      await refusal(
        h.as('core').call(save, { id, rev: next, patch: [add(at(base, '_category'), ids.category.oils)] }),
      ),
    ).toMatchObject({ issues: [[at(base, '_category'), 'mainCategoriesDiffer']] })
  })
})

describe('a text in a language that is not known', () => {
  const wrong = (path: string) => ({
    status: 400,
    details: { issues: [{ path, expected: 'language code not defined', key: 'languageNotDefined' }] },
  })
  it('is told by its place, in a product and in settings', async () => {
    const id = await newProduct()
    const remark = add(at(base, '_remark'), { de_DE: 'gut', xx_XX: 'what' })
    await expect(patched(id, [remark])).rejects.toMatchObject(wrong(at(base, '_remark/xx_XX')))
    const label = { title: { xx_XX: 'what' }, color: '#1a7f37' }
    await expect(make('label', label)).rejects.toMatchObject(wrong('/data/title/xx_XX'))
  })
})
