/** Pages of a product's timeline, for one viewer. */
import type { Entity, Revision, TimelineEvent } from '../../../shared/model/entity.ts'
import { eventsOnce } from '../../../shared/rules/events-once.ts'
import { type ProductViewerScope, redactStep } from '../../../shared/rules/product-viewer-scope.ts'
import { type ApprovalEnding, endingsBefore } from '../../../shared/rules/timeline.ts'

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
/** Approvals that ran out by themselves. No revision tells it. */
export interface Endings {
  /** Those that nobody has changed since. */
  open: readonly ApprovalEnding[]
  /** The first instant after a day. */
  after(lastDay: string): string
}
const batch = 250
/** Revisions that are read for the count alone: most products have fewer, so that it is exact for them. */
const countedRevisions = 500
/** Revisions that one page reads at most, in search of the events that are asked for. */
const farthest = 5000

/**
 * Newest first; within one revision in the order of its events. Endings of approvals stand between the revisions, by their
 * time, and carry the revision that was the newest then, or the first; those of approvals that were given again later are
 * read from the events of that. Only events of lists that the viewer sees. `rev` is
 * the product's, `count` the events found: all of them, or at least one more than the page. Where the search ended
 * before the page was full, `next` is the revision to go on ahead of.
 */
export async function timelinePage(
  entities: HistoryReader,
  viewerScope: ProductViewerScope,
  rev: number,
  ask: TimelineAsk,
  endings: Endings,
): Promise<{ list: TimelineRow[]; count: number; next?: number }> {
  const rows: TimelineRow[] = []
  const isAsked = (event: TimelineEvent) =>
    (ask.list === undefined || event.list === ask.list) &&
    (ask.kinds === undefined || ask.kinds.includes(event.kind))
  const { before = rev + 1 } = ask
  // Revisions have no gaps. One that is written just now moves the others by one, and is not asked for. The one that is
  // asked ahead of is read too: what ran out since then does not belong to the older ones.
  const first = Math.max(0, rev - before)
  let count = 0
  const take = (row: TimelineRow) => {
    if (!isAsked(row)) return
    if (count >= ask.start && rows.length < ask.limit) rows.push(row)
    count++
  }
  const pending: { event: TimelineEvent; at: string }[] = []
  const known = new Set<string>()
  const awaitEnd = (found: readonly ApprovalEnding[], until?: string) => {
    for (const { event, lastDay } of found) {
      const at = endings.after(lastDay)
      const name = `${event.list} ${event.standard} ${lastDay}`
      if (known.has(name) || (until !== undefined && at > until) || !viewerScope.seesEvent(event)) continue
      known.add(name)
      pending.push({ event, at })
    }
    pending.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  }
  awaitEnd(endings.open)
  for (let read = 0; ; ) {
    const page = await entities.history(ask.id, { start: first + read, limit: batch })
    for (const revision of page.revisions) {
      const { rev: at, updated, updatedBy } = revision.entity
      const takeEnded = (since: string) => {
        while (pending[0] && pending[0].at >= since) {
          const ended = pending.shift()!
          if (at < before) take({ ...ended.event, rev: at, at: ended.at, by: '' })
        }
      }
      takeEnded(updated)
      awaitEnd(endingsBefore(revision.events ?? []), updated)
      if (at >= before) continue
      const step = redactStep(revision, viewerScope)
      for (const { lastDay: _, ...event } of eventsOnce(step.events, step.changeset))
        take({ ...event, rev: at, at: updated, by: updatedBy })
      // What was over before there was the product.
      if (at === 1) takeEnded('')
    }
    read += page.revisions.length
    const oldest = page.revisions.at(-1)?.entity.rev ?? 1
    const isFull = count > ask.start + ask.limit
    if (oldest === 1 || (isFull && read >= countedRevisions)) return { list: rows, count }
    if (read >= farthest) return { list: rows, count, ...(!isFull && { next: oldest }) }
  }
}
