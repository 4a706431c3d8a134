/** Entries that nothing names, where what names them is much, or slow. */
import { expect, it, vi } from 'vitest'
import { unusedPage } from '../../functions/services/entity/unused.ts'
import { unstored } from '../../shared/model/entity-data.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const entry = (n: number) => ({ ...unstored('label', id(n), {}), rev: 1 })
const deleted = { ...entry(99), disabled: true }

it('ends also where only deleted entries name one, without an end: it counts as used', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
  const listNaming = async (name: string) =>
    name === id(1) ? { list: [deleted], cursor: 'more' } : { list: [] }
  expect(await unusedPage({ listNaming }, [entry(1), entry(2)])).toEqual({ ids: [id(2)] })
  vi.restoreAllMocks()
})

it('stops after a while, and goes on behind what was looked at', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const listNaming = async () => {
    now += 1_000
    return { list: [] }
  }
  const entries = Array.from({ length: 40 }, (_, n) => entry(n))
  const first = await unusedPage({ listNaming }, entries)
  expect([first.ids.length, first.cursor]).toEqual([16, id(15)])
  clock.mockImplementation(() => 0)
  const rest = await unusedPage({ listNaming }, entries, first.cursor)
  expect([rest.ids[0], rest.ids.length, rest.cursor]).toEqual([id(16), 24, undefined])
  vi.restoreAllMocks()
})
