/** Which revision an approval released, read from stored revisions. */
import type { TimelineEvent } from '../../../shared/model/entity.ts'
import type { ApprovalRow } from '../../../shared/model/product.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { Release } from '../../domain/product/shown-values.ts'
import { loadParentsAt, type RevisionReader, stepAt, stepTo } from './parents.ts'

export interface ReleaseReader extends RevisionReader {
  /** Lists that a product had at a revision, where the reader remembers them. */
  listsAt?(id: string, rev: number): Promise<ReadonlySet<string>>
}
/** None where the revision cannot be read. */
export async function listsAt(
  entities: Pick<RevisionReader, 'getRevision'>,
  id: string,
  rev: number,
): Promise<ReadonlySet<string>> {
  const then = (await entities.getRevision(id, rev))?.entity
  return new Set(isProduct(then) ? Object.keys(then.data.listData) : [])
}

/**
 * The revision that an approval released. Rows of before it was noted tell when: then it is the newest one of before that.
 * Undefined where nobody confirmed it, and where the stored revisions do not tell.
 */
export async function releasedRevision(
  entities: ReleaseReader,
  product: Product,
  list: string,
  standard: string,
  { releasedRev, finalApprovalDate }: ApprovalRow,
): Promise<{ rev: number; isMigrated?: true } | undefined> {
  if (releasedRev !== undefined) return { rev: releasedRev }
  if (finalApprovalDate === undefined) return undefined
  const step = await stepAt(entities, product, finalApprovalDate)
  if (!step) return undefined
  const { entity: then, events = [] } = step
  const lists = await (entities.listsAt?.(product.id, then.rev) ?? listsAt(entities, product.id, then.rev))
  if (!lists.has(list)) return undefined
  const isMigration = (event: TimelineEvent) =>
    event.kind === 'approvalMigrated' && event.list === list && event.standard === standard
  // With an import came the data too: nobody saw them ahead of it.
  if (events.some(isMigration)) return { rev: then.rev, isMigrated: true }
  if (then.updated < finalApprovalDate) {
    // Imports once decided some milliseconds ahead of the instant that they wrote.
    const next = await stepTo(entities, product, then.rev + 1)
    return next?.events?.some(isMigration) ? { rev: next.entity.rev, isMigrated: true } : { rev: then.rev }
  }
  return then.rev > 1 ? { rev: then.rev - 1 } : undefined
}

/**
 * The last release of a list, or of it under one standard, for which somebody else than who changed the data saw them: every one that notes its revision counts,
 * because it was given by this rule; of those of before it the ones that others than these accounts gave, by hand.
 */
export async function lastRelease(
  entities: ReleaseReader,
  product: Product,
  list: string,
  accounts: ReadonlySet<string>,
  under?: string,
): Promise<Release | undefined> {
  let last: { rev: number; row: ApprovalRow } | undefined
  for (const [standard, row] of Object.entries(product.data.listData[list]?._approval ?? {})) {
    const { finalApprovalAccountId: by } = row
    if (under !== undefined && under !== standard) continue
    if (row.releasedRev === undefined && (by === undefined || accounts.has(by))) continue
    const released = await releasedRevision(entities, product, list, standard, row)
    if (!released || released.isMigrated) continue
    const isLater = (row.finalApprovalDate ?? '') > (last?.row.finalApprovalDate ?? '')
    if (!last || released.rev > last.rev || (released.rev === last.rev && isLater))
      last = { rev: released.rev, row }
  }
  if (!last) return undefined
  const then = (await entities.getRevision(product.id, last.rev))?.entity
  if (!isProduct(then)) return undefined
  const { finalApprovalDate = then.updated, releasedParents } = last.row
  const parents = await loadParentsAt(entities, then.data, finalApprovalDate, releasedParents)
  return { rev: last.rev, data: then.data, parents }
}
