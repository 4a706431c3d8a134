/** Saving a product's draft against others: the flow of web/ui/save-draft.ts with the product's own rules. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { revisionConflict } from '../../../shared/errors.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { mergeDrafts, toPatch } from '../../../shared/rules/merge.ts'
import { alongWithLink, baseList, setValue, stored } from '../../../web/features/product/model/draft.ts'
import { type Choices, type Conflict, saveDraft } from '../../../web/ui/save-draft.ts'
import { listOf, productWith, viewOf } from './samples.ts'

const text = (value: string) => ({ textValue: value })
const start = productWith({
  [baseList]: listOf({ 'basis-f1': text('Name'), 'basis-f5': text('GTIN') }),
})

/** A server that holds one product; `before` runs ahead of each save, as another person would. */
function oneProduct(before: (now: ProductView, attempt: number) => ProductData | undefined) {
  let now = viewOf(start, { rev: 1 })
  let attempts = 0
  const asked: Conflict[][] = []
  const ports = (answer?: (conflicts: Conflict[]) => Choices | undefined) => ({
    save: async ({ rev, patch }: { rev: number; patch: ReturnType<typeof toPatch> }) => {
      attempts += 1
      const other = before(now, attempts)
      if (other) now = viewOf(other, { rev: now.rev + 1 })
      if (rev !== now.rev) throw revisionConflict(rev, now.rev)
      let data = now.data
      for (const step of patch) {
        const [, , list = '', key = ''] = step.path.split('/')
        data = setValue(data, list, key, 'value' in step ? step.value : undefined)
      }
      now = viewOf(data, { rev: now.rev + 1 })
      return now
    },
    load: async () => now,
    ask: async (conflicts: Conflict[]) => {
      asked.push(conflicts)
      return answer?.(conflicts)
    },
    toPatch,
    merge: mergeDrafts<ProductData>,
    along: alongWithLink,
  })
  return { ports, asked, attempts: () => attempts, now: () => now }
}
const draftOf = (key: string, value: string) => ({
  rev: 1,
  original: start,
  draft: setValue(start, baseList, key, text(value)),
})

describe('saving a product against others', () => {
  test('other fields: both win without a question', async () => {
    const server = oneProduct((now, attempt) =>
      attempt === 1 ? setValue(now.data, baseList, 'basis-f5', text('theirs')) : undefined,
    )
    const outcome = await saveDraft<ProductData, ProductView>(
      'p',
      draftOf('basis-f1', 'mine'),
      server.ports(),
    )
    expect(outcome.kind).toBe('saved')
    expect(server.asked).toEqual([])
    expect(stored(server.now().data, baseList, 'basis-f1')).toEqual(text('mine'))
    expect(stored(server.now().data, baseList, 'basis-f5')).toEqual(text('theirs'))
  })

  test.each(['mine', 'theirs'] as const)('the same field asks and takes %s', async (side) => {
    const server = oneProduct((now, attempt) =>
      attempt === 1 ? setValue(now.data, baseList, 'basis-f1', text('theirs')) : undefined,
    )
    const outcome = await saveDraft<ProductData, ProductView>(
      'p',
      draftOf('basis-f1', 'mine'),
      server.ports((conflicts) => Object.fromEntries(conflicts.map((c) => [c.path, side]))),
    )
    expect(outcome.kind).toBe('saved')
    expect(server.asked[0]?.[0]).toMatchObject({
      before: text('Name'),
      mine: text('mine'),
      theirs: text('theirs'),
    })
    expect(stored(server.now().data, baseList, 'basis-f1')).toEqual(text(side))
    // It is said whose changes came in: not of who was decided against everywhere.
    expect(outcome.kind === 'saved' ? outcome.others.length : undefined).toBe(side === 'theirs' ? 1 : 0)
  })

  test('going back from the question writes nothing and keeps what was typed', async () => {
    const server = oneProduct((now, attempt) =>
      attempt === 1 ? setValue(now.data, baseList, 'basis-f1', text('theirs')) : undefined,
    )
    const outcome = await saveDraft<ProductData, ProductView>(
      'p',
      draftOf('basis-f1', 'mine'),
      server.ports(),
    )
    expect(outcome.kind).toBe('cancelled')
    expect(server.attempts()).toBe(1)
    if (outcome.kind === 'cancelled')
      expect(stored(outcome.state.draft, baseList, 'basis-f1')).toEqual(text('mine'))
  })

  test('after three attempts it gives up with the draft on top of the newest state', async () => {
    const server = oneProduct((now, attempt) =>
      setValue(now.data, baseList, 'basis-f5', text(`other ${attempt}`)),
    )
    const outcome = await saveDraft<ProductData, ProductView>(
      'p',
      draftOf('basis-f1', 'mine'),
      server.ports(),
    )
    expect(outcome.kind).toBe('gaveUp')
    expect(server.attempts()).toBe(3)
    if (outcome.kind !== 'gaveUp') return
    expect(outcome.state.rev).toBe(server.now().rev)
    expect(toPatch(outcome.state.original, outcome.state.draft)).toEqual([
      { op: 'replace', path: `/listData/${baseList}/basis-f1`, value: text('mine') },
    ])
  })

  test('whatever two people type into different fields, both are there at the end', async () => {
    const keys = ['basis-f1', 'basis-f5', 'misc-f1', 'misc-f2'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...keys], { minLength: 2 }),
        fc.integer({ min: 1, max: 3 }),
        fc.string(),
        fc.string(),
        async (picked, split, mine, theirs) => {
          const at = Math.min(split, picked.length - 1)
          const [my, their] = [picked.slice(0, at), picked.slice(at)]
          const fill = (data: ProductData, which: string[], value: string) =>
            which.reduce((d, key) => setValue(d, baseList, key, text(`${key}${value}`)), data)
          const server = oneProduct((now, attempt) =>
            attempt === 1 ? fill(now.data, their, `theirs${theirs}`) : undefined,
          )
          const state = { rev: 1, original: start, draft: fill(start, my, `mine${mine}`) }
          const outcome = await saveDraft<ProductData, ProductView>('p', state, server.ports())
          expect(outcome.kind).toBe('saved')
          for (const key of my)
            expect(stored(server.now().data, baseList, key)).toEqual(text(`${key}mine${mine}`))
          for (const key of their)
            expect(stored(server.now().data, baseList, key)).toEqual(text(`${key}theirs${theirs}`))
        },
      ),
      { numRuns: 50 },
    )
  })
})
