/** What jobs of a template would do, by the template's name. They only read. */
import type { JobPreview } from '../../../shared/model/job.ts'
import type { EntityStore } from '../../ports/entity-store.ts'

export interface PreviewPorts {
  entities: Pick<EntityStore, 'countByClass'>
}
type Preview = (config: Record<string, unknown>, ports: PreviewPorts) => Promise<JobPreview>

export const previews: Record<string, Preview | undefined> = {
  /** Counted in the store: who reindexes may have an index that is empty or lags. */
  async reindex({ entityClass }, { entities }) {
    const total = await entities.countByClass(String(entityClass))
    return { total, result: { changed: total }, skipped: 0, reasons: [] }
  },
}
