/** The family of a product, and what refers to it, where more names it than is looked through. */
import { expect, it } from 'vitest'
import { familyOf, referencesTo } from '../../functions/services/product/family.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { base, idOf, lists, productOf, text, viewers } from '../domain/product-samples.ts'

const product = (id: string, more: Partial<ProductData> = {}, disabled = false) => ({
  id,
  entityclass: 'product' as const,
  attributeset: 'default',
  rev: 1,
  created: '2026-01-01T00:00:00.000Z',
  createdBy: 'a',
  updated: '2026-01-01T00:00:00.000Z',
  updatedBy: 'a',
  disabled,
  data: { ...productOf({ [base]: { 'basis-f1': text(id) } }), ...more },
})
const [meId, childId] = [idOf('me'), idOf('child')]
const me = product(meId)
/** So many entities name the product: jobs of somebody else, and one child at the end. */
function scopeOf(count: number) {
  const child = product(childId, { derivedProductId: meId })
  const hidden = { ...product('', { derivedProductId: meId }, true), entityclass: 'batchjob' as const }
  const naming: Entity[] = [
    ...Array.from({ length: count - 1 }, (_, i) => ({ ...hidden, id: idOf(`job ${i}`) })),
    child,
  ] as unknown as Entity[]
  let reads = 0
  const entities = {
    get: async () => undefined,
    getMany: async () => [],
    async listNaming(id: string, { cursor = '0', limit }: { cursor?: string; limit: number }) {
      reads++
      const all = id === meId ? naming : []
      const end = Number(cursor) + limit
      const list = all.slice(Number(cursor), end)
      return end < all.length ? { list, cursor: String(end) } : { list }
    },
  }
  const reference = { lists, fields: new Map(), standards: new Map() }
  return { scope: { actor: viewers.C, entities, reference } as never, reads: () => reads }
}
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

it('is told whole where all of it was looked through', async () => {
  const { scope } = scopeOf(1_900)
  expect(await familyOf(me, scope)).toMatchObject({ list: [{ id: meId }, { id: childId }], isMore: false })
  const { list, isMore } = await referencesTo(me, scope)
  expect([idsOf(list), isMore]).toEqual([[childId], false])
})
it('says that there may be more where the search ended before the last', async () => {
  const { scope, reads } = scopeOf(2_101)
  expect(await familyOf(me, scope)).toMatchObject({ list: [{ id: meId }], isMore: true })
  expect(reads()).toBe(20)
  expect(await referencesTo(me, scope)).toEqual({ list: [], isMore: true })
})
it('looks below many parents side by side, and tells their children in the order of the parents', async () => {
  const parents = Array.from({ length: 30 }, (_, i) => product(idOf(`p${i}`), { derivedProductId: meId }))
  const below = parents.map(({ id }, i) => product(idOf(`c${i}`), { derivedProductId: id }))
  const all = [...parents, ...below]
  let [running, most] = [0, 0]
  const entities = {
    get: async () => undefined,
    getMany: async (ids: string[]) => [me, ...all].filter(({ id }) => ids.includes(id)),
    async listNaming(id: string) {
      most = Math.max(most, ++running)
      // Who asks later is answered earlier.
      for (let i = 20 - most; i > 0; i--) await Promise.resolve()
      running--
      return { list: all.filter(({ data }) => data.derivedProductId === id) }
    },
  }
  const reference = { lists, fields: new Map(), standards: new Map() }
  const { list } = await familyOf(me, { actor: viewers.C, entities, reference } as never)
  expect(idsOf(list)).toEqual(idsOf([me, ...all]))
  expect(most).toBe(8)
})
