import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import type { ListData } from '../../shared/model/product.ts'
import { testClock } from '../fixtures/clock.ts'
import { CallFailure, type Harness, ids, startHarness } from './harness.ts'

const { base } = ids.list
const { eu } = ids.standard
const id = ids.product.compost

/** Just after midnight in Zurich, where it is still yesterday for UTC. */
describe.each([
  { season: 'summer', now: '2026-06-30T22:05:00.000Z', today: '2026-07-01', yesterday: '2026-06-30' },
  { season: 'winter', now: '2026-11-30T23:05:00.000Z', today: '2026-12-01', yesterday: '2026-11-30' },
])('just after midnight in $season', ({ now, today, yesterday }) => {
  let h: Harness
  beforeAll(async () => {
    h = await startHarness({ clock: testClock(now) })
  })
  afterAll(() => h.close())
  const row = (view: { data: Record<string, unknown> }) =>
    (view.data['listData'] as Record<string, ListData>)[base]?._approval[eu]
  const act = async (
    user: 'core' | 'core2',
    input: { action: 'reset' | 'initiate' | 'confirm' | 'setdates' | 'extend'; begin?: string; end?: string },
  ) => {
    const { rev } = await h.as(user).call(load, { id })
    return h.as(user).call(approvals, { id, rev, list: base, standard: eu, ...input })
  }

  it('the default period begins with the day that has begun', async () => {
    await act('core', { action: 'reset' })
    expect(row(await act('core', { action: 'initiate' }))).toMatchObject({
      tmp_begin: `${today}T04:00:00.000Z`,
      tmp_end: `2027-${today.slice(5)}T04:00:00.000Z`,
    })
    await act('core2', { action: 'confirm' })
  })

  it('what ended yesterday can no longer be extended, what ends today can', async () => {
    const day = (d: string) => `${d}T04:00:00.000Z`
    const from = { action: 'setdates', begin: day('2026-01-01') } as const
    await act('core', { ...from, end: day(today) })
    expect(row(await act('core', { action: 'extend' }))).toMatchObject({
      begin: from.begin,
      end: day(`2027-${today.slice(5)}`),
    })
    await act('core', { ...from, end: day(yesterday) })
    const refused = await act('core', { action: 'extend' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CallFailure)
    expect((refused as CallFailure).details.key).toBe('approvalNotValid')
  })

  it('an approval that ran out is told by the timeline, at the midnight of the installation', async () => {
    const day = (d: string) => `${d}T04:00:00.000Z`
    const told = async (kinds?: ['approvalEnded']) =>
      (await h.as('core').call(gettimeline, { id, list: base, ...(kinds && { kinds }) })).list
    const ended = (await told(['approvalEnded'])).filter((row) => row.by === '')
    expect(ended).toEqual([
      {
        kind: 'approvalEnded',
        list: base,
        standard: eu,
        to: day(yesterday),
        rev: expect.any(Number),
        at: `${yesterday}T${now.slice(11, 13)}:00:00.000Z`,
        by: '',
        byName: '',
      },
    ])
    // A company user is told as well: it is what the public view shows.
    const { list } = await h.as('company').call(gettimeline, { id, list: base, kinds: ['approvalEnded'] })
    expect(list.map((row) => row.to)).toContain(day(yesterday))
  })

  it('it still tells it after the approval was given again', async () => {
    const endings = async () =>
      (await h.as('core').call(gettimeline, { id, list: base, kinds: ['approvalEnded'] })).list
        .filter((row) => row.by === '')
        .map(({ to, at }) => ({ to, at }))
    const before = await endings()
    await act('core', { action: 'initiate' })
    expect(await endings()).toEqual(before)
    await act('core2', { action: 'confirm' })
    expect(await endings()).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('a search for what was made today finds it', async () => {
    const made = await h.as('core').call(create, {})
    await h.indexed()
    const found = async (value: string) => {
      const filter = { field: 'created', comparison: 'eq' as const, value }
      const { list } = await h.as('core').call(search, { attributeFilter: filter, columns: [] })
      return list.map((r) => r.id).includes(made.id)
    }
    expect(await found(today)).toBe(true)
    expect(await found(yesterday)).toBe(false)
  })
})
