/** A class is spread over partitions of the index, and read as one list by id. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classIndex, classOfPartition, classPartition } from '../../functions/adapters/aws/class-index.ts'
import type { Dynamo } from '../../functions/adapters/aws/dynamo.ts'

/** Answers queries of the index as the table does: a partition in order, by pages. */
function indexOf(rows: { id: string; partition: string }[], mostPerPage = Number.POSITIVE_INFINITY) {
  const asked: string[] = []
  let read = 0
  const query: Dynamo['query'] = async (input) => {
    const values = input.ExpressionAttributeValues as Record<string, string>
    const partition = values[':class']!
    const after = (input.ExclusiveStartKey?.['pk'] ?? values[':after']) as string
    const found = rows
      .filter((row) => row.partition === partition && `E#${row.id}` > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const page = found.slice(0, Math.min(input.Limit ?? Number.POSITIVE_INFINITY, mostPerPage))
    asked.push(partition)
    read += page.length
    const items = page.map(({ id }) => ({ pk: `E#${id}`, sk: 'HEAD', rev: 3 }))
    return { items, ...(page.length < found.length && { next: items.at(-1) }) }
  }
  return { dynamo: { query } as Dynamo, asked, read: () => read }
}
async function idsOf(dynamo: Dynamo, entityclass: string, page: { cursor?: string; limit?: number } = {}) {
  const found: string[] = []
  for await (const { id } of classIndex(dynamo, entityclass, page)) found.push(id)
  return found
}
const ids = (n: number) => Array.from({ length: n }, () => crypto.randomUUID()).sort()

describe('the index by class', () => {
  it('spreads what there is much of, evenly, and leaves what everybody reads in one place', () => {
    const counts = new Map<string, number>()
    for (const id of ids(8_000)) {
      const partition = classPartition('product', id)
      expect(classOfPartition(partition)).toBe('product')
      counts.set(partition, (counts.get(partition) ?? 0) + 1)
    }
    expect(counts.size).toBe(16)
    expect(Math.max(...counts.values())).toBeLessThan(2 * (8_000 / 16))
    expect(classPartition('category', ids(1)[0]!)).toBe('category')
    expect(classOfPartition('product')).toBe('product')
  })
  it('gives one list by id, from any place on, with heads that still lie in the class itself', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.uuid(), { maxLength: 60 }),
        fc.func(fc.constantFrom('old', 'new', 'both')),
        fc.record({
          limit: fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
          from: fc.nat(60),
        }),
        fc.integer({ min: 1, max: 9 }),
        async (all, placeOf, { limit, from }, mostPerPage) => {
          const rows = all.flatMap((id) => {
            const place = placeOf(id)
            const [old, spread] = [
              { id, partition: 'product' },
              { id, partition: classPartition('product', id) },
            ]
            return place === 'both' ? [old, spread] : [place === 'old' ? old : spread]
          })
          const sorted = [...all].sort()
          const cursor = sorted[from]
          const { dynamo } = indexOf(rows, mostPerPage)
          const wanted = sorted.filter((id) => cursor === undefined || id > cursor).slice(0, limit)
          expect(
            await idsOf(dynamo, 'product', { ...(cursor && { cursor }), ...(limit && { limit }) }),
          ).toEqual(wanted)
        },
      ),
      { numRuns: 150 },
    )
  })
  it('reads little more than it is asked for, and one partition of what is not spread', async () => {
    const many = ids(5_000).map((id) => ({ id, partition: classPartition('product', id) }))
    const index = indexOf(many)
    expect(await idsOf(index.dynamo, 'product', { limit: 500 })).toHaveLength(500)
    expect(index.read()).toBeLessThan(2 * 500)
    const reference = indexOf(ids(5).map((id) => ({ id, partition: 'category' })))
    expect(await idsOf(reference.dynamo, 'category')).toHaveLength(5)
    expect(reference.asked).toEqual(['category'])
  })
})
