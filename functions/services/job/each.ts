/** What units of jobs that change entities one by one have in common. */
import { chunksOf } from '../../../shared/chunks.ts'
import type { JobReason } from '../../../shared/model/job.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { UnitResult } from './kind.ts'
import { faultOf } from './retry.ts'

/** Entities of a unit that are worked on side by side: so many of the largest ones fit into memory together. */
const atOnce = 10

/** What became of each, in their order; some are worked on side by side, and whichever fails stops no other. */
export async function settledOf<T, R>(
  all: readonly T[],
  act: (one: T) => Promise<R>,
  signal?: AbortSignal,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = []
  for (const some of chunksOf(all, atOnce)) {
    signal?.throwIfAborted()
    results.push(...(await Promise.allSettled(some.map((one) => act(one)))))
  }
  return results
}
/** What was noted of an entity that was changed, that it was so already, or why it was not done. */
type Outcome<T extends object> = T | 'same' | Refusal
type Outcomes<T extends object> = [id: string, outcome: Outcome<T>][]

/** Of all entities, the outcome of each. A fault comes out once every other one was tried: one that is poisoned stops none. */
export async function eachOf<T extends object>(
  ids: readonly string[],
  signal: AbortSignal,
  act: (id: string) => Promise<Outcome<T>>,
): Promise<Outcomes<T>> {
  const outcomes: Outcomes<T> = []
  const faults: unknown[] = []
  for (const [n, result] of (await settledOf(ids, act, signal)).entries())
    if (result.status === 'rejected') faults.push(result.reason)
    else outcomes.push([ids[n]!, result.value])
  if (faults.length > 0) throw faultOf(faults)
  return outcomes
}

/** `rows`: entities of the unit, of which some need not have been looked at. `reasonsOf` says why some were not done. */
export async function resultOf<T extends object>(
  outcomes: Outcomes<T>,
  rows: number,
  reasonsOf: (refused: [id: string, why: Refusal][]) => Promise<JobReason[]>,
): Promise<UnitResult> {
  const refused: [string, Refusal][] = []
  const note: T[] = []
  for (const [id, outcome] of outcomes)
    if (isRefusal(outcome)) refused.push([id, outcome])
    else if (outcome !== 'same') note.push(outcome)
  return {
    failed: refused.length,
    counts: { changed: note.length, unchanged: rows - refused.length - note.length },
    reasons: refused.length > 0 ? await reasonsOf(refused) : [],
    ...(note.length > 0 && { note }),
  }
}
