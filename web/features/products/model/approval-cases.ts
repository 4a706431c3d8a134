/** Approval states as conditions on a product's list: what the filter offers behind "valid", "initiated" … */
import type { Filter, FilterLeaf } from '../../../../shared/search/filter.ts'

export const approvalConditions = ['valid', 'initiated', 'expired', 'open'] as const
type ApprovalCondition = (typeof approvalConditions)[number]

const path = 'lists.approvals'
const field = (name: string) => `${path}.${name}`
const leaf = (name: string, comparison: FilterLeaf['comparison'], value?: FilterLeaf['value']): Filter => ({
  field: field(name),
  comparison,
  ...(value === undefined ? {} : { value }),
})

/**
 * The filter behind each state, for one standard or (without one) for any. `today` is a day, `YYYY-MM-DD`: approvals
 * hold for whole days, so the filter changes once a day and not with every look. `open` also finds what is given and not
 * valid today: it asks for when approvals stand, which the index knows as rows, and not for their own dates.
 */
export function approvalCases(today: string, standard?: string): Record<ApprovalCondition, Filter> {
  const ofStandard = standard === undefined ? [] : [leaf('standard', 'eq', standard)]
  const row = (...conditions: Filter[]): Filter => ({
    $nested: { path, match: { $and: [...ofStandard, ...conditions] } },
  })
  const isInitiated: Filter = leaf('tmp_begin', 'exists')
  const isOver: Filter = leaf('end', 'lt', today)
  const hasBegun: Filter = { $and: [leaf('given', 'eq', true), leaf('begin', 'lte', today)] }
  /** After a gap it stands again: it has not ended for good. */
  const isAgain: Filter = leaf('again', 'eq', true)
  const isActive = leaf('active', 'eq', true)
  const hasEnded: Filter = { $and: [hasBegun, isOver, { $not: isAgain }] }
  return {
    valid: row(isActive, hasBegun, { $not: isOver }),
    initiated: row(isActive, isInitiated),
    expired: row(isActive, hasEnded, { $not: isInitiated }),
    open: {
      $not: row(isActive, {
        $or: [isInitiated, { $and: [hasBegun, { $not: { $and: [isOver, isAgain] } }] }],
      }),
    },
  }
}
