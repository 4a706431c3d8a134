import fc from 'fast-check'
import { applyPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'
import { applyJsonPatch } from '../../shared/rules/json-patch.ts'
import { mergeDrafts, toPatch } from '../../shared/rules/merge.ts'
import { isObject, type Json, pointerToken, sameValue, wrapperKey } from '../../shared/rules/values.ts'

const text = (textValue: unknown) => ({ textValue })
const state = (list: Json) => ({ listData: { L: { _linked: {}, ...list } } })

describe('three-way merge', () => {
  test('different fields, rows, columns and languages merge without a question', () => {
    const base = state({
      'basis-f1': text('A'),
      'basis-f2': text({ de_DE: 'eins', en_GB: 'one' }),
      _companies: { r1: { company: 'x', role: 'distributor', amount: 1 } },
      'nutrients-table': { tableValue: { t1: { a: text('1'), b: text('2') } } },
    })
    const mine = state({
      'basis-f1': text('A mine'),
      'basis-f2': text({ de_DE: 'eins mine', en_GB: 'one' }),
      _companies: {
        r1: { company: 'x', role: 'distributor', amount: 2 },
        r2: { company: 'm', role: 'recipe-holder' },
      },
      'nutrients-table': { tableValue: { t1: { a: text('1 mine'), b: text('2') } } },
    })
    const theirs = state({
      'basis-f1': text('A'),
      'basis-f2': text({ de_DE: 'eins', en_GB: 'one theirs', fr_FR: 'un' }),
      _companies: { r1: { company: 'y', role: 'distributor', amount: 1 } },
      'nutrients-table': { tableValue: { t1: { a: text('1'), b: text('2 theirs') }, t2: { a: text('3') } } },
    })
    expect(mergeDrafts(base, mine, theirs)).toEqual({
      conflicts: [],
      merged: state({
        'basis-f1': text('A mine'),
        'basis-f2': text({ de_DE: 'eins mine', en_GB: 'one theirs', fr_FR: 'un' }),
        _companies: {
          r1: { company: 'y', role: 'distributor', amount: 2 },
          r2: { company: 'm', role: 'recipe-holder' },
        },
        'nutrients-table': {
          tableValue: { t1: { a: text('1 mine'), b: text('2 theirs') }, t2: { a: text('3') } },
        },
      }),
    })
  })

  test('the same field asks, with before, mine and theirs; mine stays in the draft', () => {
    const { merged, conflicts } = mergeDrafts(
      state({ 'basis-f1': text('A') }),
      state({ 'basis-f1': text('B') }),
      state({ 'basis-f1': text('C') }),
    )
    expect(conflicts).toEqual([
      { path: '/listData/L/basis-f1', before: text('A'), mine: text('B'), theirs: text('C') },
    ])
    expect(merged).toEqual(state({ 'basis-f1': text('B') }))
  })

  test('the same language asks for that language only', () => {
    const { conflicts } = mergeDrafts(
      state({ 'basis-f2': text({ de_DE: 'a', en_GB: 'a' }) }),
      state({ 'basis-f2': text({ de_DE: 'b', en_GB: 'b' }) }),
      state({ 'basis-f2': text({ de_DE: 'c', en_GB: 'a' }) }),
    )
    expect(conflicts.map((c) => c.path)).toEqual(['/listData/L/basis-f2/textValue/de_DE'])
  })

  test('both wrote the same: no conflict', () => {
    const both = state({ 'basis-f1': text('B') })
    expect(mergeDrafts(state({ 'basis-f1': text('A') }), both, structuredClone(both))).toEqual({
      merged: both,
      conflicts: [],
    })
  })

  test('a deleted row against a changed one is a conflict, either way round', () => {
    const base = state({ _companies: { r1: { company: 'x', amount: 1 } } })
    const gone = state({ _companies: {} })
    const changed = state({ _companies: { r1: { company: 'x', amount: 2 } } })
    const path = '/listData/L/_companies/r1'
    expect(mergeDrafts(base, gone, changed).conflicts).toEqual([
      { path, before: { company: 'x', amount: 1 }, mine: undefined, theirs: { company: 'x', amount: 2 } },
    ])
    expect(mergeDrafts(base, changed, gone).conflicts.map((c) => c.path)).toEqual([path])
    expect(mergeDrafts(base, gone, base).merged).toEqual(gone)
  })

  test('a whole list that they took away asks if I worked in it', () => {
    const base = { listData: { L: { 'basis-f1': text('A') }, M: {} } }
    const mine = { listData: { L: { 'basis-f1': text('B') }, M: {} } }
    const theirs = { listData: { M: {} } }
    expect(mergeDrafts(base, mine, theirs).conflicts.map((c) => c.path)).toEqual(['/listData/L'])
    expect(mergeDrafts(base, base, theirs).merged).toEqual(theirs)
  })

  describe('a field and its link are one decision', () => {
    const linked = state({ _linked: { 'basis-f1': 'basis' } })
    const direct = state({ 'basis-f1': text('mine') })

    test('typing a direct value and linking to the parent is a conflict', () => {
      const { conflicts, merged } = mergeDrafts(linked, direct, state({ _linked: { 'basis-f1': 'derived' } }))
      expect(conflicts).toEqual([
        {
          path: '/listData/L/basis-f1',
          before: { link: 'basis' },
          mine: text('mine'),
          theirs: { link: 'derived' },
        },
      ])
      expect(merged).toEqual(direct)
    })
    test('changing a direct value and linking it is a conflict', () => {
      const { conflicts } = mergeDrafts(direct, linked, state({ 'basis-f1': text('theirs') }))
      expect(conflicts.map((c) => c.path)).toEqual(['/listData/L/basis-f1'])
    })
    test('only one of us switching is none', () => {
      expect(mergeDrafts(linked, direct, linked)).toEqual({ merged: direct, conflicts: [] })
      expect(mergeDrafts(linked, linked, direct)).toEqual({ merged: direct, conflicts: [] })
      expect(mergeDrafts(linked, direct, structuredClone(direct))).toEqual({ merged: direct, conflicts: [] })
    })
    test('links of different fields merge', () => {
      const base = state({ _linked: { 'basis-f1': 'basis', 'basis-f2': 'basis' } })
      const mine = state({ _linked: { 'basis-f2': 'basis' }, 'basis-f1': text('mine') })
      const theirs = state({ _linked: { 'basis-f1': 'basis' }, 'basis-f2': text('theirs') })
      expect(mergeDrafts(base, mine, theirs)).toEqual({
        merged: state({ 'basis-f1': text('mine'), 'basis-f2': text('theirs') }),
        conflicts: [],
      })
    })
  })
})

/** Units as the merge sees them: the leaves of a state, by pointer. */
function units(value: unknown, path = ''): [string, unknown][] {
  const isLeaf =
    !isObject(value) ||
    (wrapperKey(value) !== undefined &&
      wrapperKey(value) !== 'tableValue' &&
      !(wrapperKey(value) === 'textValue' && isObject(value.textValue)))
  if (isLeaf) return [[path, value]]
  const entries = Object.entries(value)
  return entries.length ? entries.flatMap(([k, v]) => units(v, `${path}/${pointerToken(k)}`)) : [[path, {}]]
}

const fieldPath = fc.constantFrom('basis-f1', 'basis-f2', 'misc-f1')
const locale = fc.constantFrom('de_DE', 'en_GB', 'fr_FR')
const short = fc.constantFrom('', 'a', 'b', 'ö ~/', 'c')
const rowId = fc.constantFrom('r1', 'r2', 'r3', 'a/b', '~')
const wrapper = fc.oneof(
  short.map(text),
  fc.dictionary(locale, short).map(text),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  fc.array(short, { maxLength: 2 }).map((multiselectValue) => ({ multiselectValue })),
  fc
    .dictionary(rowId, fc.dictionary(fc.constantFrom('x', 'y'), short.map(text)))
    .map((tableValue) => ({ tableValue })),
)
const companies = fc.dictionary(rowId, fc.record({ company: short, amount: fc.nat(2) }, { requiredKeys: [] }))
const anyList = fc
  .tuple(fc.dictionary(fieldPath, wrapper), companies, fc.array(short, { maxLength: 2 }))
  .map(([fields, _companies, _risklabels]) => ({ ...fields, _companies, _risklabels, _linked: {} }))
const anyState = fc
  .dictionary(fc.constantFrom('L', 'M'), anyList, { minKeys: 1 })
  .map((listData) => ({ listData }) as { listData: Record<string, Json> })

describe('for any states', () => {
  test('without a foreign change the merge is mine, without mine it is theirs', () => {
    fc.assert(
      fc.property(anyState, anyState, (base, edited) => {
        expect(mergeDrafts(base, edited, base)).toEqual({ merged: edited, conflicts: [] })
        expect(mergeDrafts(base, base, edited)).toEqual({ merged: edited, conflicts: [] })
        expect(mergeDrafts(base, edited, structuredClone(edited))).toEqual({ merged: edited, conflicts: [] })
      }),
    )
  })
  test('the order does not matter: same conflicts, and without any the same result', () => {
    fc.assert(
      fc.property(anyState, anyState, anyState, (base, a, b) => {
        const [ab, ba] = [mergeDrafts(base, a, b), mergeDrafts(base, b, a)]
        const paths = (m: typeof ab) => m.conflicts.map((c) => c.path).sort()
        expect(paths(ab)).toEqual(paths(ba))
        if (ab.conflicts.length === 0) expect(ab.merged).toEqual(ba.merged)
      }),
    )
  })
  test('nothing is lost: each unit that a side changed is in the merge, or in a conflict', () => {
    fc.assert(
      fc.property(anyState, anyState, anyState, (base, mine, theirs) => {
        const { merged, conflicts } = mergeDrafts(base, mine, theirs)
        const before = new Map(units(base))
        const result = new Map(units(merged))
        const isAsked = (path: string) =>
          conflicts.some(
            (c) => path === c.path || path.startsWith(`${c.path}/`) || c.path.startsWith(`${path}/`),
          )
        for (const side of [mine, theirs])
          for (const [path, value] of units(side)) {
            if (isObject(value) && Object.keys(value).length === 0) continue
            if (before.has(path) && sameValue(before.get(path), value)) continue
            if (!isAsked(path)) expect(result.get(path)).toEqual(value)
          }
      }),
    )
  })
  test('edits of different fields never ask', () => {
    const edit = fc.record({ list: fc.constantFrom('L', 'M'), key: fieldPath, value: wrapper })
    fc.assert(
      fc.property(
        anyState,
        fc.uniqueArray(edit, { selector: (e) => `${e.list}/${e.key}`, maxLength: 6 }),
        fc.nat(6),
        (start, edits, cut) => {
          const base = { listData: { L: {}, M: {}, ...start.listData } as Record<string, Json> }
          const apply = (part: typeof edits) => {
            const state = structuredClone(base)
            for (const { list, key, value } of part) state.listData[list]![key] = value
            return state
          }
          const { merged, conflicts } = mergeDrafts(base, apply(edits.slice(0, cut)), apply(edits.slice(cut)))
          expect(conflicts).toEqual([])
          expect(merged).toEqual(apply(edits))
        },
      ),
    )
  })
  test('the patch leads from the one to the other, here and in the library', () => {
    fc.assert(
      fc.property(anyState, anyState, (original, draft) => {
        const patch = toPatch(original, draft)
        const copy = structuredClone(original)
        expect(applyPatch(copy, structuredClone(patch)).filter(Boolean)).toEqual([])
        expect(copy).toEqual(draft)
        expect(applyJsonPatch(original, patch)).toEqual({ ok: true, document: draft })
        expect(toPatch(draft, draft)).toEqual([])
      }),
    )
  })
})

describe('the smallest patch', () => {
  test('one operation for each unit', () => {
    const original = state({
      'basis-f1': text('A'),
      'basis-f2': text({ de_DE: 'eins' }),
      _companies: { r1: { company: 'x', amount: 1 }, r2: { company: 'y' } },
    })
    const draft = state({
      'basis-f1': text('B'),
      'basis-f2': text({ de_DE: 'eins', en_GB: 'one' }),
      _companies: { r1: { company: 'x', amount: 2 } },
      'misc-f1': text('new'),
    })
    expect(toPatch(original, draft)).toEqual([
      { op: 'replace', path: '/listData/L/basis-f1', value: text('B') },
      { op: 'add', path: '/listData/L/basis-f2/textValue/en_GB', value: 'one' },
      { op: 'remove', path: '/listData/L/_companies/r2' },
      { op: 'replace', path: '/listData/L/_companies/r1/amount', value: 2 },
      { op: 'add', path: '/listData/L/misc-f1', value: text('new') },
    ])
  })
  test('a key with a slash or a tilde is escaped', () => {
    expect(toPatch({ m: {} }, { m: { 'a/b~c': 1 } })).toEqual([{ op: 'add', path: '/m/a~1b~0c', value: 1 }])
  })
})
