import { describe, expect, it } from 'vitest'
import type { ApprovalRow } from '../../../shared/model/product.ts'
import { extendableIn } from '../../../web/features/product/model/approvals.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
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

const row: ApprovalRow = {
  active: true,
  begin: '2026-01-01T04:00:00.000Z',
  end: '2026-12-31T04:00:00.000Z',
  hasEverBeenApproved: true,
  approvalInitiatorAccountId: meId,
  finalApprovalAccountId: colleagueId,
}

describe('what is extended in all lists', () => {
  it('is in the order of the page: the base list first, and the standards by their public order', () => {
    const start = startData()
    const reversed = { ...start, listData: Object.fromEntries(Object.entries(start.listData).reverse()) }
    const data = [baseList, nationalId].reduce(
      (d, list) => setKey(d, list, '_approval', { [standardId]: row, [nationalStandardId]: row }),
      reversed,
    )
    expect(Object.keys(data.listData)).toEqual([nationalId, baseList])
    const lookup = germanLookup()
    // The public order is not that of the ids.
    const publicOrder = new Map([
      [nationalStandardId, 0],
      [standardId, 1],
    ])
    const standards = new Map(
      [...lookup.standards].map(([id, one]) => [
        id,
        { ...one, data: { ...one.data, publicOrder: publicOrder.get(id) ?? 2 } },
      ]),
    )
    const view = viewFor(data, 1)
    expect(Object.entries(extendableIn(view, { ...lookup, standards }, '2026-03-01T04:00:00.000Z'))).toEqual([
      [baseList, [nationalStandardId, standardId]],
      [nationalId, [nationalStandardId, standardId]],
    ])
  })
})
