import fc from 'fast-check'
import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import type { ProductData } from '../../../shared/model/product.ts'
import { compareRevisions } from '../../../shared/rules/compare.ts'
import { toPatch } from '../../../shared/rules/merge.ts'
import { differenceLines, withoutEchoes } from '../../../web/features/product/model/differences.ts'
import { baseList, setKey, setValue } from '../../../web/features/product/model/draft.ts'
import type { Lookup } from '../../../web/features/product/model/lookup.ts'
import { placeOf } from '../../../web/features/product/model/place.ts'
import { blockingProblems, problemsOf } from '../../../web/features/product/model/problems.ts'
import { valueText } from '../../../web/features/product/model/value-text.ts'
import type { Words } from '../../../web/features/product/model/words.ts'
import german from '../../../web/texts/de_DE/product.json'
import { changesetOf } from '../../../web/ui/changeset.ts'
import { buildTree, idsOfTree, type TreeEntry, type TreeNode } from '../../../web/ui/tree.ts'
import { uuid } from '../screen-kit.tsx'
import { companyId, germanLookup, nationalId, startData, text, viewFor } from './page-kit.tsx'

const lookup = germanLookup()
/** The German texts as they are, with the plural by count. */
const t = ((key: string | string[], params: Record<string, unknown> = {}) => {
  for (const one of [key].flat()) {
    const plural = params['count'] === 1 ? '_one' : '_other'
    for (const path of [one, one + plural]) {
      const found = path
        .split('.')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], german)
      if (typeof found === 'string')
        return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]))
    }
  }
  return String([key].flat()[0])
}) as unknown as TFunction
const words: Words = {
  t,
  lookup,
  nameOf: (id) => (id === companyId ? 'Humus AG' : undefined),
  date: (iso) => iso?.slice(0, 10) ?? '',
  number: (value) => String(value).replace('.', ','),
  amount: (value) => value.toFixed(2).replace('.', ','),
  percent: (value) => `${String(value).replace('.', ',')} %`,
  today: '2026-06-01',
}
const compare = (before: ProductData, after: ProductData) => {
  const found = compareRevisions(
    { data: before as ProductData & Record<string, unknown>, resolved: resolvedOf(before) },
    { data: after as ProductData & Record<string, unknown>, resolved: resolvedOf(after) },
  )
  return differenceLines(withoutEchoes(found, before, after), words)
}
const resolvedOf = (data: ProductData) => ({
  [nationalId]: {
    'basis-f1': {
      source: 'basis' as const,
      value: data.listData[baseList]?.['basis-f1'],
      fromList: baseList,
    },
  },
})

