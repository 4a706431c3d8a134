/** Merges two companies: joins them, brings all that names the one to the other, and deletes it when nothing does any more. */
import { chunksOf } from '../../shared/chunks.ts'
import type { MergeInput } from '../../shared/jobs/merge.ts'
import type { Actor } from '../../shared/model/actor.ts'
import type { JobReason } from '../../shared/model/job.ts'
import { isRefusal, type Refusal, unwrap } from '../../shared/rules/refusal.ts'
import { mergeRule, twoOf } from '../domain/company/merge.ts'
import type { Job } from '../domain/job/job.ts'
import { whyOf } from '../domain/job/why.ts'
import { titleOf } from '../domain/search-calls/titles.ts'
import {
  closeMerged,
  joinCompanies,
  type MergeJob,
  type MergePorts,
  partCompanies,
  reopenMerged,
} from '../services/company/merge.ts'
import {
  assessPoint,
  type Ends,
  namersOf,
  type Pointed,
  pointBack,
  pointOn,
} from '../services/company/repoint.ts'
import { inGroups } from '../services/entity/in-groups.ts'
import { eachOf, resultOf, settledOf } from '../services/job/each.ts'
import type {
  FinishRequest,
  GivenUpRequest,
  PlanRequest,
  UndoRequest,
  UnitRequest,
  UnitResult,
} from '../services/job/kind.ts'
import { inTheNameOf } from '../services/job/starter.ts'
import { defineJob } from './job/define-job.ts'

/** Entities of one page of the plan, and of one unit. */
const pageSize = 250
const unitSize = 50
/**
 * What was begun ahead of the join may be written after it was looked for: so it is looked for once more where the merged company
 * could not be closed. Each round is a phase that brings on and one that closes.
 */
const rounds = 2

type Content = { step: 'join' } | { step: 'close' } | { step: 'names'; ids: string[] }

const endsOf = (config: MergeInput): Ends => {
  const { survivor, merged } = unwrap(twoOf(config))
  return { survivor: survivor.id, merged: merged.id }
}
const jobOf = (job: Job, config: MergeInput, actor: Actor | undefined): MergeJob => ({
  id: job.id,
  since: job.created,
  config,
  actor: actor ?? inTheNameOf(job.data.startedBy),
})

const reasonsFor =
  (actor: Actor, { entities }: Pick<MergePorts, 'entities'>) =>
  async (refused: readonly [id: string, Refusal][]): Promise<JobReason[]> => {
    const titles = new Map<string, string | undefined>()
    const ids = refused.map(([id]) => id)
    for await (const group of inGroups(entities, ids))
      for (const entity of group) titles.set(entity.id, titleOf(entity, actor.language))
    return refused.map(([id, refusal]) => ({ unit: titles.get(id) || id, ...whyOf(refusal) }))
  }
const refusedUnit = (refusal: Refusal, rows: number): UnitResult => ({
  failed: rows,
  reasons: [{ unit: '', unitText: { key: 'jobWhole' }, ...whyOf(refusal) }],
})

