/** Pages of a product's timeline, for one viewer. */
import type { Entity, Revision, TimelineEvent } from '../../../shared/model/entity.ts'
import { type ProductSight, redactStep } from '../../../shared/rules/product-sight.ts'

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
}
const batch = 250

/** Newest first; within one revision in the order of its events. Only events of lists that the viewer sees. */
export async function timelinePage(
  entities: HistoryReader,
  sight: ProductSight,
  ask: TimelineAsk,
): Promise<{ list: TimelineRow[]; count: number }> {
  const rows: TimelineRow[] = []
  const isAsked = (event: TimelineEvent) =>
    (ask.list === undefined || event.list === ask.list) &&
    (ask.kinds === undefined || ask.kinds.includes(event.kind))
  let count = 0
  for (let start = 0, total = 1; start < total; start += batch) {
    const page = await entities.history(ask.id, { start, limit: batch })
    total = page.count
    for (const revision of page.revisions) {
      const { rev, updated, updatedBy } = revision.entity
      for (const event of redactStep(revision, sight).events) {
        if (!isAsked(event)) continue
        if (count >= ask.start && rows.length < ask.limit)
          rows.push({ ...event, rev, at: updated, by: updatedBy })
        count++
      }
    }
  }
  return { list: rows, count }
}