describe('values and places in words', () => {
  test('a pointer is said with the title of its field, its row and column', () => {
    expect(placeOf(`/listData/${nationalId}/basis-f1`, words)).toMatchObject({
      list: nationalId,
      title: 'Handelsname',
    })
    expect(placeOf(`/listData/${baseList}/_linked/basis-f5`, words).title).toBe('GTIN')
    expect(placeOf(`/listData/${baseList}/basis-f2/textValue/en_GB`, words).title).toBe('Beschreibung › EN')
    expect(
      placeOf(`/listData/${baseList}/packaging-table/tableValue/p1/packaging-table-amount`, words).title,
    ).toBe('Packungen › Zeile › Menge')
    expect(placeOf(`/listData/${baseList}/_companies/m1/role`, words).title).toBe('Firmen › Zeile › Rolle')
    const held = { listData: { [baseList]: { _companies: { m1: { company: 'c', role: 'manufacturer' } } } } }
    const named = { ...words, nameOf: (id: string) => (id === 'c' ? 'Leu AG' : undefined) }
    expect(
      placeOf(`/listData/${baseList}/_companies/m1/role`, named, held as unknown as ProductData).title,
    ).toBe('Firmen › Leu AG › Rolle')
  })

  test('a row without a name is said with its number, as they stand', () => {
    const rows = { m1: { role: 'manufacturer', _order: 1 }, m2: { role: 'vendor', _order: 0 } }
    const data = { listData: { [baseList]: { _companies: rows } } } as unknown as ProductData
    const titleOf = (path: string) => placeOf(`/listData/${baseList}/_companies/${path}`, words, data).title
    expect(titleOf('m1/role')).toBe('Firmen › Zeile 2 › Rolle')
    expect(titleOf('m2/role')).toBe('Firmen › Zeile 1 › Rolle')
  })

  test.each([
    ['basis-f3', { selectValue: 'liquid' }, 'flüssig'],
    ['basis-f4', { booleanValue: false }, 'nein'],
    ['basis-f8', { multiselectValue: [uuid(801)] }, 'pflanzlich'],
    ['basis-f11', { numberValue: 1.5 }, '1,5 d'],
    ['basis-f6', { dateValue: '2026-03-01T04:00:00.000Z' }, '2026-03-01'],
    ['basis-f2', { textValue: { de_DE: 'gut', en_GB: 'good' } }, 'DE: gut\nEN: good'],
    [
      'packaging-table',
      { tableValue: { a: { _order: 1, 'packaging-table-amount': { numberValue: 5 } } } },
      '5',
    ],
    ['basis-f1', { link: 'basis' }, 'aus den Basisdaten'],
    ['_companies', { company: companyId, role: 'manufacturer' }, 'Humus AG (Hersteller)'],
    ['basis-f3', { selectValue: 'gone' }, 'gone'],
    ['basis-f1', undefined, ''],
  ])('%s: %j', (key, value, said) => {
    expect(valueText(key, value, words)).toBe(said)
  })

  test('answers, permits and the display of standards are said with the names of what they are about', () => {
    const [recipe, biocide] = [uuid(861), uuid(821)]
    const title = { de_DE: 'Rezeptur' }
    const entry = { data: { title, options: [{ id: 'yes', title: { de_DE: 'ja' }, okay: true }] } }
    const named = {
      ...words,
      lookup: {
        ...lookup,
        checklists: new Map([[recipe, entry]]) as unknown as Lookup['checklists'],
        permitTitle: (id: string) => (id === biocide ? 'Biozidnummer' : undefined),
      },
    }
    const answer = { status: 'yes', until: '2026-03-01T04:00:00.000Z', comment: 'gesehen' }
    expect(valueText('_checklist', answer, named, recipe)).toBe('ja · bis 2026-03-01 · gesehen')
    expect(valueText('_checklist', 'yes', named, recipe)).toBe('ja')
    expect(placeOf(`/listData/${baseList}/_checklist/${recipe}/status`, named).title).toBe(
      'Checkliste › Rezeptur › Ergebnis',
    )
    expect(valueText('_permits', { permit: biocide, number: 'B-1' }, named)).toBe('Biozidnummer · B-1')
    expect(valueText('_permits', { number: 'B-1' }, named)).toBe('Andere Bewilligung · B-1')
    expect(valueText('_permits', biocide, named)).toBe('Biozidnummer')
    const standard = [...lookup.standards.keys()][0]!
    const display = { standards: { [standard]: { order: 1, limitation: { de_DE: 'nur Freiland' } } } }
    expect(valueText('_display', display, named)).toBe(
      `${lookup.standardTitle(standard)}: Reihenfolge 2 · DE: nur Freiland`,
    )
    const [before, after] = [{}, { [recipe]: { status: 'yes' } }].map((answers) =>
      setKey(startData(), baseList, '_checklist', answers),
    )
    const state = (data: ProductData | undefined) => ({ data: data as ProductData & Record<string, unknown> })
    const lines = differenceLines(compareRevisions(state(before), state(after)), named)
    expect(lines).toMatchObject([{ title: 'Checkliste › Rezeptur', before: '', after: 'ja' }])
  })

  test('an item of an invoice is said with its year and its amount of money', () => {
    const item = { institution: uuid(77), year: 2026, text: 'Besuch', amount: 80.5 }
    expect(valueText('_invoiceSpecialItems', item, words)).toBe('Besuch · 2026 · 80,50')
  })
  test('what a save touched is kept as pointers, so that each reader gets titles of their language', () => {
    const before = startData()
    const after = setValue(before, baseList, 'basis-f1', text('Neu'))
    expect(changesetOf(toPatch(before, after))).toEqual({
      label: '',
      paths: [`/listData/${baseList}/basis-f1`],
    })
  })
})

describe('comparing revisions', () => {
  test('a change of the base list is told once, and says that linked lists have it too', () => {
    const before = startData()
    const lines = compare(before, setValue(before, baseList, 'basis-f1', text('Neu')))
    expect(lines).toEqual([
      {
        id: `/listData/${baseList}/basis-f1`,
        title: 'Handelsname (auch in 1 verknüpften Liste)',
        place: 'Basisdaten',
        before: 'Kompost Plus',
        after: 'Neu',
      },
    ])
  })

  test('a list that stops following is told with both sources', () => {
    const before = startData()
    const [line] = compare(before, setValue(before, nationalId, 'basis-f1', text('Eigen')))
    expect(line).toMatchObject({
      title: 'Handelsname',
      place: 'Schweiz',
      before: 'Kompost Plus (aus den Basisdaten)',
      after: 'Eigen',
    })
  })

  test('of a text in several languages only what differs is told', () => {
    const withText = (en: string) =>
      setValue(startData(), baseList, 'basis-f2', { textValue: { de_DE: 'gleich', en_GB: en } })
    expect(compare(withText('old'), withText('new'))[0]).toMatchObject({
      before: 'EN: old',
      after: 'EN: new',
    })
  })
})

