import { runresult } from '../../../../shared/calls/bml/invoice/runresult.ts'
import type { Bill } from '../../../../shared/model/invoice.ts'
import { entityNotFound, unwrap } from '../../../../shared/rules/refusal.ts'
import { resultKey, runKind, unitsKey } from '../../../domain/invoice/run.ts'
import { isOver } from '../../../domain/job/job.ts'
import { call } from '../../../runtime/call.ts'

/** Units that a page is of. */
const pageUnits = 5

/** What a run has billed, or would bill: once it is over, for 30 days. Errors: not_found. */
export default call(runresult, ['entities:read', 'files'], async ({ jobId, start }, { entities, files }) => {
  const job = await entities.get('batchjob', jobId)
  if (job?.data.kind !== runKind) return unwrap(entityNotFound(jobId))
  const known = { isOver: isOver(job), isDryRun: job.data.config['dryRun'] === true }
  const list: Bill[] = []
  const read = async (key: string): Promise<unknown> =>
    JSON.parse(new TextDecoder().decode((await files.get(key)).body))
  // Its units are known when it is over; what is removed after 30 days is not told any more.
  if (!known.isOver || !(await files.has(unitsKey(jobId)))) return { ...known, list }
  const units = (await read(unitsKey(jobId))) as number
  const end = Math.min(units, start + pageUnits)
  for (let unit = start; unit < end; unit++)
    if (await files.has(resultKey(jobId, unit)))
      list.push(...((await read(resultKey(jobId, unit))) as Bill[]))
  return { ...known, list, ...(end < units && { next: end }) }
})
