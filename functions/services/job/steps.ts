/** What a job did to an entity, by its history. */
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import type { RevisionReader } from '../product/parents.ts'

/** Milliseconds by which clocks of two machines may differ. */
const clockSkew = 5 * 60_000
const historyPage = 32

/** Whether an instant is not before another one, both ISO 8601, as far as clocks of several machines tell. */
const isSince = (instant: string, since: string): boolean =>
  Date.parse(instant) >= Date.parse(since) - clockSkew

/** What happened to an entity, each with its revision, the newest first, back to an instant. */
export async function* eventsSince(
  entities: Pick<RevisionReader, 'history'>,
  { id, updated }: Pick<Entity, 'id' | 'updated'>,
  since: string,
): AsyncGenerator<{ rev: number; event: TimelineEvent }> {
  // Most were last written long ago, and need no look.
  if (!isSince(updated, since)) return
  for (let start = 0; ; start += historyPage) {
    const { revisions } = await entities.history(id, { start, limit: historyPage })
    for (const { entity, events = [] } of revisions) {
      if (!isSince(entity.updated, since)) return
      for (const event of events) yield { rev: entity.rev, event }
    }
    if (revisions.length < historyPage) return
  }
}

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
  for await (const { rev, event } of eventsSince(entities, entity, since))
    if (event.kind === kind && event.job === job) return rev
  return undefined
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
