import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Steady, settle, useSeenRows } from '../../web/ui/steady.ts'

type Page = { ids: string[]; note?: string }
const idsOf = (page: Page) => page.ids
const start: Steady<Page> = { key: '', shown: undefined, waiting: undefined }
const still = () => true
const nobody = () => false

describe('rows under the mouse', () => {
  const first: Page = { ids: ['a', 'b'] }
  const shown = settle(start, 'q', first, idsOf, still)

  it('come at once for a new question', () => {
    expect(shown.shown).toBe(first)
    const other: Page = { ids: ['c'] }
    expect(settle(shown, 'q2', other, idsOf, still).shown).toBe(other)
  })
  it('take new values in place', () => {
    const renamed: Page = { ids: ['a', 'b'], note: 'renamed' }
    expect(settle(shown, 'q', renamed, idsOf, still)).toEqual({
      key: 'q',
      shown: renamed,
      waiting: undefined,
    })
  })
  it('wait when rows came, went or moved while somebody points at them', () => {
    for (const ids of [['x', 'a', 'b'], ['a'], ['b', 'a']]) {
      const fresh: Page = { ids }
      const next = settle(shown, 'q', fresh, idsOf, still)
      expect(next.shown).toBe(first)
      expect(next.waiting).toBe(fresh)
      expect(settle(shown, 'q', fresh, idsOf, nobody).shown).toBe(fresh)
    }
  })
  it('stop waiting when the newest answer has the shown rows again', () => {
    const waiting = settle(shown, 'q', { ids: ['x'] }, idsOf, still)
    const again: Page = { ids: ['a', 'b'] }
    expect(settle(waiting, 'q', again, idsOf, still)).toEqual({ key: 'q', shown: again, waiting: undefined })
  })
})

it('rows of a question stay known while newer ones wait, each as it was last told; those of another question do not', () => {
  const row = (id: string, note = '') => ({ id, note })
  const first = [row('a'), row('b')]
  const { result, rerender } = renderHook(({ key, rows, isCurrent }) => useSeenRows(key, rows, isCurrent), {
    initialProps: { key: 'q', rows: first, isCurrent: true },
  })
  const ids = () => result.current?.map(({ id, note }) => id + note)
  expect(result.current).toBe(first)
  const second = [row('x'), row('a', '!')]
  rerender({ key: 'q', rows: second, isCurrent: true })
  expect(ids()).toEqual(['b', 'x', 'a!'])
  // Still the answer to the question before.
  rerender({ key: 'q2', rows: second, isCurrent: false })
  expect(ids()).toEqual(['b', 'x', 'a!'])
  const other = [row('c')]
  rerender({ key: 'q2', rows: other, isCurrent: true })
  expect(result.current).toBe(other)
})
