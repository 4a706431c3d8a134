import { describe, expect, it } from 'vitest'
import type { ApprovalRow } from '../../../shared/model/product.ts'
import { standingToday } from '../../../web/features/product/model/standing.ts'
import { colleagueId, germanLookup, meId, nationalStandardId, standardId } from './page-kit.tsx'

const today = '2026-03-01T04:00:00.000Z'
const given: ApprovalRow = {
  active: true,
  begin: '2026-01-01T04:00:00.000Z',
  end: '2026-12-31T04:00:00.000Z',
  hasEverBeenApproved: true,
  approvalInitiatorAccountId: meId,
  finalApprovalAccountId: colleagueId,
}
const lookup = germanLookup()
/** Of the standard that depends on the base approval. */
const dependent = (row: ApprovalRow | undefined, base: ApprovalRow | undefined, names = lookup) => {
  const rows = row ? { [nationalStandardId]: row } : {}
  return standingToday(nationalStandardId, rows, base ? { [standardId]: base } : {}, names, today)
}

describe('how an approval stands today', () => {
  it('is approved while it and what it depends on are valid', () => {
    expect(dependent(given, given)).toEqual({ state: 'finallyApproved' })
  })
  it('is not valid where what it depends on was reset, was switched off or has ended', () => {
    const why = { key: 'dependency', standard: standardId }
    for (const base of [
      undefined,
      { active: true },
      { ...given, active: false },
      { ...given, end: '2026-02-28T04:00:00.000Z' },
    ])
      expect(dependent(given, base)).toEqual({ state: 'notValid', why })
  })
  it('is not valid before its first day, while it is switched off, and under a standard that was deleted', () => {
    const begin = '2026-03-02T04:00:00.000Z'
    expect(dependent({ ...given, begin }, given)).toEqual({
      state: 'notValid',
      why: { key: 'begins', day: begin },
    })
    expect(dependent({ ...given, active: false }, given)).toEqual({
      state: 'notValid',
      why: { key: 'inactive' },
    })
    const standards = new Map(
      [...lookup.standards].map(([id, one]) => [id, { ...one, disabled: id === nationalStandardId }]),
    )
    expect(dependent(given, given, { ...lookup, standards })).toEqual({
      state: 'notValid',
      why: { key: 'standard' },
    })
  })
  it('stays open, initiated or expired, whatever it depends on', () => {
    expect(dependent(undefined, undefined)).toEqual({ state: 'open' })
    expect(dependent({ active: true }, undefined)).toEqual({ state: 'open' })
    expect(dependent({ ...given, end: '2026-02-28T04:00:00.000Z' }, undefined)).toEqual({
      state: 'approvalExpired',
    })
    const renewal = { ...given, tmp_begin: today, formerInitiatorAccountId: meId }
    expect(dependent(renewal, given)).toEqual({ state: 'initiated' })
  })
})
