import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalRow } from '../../shared/model/product.ts'
import { productSearch, productSearchTree, productSearchWith } from '../../shared/rules/product-search.ts'
import {
  approvedUntil,
  readApprovalSummary,
  writeApprovalSummary,
} from '../../shared/search/approval-summary.ts'

describe('what a typed text asks of products', () => {
  it('is the name, as long as it has no digit', () => {
    expect(productSearch('  Kalk plus ')).toEqual({ name: 'Kalk plus' })
    expect(productSearch('  ')).toEqual({})
    // The call says that nothing is found by punctuation.
    expect(productSearch('!!!')).toEqual({ name: '!!!' })
  })
  it('is a name or a number, where it has one', () => {
    expect(productSearch('W-6521')).toEqual({
      attributeFilter: {
        $or: [
          {
            $and: [
              { field: 'name', comparison: 'contains', value: 'w' },
              { field: 'name', comparison: 'contains', value: '6521' },
            ],
          },
          { field: 'lists.permits', comparison: 'contains', value: 'W-6521' },
          { field: 'importKey', comparison: 'contains', value: 'W-6521' },
        ],
      },
    })
  })
  it('is kept as conditions that ask the same', () => {
    const name = (value: string) => ({ type: 'simple', field: 'name', comparator: 'contains', value })
    const names = { type: 'combined', operator: 'AND', nodes: [name('kalk'), name('plus')] }
    expect(productSearchTree('  Kalk plus ')).toEqual(names)
    expect(productSearchTree('Kalk')).toEqual(name('kalk'))
    expect(productSearchTree(' !!! ')).toBeUndefined()
    expect(productSearchTree('w-65')).toEqual({
      type: 'combined',
      operator: 'OR',
      nodes: [
        { type: 'combined', operator: 'AND', nodes: [name('w'), name('65')] },
        { type: 'external', comparator: 'contains', value: 'w-65' },
        { type: 'external', comparator: 'contains', value: 'W-65' },
      ],
    })
  })
  it('stands beside conditions', () => {
    const archived = { field: 'archived', comparison: 'eq', value: true } as const
    expect(productSearchWith('Kalk', archived)).toEqual({ name: 'Kalk', attributeFilter: archived })
    expect(productSearchWith('7', archived).attributeFilter).toEqual({
      $and: [productSearch('7').attributeFilter, archived],
    })
    expect(productSearchWith('', undefined)).toEqual({})
  })
})

describe('an approval in one keyword', () => {
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((d) => `${d.toISOString().slice(0, 10)}T04:00:00.000Z`)
  const rows = fc.record({ active: fc.boolean(), tmp_begin: day }, { requiredKeys: ['active'] })
  const period = fc.record({ begin: day, end: fc.option(day, { nil: undefined }) })
  const standing = fc.array(period, { maxLength: 3 })
  const own = fc.option(period, { nil: undefined })
  it('says everything that a list shows of it', () => {
    fc.assert(
      fc.property(fc.uuid(), rows, standing, own, (standard, row, periods, own) => {
        expect(readApprovalSummary(writeApprovalSummary(standard, row as ApprovalRow, periods, own))).toEqual(
          {
            standard,
            row,
            standing: periods,
            own,
          },
        )
      }),
    )
    expect(readApprovalSummary('something else')).toBeUndefined()
  })
  const row = (end?: string, more = {}): ApprovalRow => ({
    active: true,
    hasEverBeenApproved: true,
    begin: '2026-01-01T04:00:00.000Z',
    ...(end && { end: `${end}T04:00:00.000Z` }),
    ...more,
  })
  const anybody = () => ({ baseApproval: false })
  it('knows how long any of them is approved', () => {
    expect(approvedUntil({ a: row('2026-12-31'), b: row('2027-05-01') }, anybody, {})).toBe(
      '2027-05-01T04:00:00.000Z',
    )
    expect(approvedUntil({ a: row('2026-12-31'), b: row() }, anybody, {})).toBeUndefined()
    expect(
      approvedUntil(
        {
          a: row('2027-12-31', { active: false }),
          b: row('2028-12-31', { hasEverBeenApproved: false }),
          c: row('2026-03-01'),
        },
        anybody,
        {},
      ),
    ).toBe('2026-03-01T04:00:00.000Z')
    expect(approvedUntil({}, anybody, {})).toBeUndefined()
  })
  it('knows that a base approval of one person, or one that is initiated again, is none', () => {
    const ofTwo = { approvalInitiatorAccountId: 'first', finalApprovalAccountId: 'second' }
    const standards = (id: string) => ({ baseApproval: id === 'base' })
    const until = (more: object) =>
      approvedUntil({ base: row('2028-12-31', more), c: row('2026-03-01') }, standards, {})?.slice(0, 10)
    expect(until({})).toBe('2026-03-01')
    expect(until({ ...ofTwo, finalApprovalAccountId: 'first' })).toBe('2026-03-01')
    expect(until({ ...ofTwo, tmp_begin: '2026-05-01T04:00:00.000Z' })).toBe('2026-03-01')
    expect(until(ofTwo)).toBe('2028-12-31')
  })
})
