/**
 * Takes a register into the store, unit by unit: each unit queues the next, so that things come after what they refer
 * to, and a job is never counted twice. A unit that comes again finds its items as it left them.
 */

import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import type { AccountData, Actor } from '../../shared/model/actor.ts'
import type { Institution } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { actorOf, mayUse } from '../../shared/rules/actor.ts'
import {
  advanced,
  chunkKey,
  configOf,
  type ImportJob,
  importKind,
  isRetireUnit,
  itemName,
  noCounts,
  type UnitReport,
  unitSize,
  unitsOf,
} from '../domain/import/job.ts'
import { begun, isOver } from '../domain/job/job.ts'
import { type WorkContext, worker } from '../runtime/worker.ts'
import { ImportRun, independentGroups, type Retire, reasonOf } from '../services/import/run.ts'
import { progress } from '../services/job/progress.ts'

const deadUses = ['entities', 'files', 'jobs', 'clock'] as const
const uses = [...deadUses, 'importMemory', 'reference', 'index:read', 'ids'] as const
type Context = WorkContext<(typeof uses)[number]>

const loadJob = async (id: string, { entities }: WorkContext<'entities'>) =>
  (await entities.get(id)) as unknown as ImportJob | undefined

/** Queues what comes next, and clears away what is no longer needed. */
async function goOn(job: ImportJob, { jobs, files }: WorkContext<'jobs' | 'files'>): Promise<void> {
  const config = configOf(job)
  if (!isOver(job)) await jobs.send([{ kind: importKind, jobId: job.id, unit: String(config.next) }])
  else for (let unit = 0; unit < unitsOf(config); unit++) await files.delete(chunkKey(job.id, unit))
}

async function readUnit<T>(job: ImportJob, unit: number, { files }: Context): Promise<T> {
  const { body } = await files.get(chunkKey(job.id, unit))
  return JSON.parse(new TextDecoder().decode(body)) as T
}

/** Who started the job, with the rights of now. Undefined if the account may not be used any more. */
async function starter(job: ImportJob, { entities, reference }: Context): Promise<Actor | undefined> {
  const account = (await entities.get(job.data.startedBy)) as Entity<AccountData> | undefined
  const [sub = ''] = account?.data.ssoUsers ?? []
  if (!mayUse(account, sub)) return undefined
  return actorOf(account, sub, await reference.all<Institution>('institution'))
}

async function doUnit(job: ImportJob, unit: number, context: Context): Promise<UnitReport> {
  const config = configOf(job)
  const migrator = config.approvals === 'migrate' ? await starter(job, context) : undefined
  const run = new ImportRun(context, {
    jobId: job.id,
    source: config.source,
    account: job.data.startedBy,
    migrator,
    isDryRun: config.dryrun,
  })
  const counts = noCounts()
  if (isRetireUnit(config, unit)) {
    counts.deactivated = await run.retire(await readUnit<Retire>(job, unit, context))
    return { counts, errors: [] }
  }
  const errors: UnitReport['errors'] = []
  for (const group of independentGroups(await readUnit<ImportItem[]>(job, unit, context))) {
    // Every one is waited for, so that nothing of a unit still runs when it is tried again.
    const taken = await Promise.allSettled(group.map((item) => run.take(item)))
    for (const [i, result] of taken.entries()) {
      if (result.status === 'fulfilled') {
        const { outcome, notes } = result.value
        counts[outcome] += 1
        errors.push(...notes.map((message) => ({ unit: itemName(group[i]!), message })))
        continue
      }
      const reason = reasonOf(result.reason)
      // Faults of ours and of the store are not the item's: the unit is tried again.
      if (reason === undefined) throw result.reason
      counts.rejected += 1
      errors.push({ unit: itemName(group[i]!), message: reason })
    }
  }
  return { counts, errors }
}

export default worker(
  importKind,
  uses,
  async ({ jobId, unit }, context) => {
    const number = Number(unit)
    const now = () => context.clock.now()
    const job = await progress(jobId, context, (j) => begun(j, now()))
    if (!job || isOver(job)) return
    const { next } = configOf(job)
    if (number > next) return
    if (number < next) return goOn(job, context)
    const report = await doUnit(job, number, context)
    const after = await progress(jobId, context, (j) => advanced(j, number, report, now()))
    if (after) await goOn(after, context)
  },
  deadUses,
  async ({ jobId, unit }, reason, context) => {
    const job = await loadJob(jobId, context)
    if (!job || isOver(job)) return
    const number = Number(unit)
    const config = configOf(job)
    const counts = noCounts()
    if (!isRetireUnit(config, number))
      counts.rejected = Math.min(unitSize, job.data.total - number * unitSize)
    const report = { counts, errors: [{ unit: `unit ${number + 1}`, message: reason.slice(0, 2000) }] }
    const after = await progress(jobId, context, (j) => advanced(j, number, report, context.clock.now()))
    if (after) await goOn(after, context)
  },
  { chain: 'Each unit queues the next.' },
)
