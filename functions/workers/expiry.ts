/** Removes searches that were kept for a link alone, when the link has expired; started by its schedule. */
import { fixedIds } from '../../shared/constants.ts'
import { isCallError } from '../../shared/errors.ts'
import { hasExpired } from '../domain/search-calls/link-expiry.ts'
import type { PlanRequest, UnitRequest } from '../services/job/kind.ts'
import { defineJob } from './job/define-job.ts'

const pageSize = 250

type Config = { due?: string; dryRun?: boolean; [key: string]: unknown }

export default defineJob({
  kind: 'expiry',
  permission: 'system',
  uses: ['entities', 'clock'],
  seconds: 60,
  atOnce: 2,

  async plan({ job, config, phase, cursor }: PlanRequest<Config>, { entities }) {
    if (phase > 0) return undefined
    const page = await entities.listByClass('savedsearch', {
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    })
    const content = page.list.filter((one) => hasExpired(one, config.due ?? job.created)).map(({ id }) => id)
    return {
      units: content.length > 0 ? [{ rows: content.length, content }] : [],
      ...(page.cursor !== undefined && { cursor: page.cursor }),
    }
  },

  async unit({ job, config, content }: UnitRequest<Config>, { entities, clock }) {
    let removed = 0
    for (const id of content as string[]) {
      const found = await entities.get(id)
      // A try before has removed it.
      if (!found || !hasExpired(found, config.due ?? job.created)) continue
      try {
        if (!config.dryRun) await entities.erase(id, fixedIds.account.system, clock.now())
        removed++
      } catch (error) {
        // What is named somewhere stays as long as that does.
        if (!isCallError(error) || error.code !== 'rule_violated') throw error
      }
    }
    return { counts: { removed } }
  },
})