test('a base approval of one person alone is told as open, as everywhere', () => {
  const [base, national] = [true, false].map(
    (is) => [...lookup.standards.values()].find((s) => s.data.baseApproval === is)!.id,
  )
  const row = {
    active: true,
    begin: '2026-01-01T04:00:00.000Z',
    end: '2027-01-01T04:00:00.000Z',
    hasEverBeenApproved: true,
    approvalInitiatorAccountId: uuid(900),
    finalApprovalAccountId: uuid(900),
  }
  const told = (standard: string, more: object = {}) => {
    const before = setKey(startData(), baseList, '_approval', {})
    const after = setKey(before, baseList, '_approval', { [standard]: { ...row, ...more } })
    return compare(before, after)[0]?.after
  }
  expect(told(base!)).toContain(german.approvals.state.open)
  expect(told(base!, { finalApprovalAccountId: uuid(901) })).toContain(german.approvals.state.finallyApproved)
  expect(told(national!)).toContain(german.approvals.state.finallyApproved)
})

describe('what keeps a list from being saved', () => {
  const view = viewFor(startData(), 1)
  test('an old fault elsewhere does not block, a new one does', () => {
    const faulty = setKey(startData(), baseList, 'basis-f1', undefined)
    const faultyView = viewFor(faulty, 1)
    const other = setValue(faulty, baseList, 'basis-f5', text('1'))
    expect(problemsOf(other, faultyView, baseList, lookup).map((p) => p.key)).toEqual(['mandatory'])
    expect(blockingProblems(faulty, other, faultyView, baseList, lookup)).toEqual([])
    expect(blockingProblems(startData(), faulty, view, baseList, lookup).map((p) => p.key)).toEqual([
      'mandatory',
    ])
  })
  test('a linked mandatory field is filled by what it follows', () => {
    expect(problemsOf(startData(), view, nationalId, lookup)).toEqual([])
  })
  test('a list without a category says so', () => {
    const data = setKey(startData(), baseList, '_category', undefined)
    expect(problemsOf(data, viewFor(data, 1), baseList, lookup).map((p) => p.key)).toEqual(['noCategory'])
  })
})

describe('the tree of categories', () => {
  const entry = fc.record({
    id: fc.stringMatching(/^[a-f]$/),
    parent: fc.option(fc.stringMatching(/^[a-f]$/), { nil: undefined }),
    title: fc.string(),
    disabled: fc.boolean(),
    mainCategoryKey: fc.constantFrom('fertilisers', 'animal-feed'),
    order: fc.integer({ min: 0, max: 5 }),
  })
  const entries = fc.uniqueArray(entry, { selector: (e) => e.id })

  test('shows every category once, whatever the parents say, circles too', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const ids = idsOfTree(buildTree(all, { mainCategories: [], locale: 'de_DE' }))
        expect([...ids].sort()).toEqual(all.map((e) => e.id).sort())
      }),
    )
  })

  test('offers nothing disabled, nothing below something disabled, nothing of another main category', () => {
    const check = (nodes: TreeNode[], isOff: boolean, all: TreeEntry[]) => {
      for (const node of nodes) {
        const own = all.find((e) => e.id === node.id)
        const off = isOff || own?.disabled === true
        if (off || own?.mainCategoryKey !== 'fertilisers') expect(node.selectable).toBe(false)
        else expect(node.selectable).toBe(true)
        check(node.children, off, all)
      }
    }
    fc.assert(
      fc.property(entries, (all) => {
        check(buildTree(all, { mainCategories: ['fertilisers'], locale: 'de_DE' }), false, all)
      }),
    )
  })

  test('a filter without diacritics finds, and keeps the way to what it found', () => {
    const tree = buildTree(
      [
        { id: 'a', title: 'Dünger', disabled: false, mainCategoryKey: 'fertilisers', order: 1 },
        {
          id: 'b',
          parent: 'a',
          title: 'Hornspäne',
          disabled: false,
          mainCategoryKey: 'fertilisers',
          order: 2,
        },
        { id: 'c', parent: 'a', title: 'Kalk', disabled: false, mainCategoryKey: 'fertilisers', order: 3 },
      ],
      { mainCategories: [], filter: 'spane', locale: 'de_DE' },
    )
    expect(idsOfTree(tree)).toEqual(['a', 'b'])
    expect(tree[0]?.children[0]?.number).toBe('1-2')
  })

  test('entries of the same order stand as people of the language look for them', () => {
    const named = (title: string) => ({ id: title, title, disabled: false, order: 0 })
    const all = ['Zink', 'Öl', 'Ruß 10', 'Ruß 2'].map(named)
    const titles = (locale: string) =>
      buildTree(all, { mainCategories: [], locale }).map((node) => node.title)
    expect(titles('de_DE')).toEqual(['Öl', 'Ruß 2', 'Ruß 10', 'Zink'])
    expect(titles('sv_SE')).toEqual(['Ruß 2', 'Ruß 10', 'Zink', 'Öl'])
  })
})
