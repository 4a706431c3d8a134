/** What jobs of a template would do, by the template's name. They only read. */
import type { JobPreview } from '../../../shared/model/job.ts'
import type { EntityStore } from '../../ports/entity-store.ts'

export interface PreviewPorts {
  entities: Pick<EntityStore, 'listIds'>
}
type Preview = (config: Record<string, unknown>, ports: PreviewPorts) => Promise<JobPreview>

const pageSize = 1000

export const previews: Record<string, Preview | undefined> = {
  /** Counted in the store: who reindexes may have an index that is empty or lags. */
  async reindex({ entityClass }, { entities }) {
    let total = 0
    let cursor: string | undefined
    do {
      const page = await entities.listIds(String(entityClass), { limit: pageSize, ...(cursor && { cursor }) })
      total += page.ids.length
      cursor = page.cursor
    } while (cursor !== undefined)
    return { total, result: { changed: total }, skipped: 0, reasons: [] }
  },
}
