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
 * hold for whole days, so the filter changes once a day and not with every look.
 */
export function approvalCases(today: string, standard?: string): Record<ApprovalCondition, Filter> {
  const ofStandard = standard === undefined ? [] : [leaf('standard', 'eq', standard)]
  const row = (...conditions: Filter[]): Filter => ({
    $nested: { path, match: { $and: [...ofStandard, ...conditions] } },
  })
  const isOver: Filter = leaf('end', 'lt', today)
  const isGiven: Filter = leaf('given', 'eq', true)
  const isInitiated: Filter = leaf('tmp_begin', 'exists')
  return {
    valid: row(leaf('active', 'eq', true), isGiven, leaf('countsFrom', 'lte', today), { $not: isOver }),
    initiated: row(isInitiated),
    expired: row(isGiven, isOver, { $not: isInitiated }),
    open: { $not: row({ $or: [isInitiated, isGiven] }) },
  }
}
