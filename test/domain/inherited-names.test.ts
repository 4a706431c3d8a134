/** Names that were read from derived parents: the same as by the plain definition, in one pass over each parent. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownNames, withParentsNames } from '../../functions/domain/product/inherited-names.ts'
import { inheritance, isSameInheritance } from '../../functions/domain/product/name-history.ts'
import { derivedChainLimit } from '../../shared/constants.ts'
import { tradeNamePath } from '../../shared/model/field-path.ts'
import type { ListData, ProductData } from '../../shared/model/product.ts'
import { type DerivedOf, resolveKey } from '../../shared/rules/resolution.ts'
import { tradeNameIn } from '../../shared/rules/timeline.ts'
import { base, idOf, productOf, text } from './product-samples.ts'

type Row = ListData['_nameHistory'][string]
const idAt = (n: number) => idOf(`p${n}`)
const isAt = (id: string) => Number.parseInt(id.slice(1), 10)
const instant = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString()

/** Each row reads anew what its parent was called: the definition, as it was first written. */
function plainly(product: { created: string; data: ProductData }, today: DerivedOf): Row[] {
  const clipped = (row: Row, from: string, to: string | undefined): Row[] => {
    const { to: end, ...rest } = row
    const last = to === undefined || (end !== undefined && end < to) ? end : to
    const first = row.from < from ? from : row.from
    if (last !== undefined && first >= last) return []
    return [{ ...rest, from: first, ...(last !== undefined && { to: last }) }]
  }
  const namesOf = (data: ProductData, since: string, depth: number): Row[] => {
    const noted = Object.values(data.listData[base]?._nameHistory ?? {}).sort((a, b) =>
      a.from < b.from ? -1 : a.from > b.from ? 1 : 0,
    )
    const found = resolveKey(data, base, tradeNamePath, today)
    const name = tradeNameIn(found?.value)
    const inherited = inheritance(found)
    const isNoted = noted.some((row) => row.to === undefined)
    if (!isNoted && name !== undefined && (depth > 0 || inherited.inheritedFrom))
      noted.push({ name, from: noted.at(-1)?.to ?? since, ...inherited })
    const joined: Row[] = []
    for (const row of noted.flatMap((one) =>
      one.to === undefined && !inherited.inheritedFrom ? [one] : stretch(one, depth),
    )) {
      const last = joined.at(-1)
      const isOne =
        last?.inheritedFrom &&
        last.name === row.name &&
        last.to === row.from &&
        isSameInheritance(last.inheritedFrom, row.inheritedFrom)
      if (isOne) joined.pop()
      joined.push(isOne ? { ...row, from: last.from } : row)
    }
    return joined
  }
  const stretch = (row: Row, depth: number): Row[] => {
    if (depth >= derivedChainLimit) return [row]
    for (const { product: id, list } of row.inheritedFrom ?? []) {
      const parent = today(id)
      if (!parent?.listData[list]) continue
      const rows = namesOf(parent, row.from, depth + 1).flatMap((one) => clipped(one, row.from, row.to))
      if (!rows.some(({ name }) => name === row.name)) continue
      return rows.map((one) => {
        const { to: end, inheritedFrom = [], ...rest } = one
        const isOpen = row.to === undefined && end === undefined
        const places = [...(row.inheritedFrom ?? []), { product: id, list: base }, ...inheritedFrom]
        return { ...rest, ...(!isOpen && end !== undefined && { to: end }), inheritedFrom: places }
      })
    }
    return [row]
  }
  return namesOf(product.data, product.created, 0)
}

/** A product and its parents, each with a history of its own; `changes`: hours between names, and which name. */
const generation = fc.record({
  changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 2 })), {
    maxLength: 7,
  }),
  isOpen: fc.boolean(),
  isLinked: fc.boolean(),
  skips: fc.boolean(),
})
type Generation = typeof generation extends fc.Arbitrary<infer T> ? T : never

