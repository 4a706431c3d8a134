import { expect, test } from 'vitest'
import { categoryText } from '../../shared/rules/category-text.ts'

const category = (order: number, title: string, parent?: string) => ({
  data: { order, title: { en_GB: title }, ...(parent !== undefined && { parent }) },
})
const text = (categories: Record<string, ReturnType<typeof category>>, id?: string) =>
  categoryText(new Map(Object.entries(categories)), id, (title) => title?.en_GB ?? '')

test('a category is numbered and named from its main category down, however deep', () => {
  const tree = { a: category(1, 'Fertilisers'), b: category(3, 'Substrates', 'a') }
  expect(text(tree, 'b')).toBe('1-3 Fertilisers / Substrates')
  expect([text(tree), text(tree, 'unknown')]).toEqual([undefined, undefined])
  const steps = Array.from({ length: 25 }, (_, n) => n)
  const deep = steps.map((n) => [`c${n}`, category(n, `level ${n}`, n ? `c${n - 1}` : undefined)] as const)
  expect(text(Object.fromEntries(deep), 'c24')).toBe(
    `${steps.join('-')} ${steps.map((n) => `level ${n}`).join(' / ')}`,
  )
})

test('in a circle each category stands once, and below one that is unknown it begins', () => {
  expect(text({ a: category(1, 'A', 'b'), b: category(2, 'B', 'a') }, 'a')).toBe('2-1 B / A')
  expect(text({ b: category(2, 'B', 'gone') }, 'b')).toBe('2 B')
})
