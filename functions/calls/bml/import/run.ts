import { run } from '../../../../shared/calls/bml/import/run.ts'
import { forbidden, invalidInput } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { approvalSentences } from '../../../../shared/rules/approval-actions.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import type { ImportJob } from '../../../domain/import/job.ts'
import { chunkKey, configOf, importKind, newImport, unitSize } from '../../../domain/import/job.ts'
import { isOver } from '../../../domain/job/job.ts'
import { call } from '../../../runtime/call.ts'

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Keeps what a register says in units, and starts a job that takes them one after the other. Errors: forbidden, invalid_input. */
export default call(
  run,
  ['entities', 'reference', 'files', 'jobs', 'clock', 'ids'],
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
    const send = (unit: number) => jobs.send([{ kind: importKind, jobId, unit: String(unit) }])
    const known = (await entities.get(jobId)) as unknown as ImportJob | undefined
    if (known) {
      // The same request again, after it was cut off between its write and its answer.
      if (!isOver(known)) await send(configOf(known).next)
      return { jobId }
    }
    const units = Math.ceil(input.items.length / unitSize)
    for (let unit = 0; unit < units; unit++) {
      const items = input.items.slice(unit * unitSize, (unit + 1) * unitSize)
      await files.put(chunkKey(jobId, unit), json(items), 'application/json')
    }
    if (input.retire) await files.put(chunkKey(jobId, units), json(input.retire), 'application/json')
    const job = newImport(jobId, actor.account, clock.now(), input.items.length, {
      source: input.source,
      dryrun: input.dryrun,
      approvals: input.approvals,
      units,
      hasRetire: input.retire !== undefined,
    })
    await entities.put(job as unknown as Entity, { expectRev: 0 })
    if (!isOver(job)) await send(0)
    return { jobId }
  },
)
