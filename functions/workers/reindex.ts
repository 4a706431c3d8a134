/** Brings documents of the index up to date: those that a change affects, or all of a class. */
import { chunksOf } from '../../shared/chunks.ts'
import type { ReindexConfig } from '../../shared/jobs/templates.ts'
import {
  affectedPage,
  productsAtOnce,
  reindexKind,
  updateProducts,
} from '../services/index/affected-products.ts'
import { faultOf } from '../services/job/retry.ts'
import { defineJob } from './job/define-job.ts'

/** Entities of one step of the plan. */
const stepSize = 500

export default defineJob({
  kind: reindexKind,
  permission: 'administration:edit',
  isReplayable: true,
  uses: ['index'],
  seconds: 120,
  atOnce: 8,
  batch: 2,

  async plan(
    { config, phase, cursor }: { config: ReindexConfig; phase: number; cursor: string | undefined },
    { index, entities },
  ) {
    if (phase > 0) return undefined
    let ids: string[]
    let next: string | undefined
    if ('entityClass' in config) {
      const page = await entities.listIds(config.entityClass, { cursor, limit: stepSize })
      ids = page.ids
      next = page.cursor
    } else {
      const page = await affectedPage(config, { cursor: cursor ?? config.cursor, limit: stepSize }, { index })
      ids = page.ids
      next = page.cursor
    }
    const units = chunksOf(ids, productsAtOnce).map((content) => ({ rows: content.length, content }))
    return { units, ...(next !== undefined && { cursor: next }) }
  },

  async unit({ content }, ports) {
    const failures = await updateProducts(content as string[], ports)
    // The others are done.
    const faults = failures.flatMap(({ unread }) => (unread === undefined ? [] : [unread]))
    if (faults.length > 0) throw faultOf(faults)
    return {
      failed: failures.length,
      reasons: failures.map(({ id, reason }) => ({ unit: id, message: reason })),
    }
  },
})
