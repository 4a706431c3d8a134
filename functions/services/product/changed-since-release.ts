/** Which approvals of a product released something else than what their lists show now: by the stored states, whoever asks. */
import { chunksOf } from '../../../shared/chunks.ts'
import { evaluatedChanges, releasedUnder } from '../../../shared/rules/evaluated.ts'
import type { DerivedOf } from '../../../shared/rules/resolution.ts'
import type { Json } from '../../../shared/rules/values.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { evaluatedIn } from '../../domain/product/shown-values.ts'
import { mergedToday } from '../company/merged-today.ts'
import { statesAtOnce } from './approval-status.ts'
import { countingRevisions, type Given, type Released } from './counting-revisions.ts'
import { loadParentsAt } from './parents.ts'
import { type Reads, type ReadsFrom, requestReads } from './request-reads.ts'

/** Standards by list of which that is so. One whose released state cannot be read counts as changed. */
export async function changedSinceRelease(
  entities: ReadsFrom,
  product: Product,
  derived: DerivedOf,
  lists: Iterable<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const reads = requestReads(entities)
  const given: Given[] = []
  for (const list of lists)
    for (const [standard, row] of Object.entries(product.data.listData[list]?._approval ?? {}))
      if (row.hasEverBeenApproved && row.begin !== undefined) given.push({ list, standard, row })
  return changedAmong(reads, product, derived, await countingRevisions(reads, product, given))
}

/** Is what this approval released, as it was noted, what the list shows now? Not where nothing was noted. */
export async function isUnchanged(
  entities: ReadsFrom,
  product: Product,
  derived: DerivedOf,
  { list, standard }: Pick<Given, 'list' | 'standard'>,
): Promise<boolean> {
  const row = product.data.listData[list]?._approval[standard]
  if (row?.releasedRev === undefined) return false
  const one = { list, standard, row, rev: row.releasedRev }
  return !(await changedAmong(requestReads(entities), product, derived, [one])).has(list)
}

async function changedAmong(
  reads: Reads,
  product: Product,
  derived: DerivedOf,
  released: readonly Released[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>()
  const merged = mergedToday(reads)
  const today = await merged(product.data)
  const together = Map.groupBy(
    released,
    ({ rev, row: { releasedRev, releasedParents, finalApprovalDate } }) =>
      // Each state is read once for all that it was released with.
      [rev, releasedRev === undefined ? '' : finalApprovalDate, releasedParents].join(' '),
  )
  for (const some of chunksOf([...together.values()], statesAtOnce))
    await Promise.all(
      some.map(async (same) => {
        const { rev, row } = same[0]!
        const state = (await reads.getRevision(product.id, rev))?.entity
        const data = isProduct(state) ? await merged(state.data) : undefined
        const at = (row.releasedRev !== undefined && row.finalApprovalDate) || (state ?? product).updated
        const parents = data && (await loadParentsAt(reads, data, at, row.releasedParents))
        for (const [list, of] of Map.groupBy(same, (one) => one.list)) {
          const was = evaluatedIn(data, list, parents?.atRevision ?? (() => undefined))
          const now = evaluatedIn(today, list, derived)
          const changed = of.filter(({ standard }) => hasChanged(was, now, standard))
          if (changed.length === 0) continue
          const standards = changed.map(({ standard }) => standard)
          found.set(list, new Set([...(found.get(list) ?? []), ...standards]))
        }
      }),
    )
  return found
}
const hasChanged = (was: Json, now: Json, standard: string): boolean =>
  evaluatedChanges(releasedUnder(was, standard), releasedUnder(now, standard)).length > 0
