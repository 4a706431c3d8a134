/** Approvals of a product's list as rows of the index. */
import type { ApprovalRow } from '../model/product.ts'
import { type ApprovalRows, ownPeriod, type Period, type RulingOf, standingOf } from '../rules/approval.ts'
import { writeApprovalSummary } from './approval-summary.ts'
import { date, row } from './document-parts.ts'
import type { IndexRow } from './index-query.ts'

/**
 * A row for each period in which an approval stands, so that a filter meets days on which it does; one with the
 * approval's own dates where it never does.
 */
export const approvalRows = (rows: ApprovalRows, standards: RulingOf, baseRows: ApprovalRows): IndexRow[] =>
  Object.entries(rows).flatMap(([standard, approval]) =>
    rowsOf(
      standard,
      approval,
      standingOf(standard, rows, standards, baseRows),
      ownPeriod(approval, standards(standard)),
    ),
  )

function rowsOf(
  standard: string,
  approval: ApprovalRow,
  standing: Period[],
  own: Period | undefined,
): IndexRow[] {
  const given = standing.length > 0
  const shown = given ? standing : [{ begin: approval.begin, end: approval.end }]
  return shown.map(({ begin, end }, i) =>
    row({
      standard,
      active: approval.active,
      begin: date(begin),
      end: date(end),
      tmp_begin: date(approval.tmp_begin),
      tmp_end: date(approval.tmp_end),
      hasEverBeenApproved: approval.hasEverBeenApproved ?? false,
      // None of these depends on the time.
      initiated: approval.tmp_begin !== undefined,
      given,
      again: i < shown.length - 1 || undefined,
      ...(i === 0 && { summary: writeApprovalSummary(standard, approval, standing, own) }),
    }),
  )
}
