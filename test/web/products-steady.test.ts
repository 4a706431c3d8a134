import { describe, expect, it } from 'vitest'
import { type Steady, settle } from '../../web/ui/steady.ts'

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
