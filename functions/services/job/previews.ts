/** What jobs of a template would do, by the template's name. They only read. */
import type { FlagInput } from '../../../shared/jobs/flag.ts'
import type { MergeInput } from '../../../shared/jobs/merge.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { JobPreview } from '../../../shared/model/job.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { previewMerge } from '../company/merge-preview.ts'
import { type FlagPreviewPorts, previewFlag } from './flag-preview.ts'

export interface PreviewPorts extends FlagPreviewPorts {
  entities: Pick<EntityStore, 'countByClass' | 'get' | 'getMany' | 'listByClass' | 'listNaming'>
}
type Preview = (
  config: Record<string, unknown>,
  ports: PreviewPorts,
  actor: Actor,
) => Promise<JobPreview | Refusal>

export const previews: Record<string, Preview | undefined> = {
  /** Counted in the store: who reindexes may have an index that is empty or lags. */
  async reindex({ entityClass }, { entities }) {
    const total = await entities.countByClass(String(entityClass))
    return { total, result: { changed: total }, skipped: 0, reasons: [] }
  },
  merge: (config, ports) => previewMerge(config as MergeInput, ports),
  flag: (config, ports, actor) => previewFlag(config as FlagInput, actor, ports),
}
