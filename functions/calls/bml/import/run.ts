import { run } from '../../../../shared/calls/bml/import/run.ts'
import { forbidden, invalidInput } from '../../../../shared/errors.ts'
import { approvalSentences } from '../../../../shared/rules/approval-refusals.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import {
  forDryRun,
  type ImportConfig,
  importKind,
  itemsFile,
  retireFile,
  unitsOf,
} from '../../../domain/import/job.ts'
import { call } from '../../../runtime/call.ts'
import { startJob } from '../../../services/job/start.ts'

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Keeps what a register says, in phases of units, and starts a job that takes it. Errors: forbidden, invalid_input. */
export default call(
  run,
  ['entities', 'reference', 'files', 'jobs:import', 'clock', 'ids'],
  async (input, { entities, reference, files, jobs, clock, ids, actor }) => {
    if (!can(actor, 'import:run', undefined)) throw forbidden()
    if (input.approvals === 'migrate' && !actor.flags.approval)
      throw forbidden(approvalSentences.approvalRight, { key: 'approvalRight' })
    const keys = new Set<string>()
    for (const [i, { kind, key }] of input.items.entries()) {
      if (keys.has(`${kind}:${key}`))
        throw invalidInput([{ path: `/items/${i}/key`, expected: 'expected each key once for its kind' }])
      keys.add(`${kind}:${key}`)
    }
    if (input.retire && !(await reference.all('list')).has(input.retire.list))
      throw invalidInput([{ path: '/retire/list', expected: 'expected a list that exists' }])

    const jobId = ids.next()
    const units = unitsOf(input.items)
    const phases = input.dryrun ? forDryRun(units) : units
    const config: ImportConfig = {
      source: input.source,
      dryrun: input.dryrun,
      approvals: input.approvals,
      phases: phases.map((units) => units.map((items) => items.length)),
      hasRetire: input.retire !== undefined,
    }
    // The same request again, after it was cut off: what its job needs is there, or was cleared away at its end.
    if (!(await entities.get(jobId))) {
      for (const [phase, units] of phases.entries())
        for (const [unit, items] of units.entries())
          await files.put(itemsFile(jobId, phase, unit), json(items), 'application/json')
      if (input.retire) await files.put(retireFile(jobId, config), json(input.retire), 'application/json')
    }
    const total = input.items.length
    await startJob(
      { id: jobId, kind: importKind, by: actor.account, sub: actor.sub, config, total },
      { entities, jobs, clock },
    )
    return { jobId }
  },
)
