/** Pages of a product's timeline, for one viewer. */
import type { Entity, Revision, TimelineEvent } from '../../../shared/model/entity.ts'
import { type ProductViewerScope, redactStep } from '../../../shared/rules/product-viewer-scope.ts'

interface HistoryReader {
  history(
    id: string,
    page: { start: number; limit: number },
  ): Promise<{ revisions: (Omit<Revision, 'entity'> & { entity: Omit<Entity, 'data'> })[]; count: number }>
}
export interface TimelineRow extends TimelineEvent {
  rev: number
  at: string
  by: string
}
export interface TimelineAsk {
  id: string
  list?: string | undefined
  kinds?: TimelineEvent['kind'][] | undefined
  start: number
  limit: number
  /** Only what happened ahead of this revision. */
  before?: number | undefined
}
const batch = 250
/** Revisions that are read for the count alone: most products have fewer, so that it is exact for them. */
const countedRevisions = 500
/** Revisions that one page reads at most, in search of the events that are asked for. */
const farthest = 5000

/**
 * Newest first; within one revision in the order of its events. Only events of lists that the viewer sees. `rev` is
 * the product's, `count` the events found: all of them, or at least one more than the page. Where the search ended
 * before the page was full, `next` is the revision to go on ahead of.
 */
export async function timelinePage(
  entities: HistoryReader,
  viewerScope: ProductViewerScope,
  rev: number,
  ask: TimelineAsk,
): Promise<{ list: TimelineRow[]; count: number; next?: number }> {
  const rows: TimelineRow[] = []
  const isAsked = (event: TimelineEvent) =>
    (ask.list === undefined || event.list === ask.list) &&
    (ask.kinds === undefined || ask.kinds.includes(event.kind))
  const { before = rev + 1 } = ask
  // Revisions have no gaps. One that is written just now moves the others by one, and is not asked for.
  const first = Math.max(0, rev + 1 - before)
  let count = 0
  for (let read = 0; ; ) {
    const page = await entities.history(ask.id, { start: first + read, limit: batch })
    for (const revision of page.revisions) {
      const { rev: at, updated, updatedBy } = revision.entity
      if (at >= before) continue
      for (const event of redactStep(revision, viewerScope).events) {
        if (!isAsked(event)) continue
        if (count >= ask.start && rows.length < ask.limit)
          rows.push({ ...event, rev: at, at: updated, by: updatedBy })
        count++
      }
    }
    read += page.revisions.length
    const oldest = page.revisions.at(-1)?.entity.rev ?? 1
    const isFull = count > ask.start + ask.limit
    if (oldest === 1 || (isFull && read >= countedRevisions)) return { list: rows, count }
    if (read >= farthest) return { list: rows, count, ...(!isFull && { next: oldest }) }
  }
}
