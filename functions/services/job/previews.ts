/** What jobs of a template would do, by the template's name. They only read. */
import type { JobPreview } from '../../../shared/model/job.ts'
import type { IndexQuery } from '../../../shared/search/index-query.ts'

export interface PreviewPorts {
  index: { count(entityclass: string, query: IndexQuery): Promise<number> }
}
type Preview = (config: Record<string, unknown>, ports: PreviewPorts) => Promise<JobPreview>

export const previews: Record<string, Preview | undefined> = {
  async reindex({ entityClass }, { index }) {
    const total = await index.count(String(entityClass), { op: 'all' })
    return { total, result: { changed: total }, skipped: 0, reasons: [] }
  },
}