export default defineJob({
  kind: 'merge',
  permission: 'company:merge',
  uses: ['entities', 'clock'],
  seconds: 60,
  atOnce: 4,

  async plan({ job, config, phase, cursor }: PlanRequest<MergeInput>, { entities }) {
    if (phase === 0) return { units: [{ rows: 1, content: { step: 'join' } }] }
    if (phase > 2 * rounds) return undefined
    const { merged: id, survivor } = endsOf(config)
    const merged = await entities.get('company', id)
    const isOurs =
      merged?.data.mergedInto?.job === job.id ||
      (config.resumes && merged?.data.mergedInto?.company === survivor)
    if (!merged || !isOurs || merged.disabled) return undefined
    if (phase % 2 === 0) return { units: [{ rows: phase === 2 ? 1 : 0, content: { step: 'close' } }] }
    const page = await namersOf(entities, id, { cursor, limit: pageSize })
    const units = chunksOf(
      page.list.map((entity) => entity.id),
      unitSize,
    ).map((ids) => ({ rows: phase === 1 ? ids.length : 0, content: { step: 'names', ids } }))
    return { units, ...(page.cursor !== undefined && { cursor: page.cursor }) }
  },

  async unit({ job: of, config, content, phase, actor, signal }: UnitRequest<MergeInput>, ports) {
    const job = jobOf(of, config, actor)
    const about = content as Content
    const ends = endsOf(config)
    if (about.step === 'join') {
      const refused = await joinCompanies(ports, job)
      return refused ? refusedUnit(refused, 1) : { counts: { changed: config.resumes ? 0 : 1 }, note: {} }
    }
    if (about.step === 'close') {
      const isClosed = await closeMerged(ports, ends.merged, job)
      if (isClosed) return { counts: { changed: phase === 2 ? 1 : 0 }, note: {} }
      return phase < 2 * rounds ? {} : { ...refusedUnit(mergeRule('companyMerging'), 0) }
    }
    const { ids } = about
    const outcomes = await eachOf(ids, signal, (id) => pointOn(ports, id, ends, job))
    const result = await resultOf(outcomes, ids.length, reasonsFor(job.actor, ports))
    // Of a second round only what it did is told: the first one has counted its rows, and said why.
    return phase === 1 ? result : { ...result, failed: 0, reasons: [] }
  },

  givenUp: {
    uses: [],
    async assess({ job, config, content, why }: GivenUpRequest<MergeInput>, { entities }) {
      const about = content as Content
      if (about.step !== 'names')
        return { failed: 1, reasons: [{ unit: '', unitText: { key: 'jobWhole' }, ...why }] }
      const of = { id: job.id, since: job.created }
      const found = await settledOf(about.ids, (id) => assessPoint(entities, id, endsOf(config), of))
      const states = found.map((one) => (one.status === 'fulfilled' ? one.value : 'open'))
      const all = (state: 'changed' | 'same' | 'open') => about.ids.filter((_, n) => states[n] === state)
      const open = all('open')
      return {
        failed: open.length,
        counts: { changed: all('changed').length, unchanged: all('same').length },
        reasons: open.map((id) => ({ unit: id, ...why })),
      }
    },
  },

  async finish({ job, config, isAborted }: FinishRequest<MergeInput>, { entities }) {
    if (isAborted || config.resumes) return undefined
    const merged = await entities.get('company', endsOf(config).merged)
    return merged?.data.mergedInto?.job === job.id ? undefined : whyOf(mergeRule('companyNotMerged'))
  },

  async undo(request: UndoRequest<MergeInput>, ports) {
    const { job, config, content, note, actor, signal } = request
    const by = jobOf(job, config, actor)
    const { undoes } = job.data
    const first = undoes === undefined ? undefined : await ports.entities.get('batchjob', undoes)
    const of: MergeJob = first ? { ...by, id: first.id, since: first.created } : by
    const about = content as Content
    const rows = about.step === 'names' ? about.ids.length : 1
    const closed = await reopenMerged(ports, config, by)
    if (closed) return refusedUnit(closed, rows)
    if (about.step === 'close') return { counts: { unchanged: 1 } }
    if (about.step === 'join') {
      const outcome = config.resumes ? 'same' : await partCompanies(ports, of, by)
      if (isRefusal(outcome)) return refusedUnit(outcome, 1)
      return { counts: outcome === 'parted' ? { changed: 1 } : { unchanged: 1 } }
    }
    const noted = new Map((note as Pointed[] | undefined)?.map(({ id, rev }) => [id, rev]))
    const ids = note === undefined ? about.ids : [...noted.keys()]
    const outcomes = await eachOf(ids, signal, (id) =>
      pointBack(ports, id, endsOf(config), of, by, noted.get(id)),
    )
    return resultOf(outcomes, about.ids.length, reasonsFor(by.actor, ports))
  },
})
