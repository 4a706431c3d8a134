/** Families that are as wide, as deep or as slow to read as no request could wait for. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestTime, withinTime } from '../../functions/runtime/request-time.ts'
import { untilTurn } from '../../functions/services/entity/turns.ts'
import { generationsBelow } from '../../functions/services/product/children.ts'
import { judgeMainCategory } from '../../functions/services/product/main-category.ts'
import { turnTaken } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { listData, type ProductData } from '../../shared/model/product.ts'
import { base, idOf, productOf } from '../domain/product-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const reading = { [base]: listData.parse({ _linked: { _category: 'derived' } }) }
const product = (id: string, parent: string): Entity =>
  ({
    id: idOf(id),
    entityclass: 'product',
    attributeset: 'default',
    rev: 1,
    disabled: false,
    data: { ...productOf(reading), derivedProductId: idOf(parent) },
  }) as unknown as Entity
const categories = new Map(
  ['compost', 'oil'].map((name) => [
    idOf(name),
    { id: idOf(name), entityclass: 'category', rev: 1, data: { mainCategoryKey: name } },
  ]),
)

/** A store of these products, which takes so many milliseconds for each page, and knows how much was asked for. */
function storeOf(products: readonly Entity[], milliseconds = 0) {
  const children = new Map<string, Entity[]>()
  for (const one of products) {
    const parent = one.data['derivedProductId'] as string
    const siblings = children.get(parent) ?? []
    siblings.push(one)
    children.set(parent, siblings)
  }
  const counted = { reads: 0, sideBySide: 0 }
  let underWay = 0
  const entities = {
    get: async () => undefined,
    getMany: async (ids: string[]) => ids.flatMap((id) => (categories.get(id) as never) ?? []),
    counter: async () => 0,
    async listNaming(id: string, { cursor = '0', limit }: { cursor?: string; limit: number }) {
      counted.reads++
      counted.sideBySide = Math.max(counted.sideBySide, ++underWay)
      await Promise.resolve()
      underWay--
      vi.advanceTimersByTime(milliseconds)
      const all = children.get(id) ?? []
      const end = Number(cursor) + limit
      const list = all.slice(Number(cursor), end)
      return end < all.length ? { list, cursor: String(end) } : { list }
    },
  }
  return { entities, counted }
}
const wide = (count: number) => Array.from({ length: count }, (_, n) => product(`child ${n}`, 'top'))
/** The category of the product at the top of the family becomes another one. */
function judge(store: ReturnType<typeof storeOf>) {
  const data = (category: string): ProductData =>
    productOf({ [base]: listData.parse({ _category: idOf(category) }) })
  return judgeMainCategory(
    store.entities,
    { categories: categories as never },
    idOf('top'),
    data('compost'),
    data('oil'),
  )
}

describe('a product with many children', () => {
  it('is judged whole up to 2,000, side by side, with one look below each', async () => {
    const store = storeOf(wide(2_000))
    expect(await judge(store)).toMatchObject({ at: 0 })
    expect(store.counted.reads).toBe(80 + 2_000)
    expect(store.counted.sideBySide).toBe(8)
  })
  it('is refused in words beyond that, for a category and for a parent, ahead of reading on', async () => {
    const below = storeOf(wide(20_000))
    const tooLarge = { refused: true, code: 'rule_violated', details: { key: 'familyTooLarge' } }
    expect(await judge(below)).toMatchObject(tooLarge)
    expect(await generationsBelow(below.entities, idOf('top'))).toMatchObject(tooLarge)
    expect(below.counted.reads).toBe(2 * 81)
  })
  it('is refused in words while the store is slow, in less time than a request has', async () => {
    const slow = { code: 'too_many_requests', details: { key: 'too_many_requests', retryAfter: 1 } }
    for (const walk of [
      judge,
      (store: ReturnType<typeof storeOf>) => generationsBelow(store.entities, idOf('top')),
    ]) {
      const begun = performance.now()
      const store = storeOf(wide(2_000), 100)
      const entities = withinTime(store.entities, begun + requestTime)
      await expect(walk({ ...store, entities })).rejects.toMatchObject(slow)
      // What was under way ends.
      expect(performance.now() - begun).toBeLessThan(requestTime + 10 * 100)
    }
  })
})

it('a chain that is longer than any may be is read no further than the longest', async () => {
  const chain = Array.from({ length: 10 }, (_, n) => product(`step ${n + 1}`, n === 0 ? 'top' : `step ${n}`))
  const store = storeOf(chain)
  expect(await generationsBelow(store.entities, idOf('top'))).toBe(6)
  expect(store.counted.reads).toBe(6)
  expect(await judge(store)).toMatchObject({ at: 0 })
})

describe('who loses the turn', () => {
  const losing = (milliseconds: number) => {
    let tries = 0
    const store = { counter: async () => ++tries }
    const within = withinTime(store, performance.now() + requestTime)
    const act = async () => {
      await within.counter()
      vi.advanceTimersByTime(milliseconds)
      throw turnTaken()
    }
    return { act, tries: () => tries }
  }
  it.each([1, 5_000])(
    'is told so within the time of a request, where a try takes %i ms',
    async (milliseconds) => {
      const { act, tries } = losing(milliseconds)
      const begun = performance.now()
      const key = milliseconds === 1 ? 'turnTaken' : 'too_many_requests'
      await expect(untilTurn(act)).rejects.toMatchObject({ code: 'too_many_requests', details: { key } })
      expect(performance.now() - begun).toBeLessThan(requestTime + 6_000)
      expect(tries()).toBe(milliseconds === 1 ? 50 : 5)
    },
  )
})
