/** Permits and uses in the hobby garden that a product's list names. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { permit } from '../../shared/model/administration.ts'
import type { PermitRow } from '../../shared/model/product.ts'
import { hobbyIssues } from '../../shared/rules/hobby-garden.ts'
import { permitIssues, permitLink } from '../../shared/rules/permits.ts'
import { idOf } from './product-samples.ts'

const [base, ch] = [idOf('base'), idOf('ch')]
const [kindA, kindB, gone] = [idOf('a'), idOf('b'), idOf('gone')]

describe('permits', () => {
  const number = fc.constantFrom('W-1', ' w-1 ', 'W-2', '', '  ')
  const row = fc
    .record({ permit: fc.constantFrom(kindA, kindB, gone, undefined), number, _order: fc.nat({ max: 3 }) })
    .map(({ permit: kind, ...rest }): PermitRow => ({ ...rest, ...(kind && { permit: kind }) }))
  const rows = fc.dictionary(fc.constantFrom('p1', 'p2', 'p3'), row, { noNullPrototype: true })
  const restriction = fc.record({
    lists: fc.subarray([base, ch]),
    mainCategories: fc.subarray(['fertilisers', 'animal-feed']),
  })
  const kept = fc.record({ a: restriction, b: restriction })
  const offer = ({ a, b }: { a: object; b: object }) => {
    const all = new Map([
      [kindA, permit.parse({ title: {}, ...a })],
      [kindB, permit.parse({ title: {}, ...b })],
    ])
    return (id: string) => all.get(id)
  }

  test('a kind is taken where list and main category match, and stays where it is entered', () => {
    fc.assert(
      fc.property(
        rows,
        rows,
        kept,
        fc.constantFrom('fertilisers', 'animal-feed', undefined),
        (before, after, kinds, mainCategory) => {
          const permitOf = offer(kinds)
          const found = permitIssues(ch, after, before, mainCategory, permitOf)
          for (const [id, { permit: kind }] of Object.entries(after)) {
            const here = found.filter(({ path }) => path === `/listData/${ch}/_permits/${id}/permit`)
            const definition = kind === undefined ? undefined : permitOf(kind)
            const fits =
              definition !== undefined &&
              (definition.lists.length === 0 || definition.lists.includes(ch)) &&
              (definition.mainCategories.length === 0 ||
                definition.mainCategories.some((key) => key === mainCategory))
            const isTaken = kind === undefined || fits || before[id]?.permit === kind
            expect(here.map(({ key }) => key)).toEqual(
              isTaken ? [] : [definition ? 'permitNotHere' : 'permitUnknown'],
            )
          }
        },
      ),
    )
  })
  test('each has a number; of one kind no number stands twice, however it is typed', () => {
    fc.assert(
      fc.property(rows, (after) => {
        const found = permitIssues(ch, after, after, undefined, () => undefined)
        const named = Object.values(after).filter((one) => one.number.trim() !== '')
        const different = new Set(
          named.map((one) => `${one.permit} ${one.number.trim().toLocaleLowerCase('en')}`),
        )
        const keys = found.map(({ key }) => key)
        expect(keys.filter((key) => key === 'mandatory')).toHaveLength(
          Object.keys(after).length - named.length,
        )
        expect(keys.filter((key) => key === 'permitTwice')).toHaveLength(named.length - different.size)
      }),
    )
  })
  it('leads to the register of the authority by an address of the web only', () => {
    expect(permitLink('https://psm.example/{number}?lang=de', 'W 1/2')).toBe(
      'https://psm.example/W%201%2F2?lang=de',
    )
    expect(permitLink('https://psm.example/?no=', ' W-1 ')).toBe('https://psm.example/?no=W-1')
    expect(permitLink(undefined, 'W-1')).toBeUndefined()
    expect(permitLink('https://psm.example/', ' ')).toBeUndefined()
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('{number}', 'javascript:{number}', 'data:text/html,', 'https://x.example/'),
        ),
        fc.oneof(fc.string(), fc.constantFrom('javascript:alert(1)', '//x.example', '$&')),
        (template, value) => {
          const link = permitLink(template, value)
          expect(link === undefined || /^https?:\/\//.test(link)).toBe(true)
        },
      ),
    )
  })
})

describe('uses in the hobby garden', () => {
  const use = fc.constantFrom('roses', 'lawn', 'slugs')
  const uses = fc.uniqueArray(use)
  test('are added in lists for hobby gardeners only, from those that are offered; others stay', () => {
    fc.assert(
      fc.property(
        uses,
        uses,
        uses,
        fc.constantFrom('hobby' as const, 'commercial' as const),
        (before, after, offered, targetAudience) => {
          const isOffered = (id: string) => (offered as string[]).includes(id)
          const keys = hobbyIssues(ch, after, before, { targetAudience }, isOffered).map(({ key }) => key)
          const added = after.filter((id) => !before.includes(id))
          const expected =
            added.length === 0
              ? []
              : targetAudience !== 'hobby'
                ? ['hobbyNotHere']
                : added.every(isOffered)
                  ? []
                  : ['hobbyUnknown']
          expect(keys).toEqual(expected)
        },
      ),
    )
  })
})
