/** Standards as the public sees them, and the texts that are printed with approvals. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categoryText } from '../../shared/model/administration.ts'
import type { DisplaySettings } from '../../shared/model/product.ts'
import { displayIssues, printedTexts, publicStandards } from '../../shared/rules/public-display.ts'
import { base, ch, idOf } from './product-samples.ts'

const names = ['a', 'b', 'c'] as const
const ids = names.map(idOf)
const localized = fc.constantFrom({}, { de_DE: ' ' }, { de_DE: 'Freiland' }, { fr_FR: 'plein champ' })
const isSaid = (text: object | undefined) => Object.values(text ?? {}).some((one) => one.trim() !== '')
const standard = fc.record({
  name: fc.constant({ de_DE: 'Name' }),
  publicName: fc.option(localized, { nil: undefined }),
  publicOrder: fc.nat({ max: 2 }),
  limitation: fc.option(localized, { nil: undefined }),
})
const standards = fc
  .tuple(standard, standard, standard)
  .map((all) => all.map((data, n) => [ids[n] as string, data] as const))
const settings = fc.record(
  { order: fc.integer({ min: -2, max: 3 }), limitation: localized },
  { requiredKeys: [] },
)
const display: fc.Arbitrary<DisplaySettings | undefined> = fc.option(
  fc.record({
    standards: fc.dictionary(fc.constantFrom(...ids, idOf('gone')), settings, { noNullPrototype: true }),
  }),
  { nil: undefined },
)

describe('standards', () => {
  test('stand in the own order where there is one, else in that of the administrators, each once', () => {
    fc.assert(
      fc.property(standards, display, (all, own) => {
        const shown = publicStandards(all, own)
        expect(shown.map(({ id }) => id).sort()).toEqual([...ids].sort())
        const orderOf = (id: string) =>
          own?.standards?.[id]?.order ?? all.find(([one]) => one === id)?.[1].publicOrder ?? 0
        const orders = shown.map(({ id }) => orderOf(id))
        expect(orders).toEqual(orders.toSorted((x, y) => x - y))
        // In whatever order they come, they are shown in one.
        expect(publicStandards([...all].reverse(), own)).toEqual(shown)
      }),
    )
  })
  test('have the own limits where some are said, else the usual ones, and never an empty text', () => {
    fc.assert(
      fc.property(standards, display, (all, own) => {
        for (const shown of publicStandards(all, own)) {
          const usual = all.find(([one]) => one === shown.id)?.[1]
          const mine = own?.standards?.[shown.id]?.limitation
          expect(shown.isOwnLimitation).toBe(isSaid(mine))
          expect(shown.limitation).toEqual(
            isSaid(mine) ? mine : isSaid(usual?.limitation) ? usual?.limitation : undefined,
          )
          expect(shown.name).toEqual(isSaid(usual?.publicName) ? usual?.publicName : usual?.name)
        }
      }),
    )
  })
  test('get settings only where the list offers them; those that are there stay', () => {
    fc.assert(
      fc.property(display, display, fc.subarray([...ids]), (before, after, offered) => {
        const found = displayIssues(ch, after, before, (id) => offered.includes(id))
        const wrong = Object.keys(after?.standards ?? {}).filter(
          (id) => !(before?.standards && id in before.standards) && !offered.includes(id),
        )
        expect(found.map(({ key, path }) => [key, path])).toEqual(
          wrong.map((id) => ['standardNotHere', `/listData/${ch}/_display/standards/${id}`]),
        )
      }),
    )
  })
})

describe('printed texts', () => {
  const [main, below, other] = [idOf('main'), idOf('below'), idOf('other')]
  const text = fc
    .record({
      category: fc.constantFrom(main, below, other),
      list: fc.constantFrom(undefined, base, ch),
      standard: fc.constantFrom(undefined, ...ids),
      active: fc.boolean(),
      title: localized,
      description: localized,
    })
    .map(({ list, standard: under, ...rest }) =>
      categoryText.parse({ ...rest, ...(list && { list }), ...(under && { standard: under }) }),
    )
  test('of categories are those that are active, say something, and fit list, category and standard', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), fc.subarray([...ids]), (all, printed) => {
        const texts = all.map((one, n) => [`t${n}`, one] as const)
        const { general, standards: under } = printedTexts({
          list: ch,
          categories: [below, main],
          standards: publicStandards(
            printed.map((id) => [id, { name: {}, publicOrder: 0 }] as const),
            undefined,
          ),
          rows: {},
          restrictionText: () => undefined,
          categoryTexts: texts,
        })
        const fits = (one: (typeof all)[number]) =>
          one.active &&
          one.category !== other &&
          (one.list === undefined || one.list === ch) &&
          (isSaid(one.title) || isSaid(one.description))
        const shown = [...general, ...under.flatMap((one) => one.categoryTexts)].map(({ id }) => id)
        const expected = texts.filter(
          ([, one]) => fits(one) && (one.standard === undefined || printed.includes(one.standard)),
        )
        expect(shown.sort()).toEqual(expected.map(([id]) => id).sort())
        // Those of the main category come first.
        for (const group of [general, ...under.map((one) => one.categoryTexts)]) {
          const places = group.map(({ id }) =>
            texts.find(([one]) => one === id)?.[1].category === main ? 0 : 1,
          )
          expect(places).toEqual(places.toSorted())
        }
      }),
    )
  })
  test('of restrictions are the chosen one, also where it is no longer offered, and what was typed', () => {
    const [one] = publicStandards([[ids[0]!, { name: { de_DE: 'A' }, publicOrder: 0 }]], undefined)
    const printed = (row: object, known = true) =>
      printedTexts({
        list: ch,
        categories: [],
        standards: [one!],
        rows: { [ids[0]!]: row },
        restrictionText: (id) => (known && id === idOf('need') ? { de_DE: 'Nur bei Bedarf' } : undefined),
        categoryTexts: [],
      }).standards[0]?.restrictions
    expect(printed({ restrictionTextId: idOf('need'), restriction: 'bis Juni' })).toEqual([
      { de_DE: 'Nur bei Bedarf' },
      'bis Juni',
    ])
    expect(printed({ restrictionTextId: idOf('need') }, false)).toEqual([])
    expect(printed({ restriction: ' ' })).toEqual([])
    expect(printed({})).toEqual([])
  })
})