function family(generations: readonly Generation[]): ProductData[] {
  return generations.map(({ changes, isOpen, isLinked, skips }, i) => {
    const above = i + 1 < generations.length ? idAt(i + 1) : undefined
    const named = skips && i + 2 < generations.length ? [idAt(i + 2), above] : [above]
    const inheritedFrom = named.flatMap((product) => (product === undefined ? [] : { product, list: base }))
    const _nameHistory: Record<string, Row> = {}
    let hour = 0
    changes.forEach(([hours, name], n) => {
      const isLast = n === changes.length - 1
      _nameHistory[`r${n + 1}`] = {
        name: `name ${name}`,
        from: instant(hour),
        ...(!(isLast && isOpen) && { to: instant(hour + hours) }),
        ...((n + i) % 3 < 2 && inheritedFrom.length > 0 && { inheritedFrom }),
      }
      hour += hours
    })
    const own = isLinked && above !== undefined ? { _linked: { [tradeNamePath]: 'derived' } } : {}
    const name = `name ${changes.at(-1)?.[1] ?? 0}`
    return productOf(
      { [base]: { _nameHistory, ...own, ...(!('_linked' in own) && { [tradeNamePath]: text(name) }) } },
      above === undefined ? {} : { derivedProductId: above },
    )
  })
}
const rowsOf = (data: ProductData) => Object.values(data.listData[base]!._nameHistory)

test('are those of the plain definition', () => {
  let inherited = 0
  fc.assert(
    fc.property(fc.array(generation, { minLength: 1, maxLength: 5 }), (generations) => {
      const products = family(generations)
      const today: DerivedOf = (id) => products[isAt(id)]
      const product = { created: instant(0), data: products[0]! }
      const found = rowsOf(withParentsNames(product, { derived: today, today }))
      const expected = plainly(product, today)
      const isInherited = expected.some((row) => row.inheritedFrom)
      if (isInherited) inherited++
      expect(found).toEqual(isInherited ? expected : rowsOf(product.data))
    }),
    { numRuns: 300 },
  )
  expect(inherited).toBeGreaterThan(50)
})

/** Every generation has had so many names, and reads each of them from the next. */
function renamed(generations: number, names: number): ProductData[] {
  return Array.from({ length: generations }, (_, i) => {
    const isTop = i === generations - 1
    const inheritedFrom = [{ product: idAt(i + 1), list: base }]
    const rows = Array.from({ length: names }, (_, n): [string, Row] => [
      `r${n + 1}`,
      {
        name: `name ${n}`,
        from: instant(n),
        ...(n < names - 1 && { to: instant(n + 1) }),
        ...(!isTop && { inheritedFrom }),
      },
    ])
    const _nameHistory = Object.fromEntries(rows)
    if (isTop) return productOf({ [base]: { _nameHistory, [tradeNamePath]: text(`name ${names - 1}`) } })
    return productOf(
      { [base]: { _nameHistory, _linked: { [tradeNamePath]: 'derived' } } },
      { derivedProductId: idAt(i + 1) },
    )
  })
}
function read(generations: number, names: number) {
  const products = renamed(generations, names)
  let lookups = 0
  const today: DerivedOf = (id) => {
    lookups++
    return products[isAt(id)]
  }
  const found = withParentsNames({ created: instant(0), data: products[0]! }, { derived: today, today })
  return { lookups, rows: rowsOf(found) }
}

test('read each parent once, however many names it was read for', () => {
  const { lookups, rows } = read(4, 50)
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `name ${n}`))
  // One for each row of each generation, and what the names of today are resolved by.
  expect(lookups).toBeLessThan(4 * 50 + 20)
})
test('are the newest of many', () => {
  const { rows } = read(2, shownNames + 20)
  expect(rows).toHaveLength(shownNames)
  expect(rows.at(-1)?.name).toBe(`name ${shownNames + 19}`)
})
