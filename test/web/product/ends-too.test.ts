import { describe, expect, it } from 'vitest'
import type { ApprovalRow, ProductData } from '../../../shared/model/product.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { endsToo } from '../../../web/features/product/model/ends-too.ts'
import {
  colleagueId,
  germanLookup,
  meId,
  nationalId,
  nationalStandardId,
  standardId,
  startData,
  viewFor,
} from './page-kit.tsx'

const today = '2026-03-01T04:00:00.000Z'
const row: ApprovalRow = {
  active: true,
  begin: '2026-01-01T04:00:00.000Z',
  end: '2026-12-31T04:00:00.000Z',
  hasEverBeenApproved: true,
  approvalInitiatorAccountId: meId,
  finalApprovalAccountId: colleagueId,
}
const lookup = germanLookup()
const product = (change: (data: ProductData) => ProductData = (d) => d) =>
  viewFor(
    change(
      setKey(setKey(startData(), baseList, '_approval', { [standardId]: row }), nationalId, '_approval', {
        [nationalStandardId]: row,
      }),
    ),
    1,
  )
const ended = (after: ApprovalRow, view = product()) =>
  endsToo(view, baseList, standardId, after, lookup, today)
const dependent = { list: nationalId, standard: nationalStandardId }

describe('what an action on an approval ends besides', () => {
  it('is what depends on it, in other lists too: by a reset, by switching off, by an end that is past', () => {
    expect(ended({ active: true })).toEqual([dependent])
    expect(ended({ ...row, active: false })).toEqual([dependent])
    expect(ended({ ...row, end: '2026-02-28T04:00:00.000Z' })).toEqual([dependent])
  })
  it('is nothing while it stands today', () => {
    expect(ended({ ...row, end: today })).toEqual([])
  })
  it('leaves out what does not count before either, and archived lists', () => {
    const off = product((data) =>
      setKey(data, nationalId, '_approval', { [nationalStandardId]: { ...row, active: false } }),
    )
    expect(ended({ active: true }, off)).toEqual([])
    expect(
      ended(
        { active: true },
        product((data) => setKey(data, nationalId, '_archived', true)),
      ),
    ).toEqual([])
  })
})
