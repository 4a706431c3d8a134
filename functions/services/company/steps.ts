/** What a job did to an entity, by its history. */
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import type { RevisionReader } from '../product/parents.ts'

/** Milliseconds by which clocks of two machines may differ. */
const clockSkew = 5 * 60_000
const historyPage = 32

export interface JobStep {
  /** The job that did it. */
  id: string
  /** When it was asked for. */
  since: string
  kind: TimelineEvent['kind']
}

/** The revision in which the job did it; undefined where it did nothing. */
export async function revOfStep(
  entities: Pick<RevisionReader, 'history'>,
  entity: Pick<Entity, 'id' | 'updated'>,
  { id: job, since, kind }: JobStep,
): Promise<number | undefined> {
  const earliest = Date.parse(since) - clockSkew
  // Most were last written long ago, and need no look.
  if (Date.parse(entity.updated) < earliest) return undefined
  for (let start = 0; ; start += historyPage) {
    const { revisions } = await entities.history(entity.id, { start, limit: historyPage })
    for (const { entity: at, events = [] } of revisions) {
      if (Date.parse(at.updated) < earliest) return undefined
      if (events.some((event) => event.kind === kind && event.job === job)) return at.rev
    }
    if (revisions.length < historyPage) return undefined
  }
}

/** The states around that revision. `rev`: the revision, where it was noted. */
export async function stepOf(
  entities: Pick<RevisionReader, 'history' | 'getRevision'>,
  entity: Pick<Entity, 'id' | 'updated'>,
  step: JobStep,
  rev?: number,
): Promise<{ before: Entity; after: Entity } | undefined> {
  const at = rev ?? (await revOfStep(entities, entity, step))
  if (at === undefined) return undefined
  const [before, after] = await Promise.all([
    entities.getRevision(entity.id, at - 1),
    entities.getRevision(entity.id, at),
  ])
  return before && after && { before: before.entity, after: after.entity }
}
