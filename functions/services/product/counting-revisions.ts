/** Which revisions count as released: the ones that were noted, and of what was given before that those that gave it. */
import type { TimelineEvent } from '../../../shared/model/entity.ts'
import type { ApprovalRow } from '../../../shared/model/product.ts'
import { sameApproval } from '../../../shared/rules/approval.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { Reads } from './request-reads.ts'
import { type Step, stepsBack } from './steps-back.ts'

/** An approval that was given. */
export interface Given {
  list: string
  standard: string
  row: ApprovalRow
}
export interface Released extends Given {
  rev: number
}

/** Events that tell nothing of approvals. What an older version wrote may have none, or no standard. */
const ofOthers: ReadonlySet<TimelineEvent['kind']> = new Set([
  'saved',
  'activated',
  'deactivated',
  'archived',
  'unarchived',
  'responsibilityChanged',
  'parentChanged',
  'nationalPartnerReset',
  'flagSet',
  'flagRemoved',
  'nameChanged',
  'noteAdded',
  'noteChanged',
  'noteRead',
  'noteDeleted',
  'deleted',
  'companyMerged',
  'companyMergeUndone',
])
const mayHaveWritten = ({ events }: Step, { list, standard }: Given): boolean =>
  events.length === 0 ||
  events.some(
    (event) =>
      (event.list === undefined || event.list === list) &&
      (event.standard === undefined ? !ofOthers.has(event.kind) : event.standard === standard),
  )

/**
 * Of what an import brought and of what was given before revisions were noted, the one counts that wrote the approval as it is, whatever
 * its words and whether it is active. The history tells which ones that can be, of all of them in one walk: a state is read of these alone.
 */
export async function countingRevisions(
  reads: Pick<Reads, 'get' | 'getMany' | 'getRevision' | 'history'>,
  product: Product,
  given: readonly Given[],
): Promise<Released[]> {
  const found = given.flatMap((one) =>
    one.row.releasedRev === undefined ? [] : [{ ...one, rev: one.row.releasedRev }],
  )
  let open = given.filter(({ row }) => row.releasedRev === undefined)
  if (open.length === 0) return found
  for await (const step of stepsBack(reads, product.id, product.rev)) {
    const asked = new Set(open.filter((one) => mayHaveWritten(step, one)))
    if (asked.size === 0) continue
    const then = step.rev > 1 ? (await reads.getRevision(product.id, step.rev - 1))?.entity : undefined
    const before = isProduct(then) ? then.data.listData : {}
    open = open.filter((one) => {
      const { list, standard, row } = one
      if (!asked.has(one) || sameApproval(row, before[list]?._approval[standard])) return true
      found.push({ ...one, rev: step.rev })
      return false
    })
    if (open.length === 0) break
  }
  // Erased since it was read: its first revision is not there either, so it counts as changed.
  return [...found, ...open.map((one) => ({ ...one, rev: 1 }))]
}
