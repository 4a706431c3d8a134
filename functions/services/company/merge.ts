/** The two companies of a merge: joined in one write, closed when nothing names the merged one any more, and parted again. */
import { isCallError, isSavedMeanwhile } from '../../../shared/errors.ts'
import type { MergeInput } from '../../../shared/jobs/merge.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Company } from '../../../shared/model/company.ts'
import type { TimelineEvent } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { entityNotFound, isRefusal, type Refusal, refuse, refuseRule } from '../../../shared/rules/refusal.ts'
import {
  decideMerge,
  decideSeparation,
  type MergeBy,
  mergeRule,
  type Two,
  twoOf,
} from '../../domain/company/merge.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { saveEntity } from '../entity/save.ts'
import { untilSaved } from '../entity/turns.ts'
import { stepOf } from '../job/steps.ts'

export interface MergePorts {
  entities: EntityStore
  clock: { now(): string }
}
export interface MergeJob {
  /** The job that merges, or merged. */
  id: string
  /** When it was asked for: what it did was written later. */
  since: string
  config: MergeInput
  actor: Actor
}
type Reader = Pick<EntityStore, 'get' | 'getMany'>

/** Both companies as they are stored. Refuses: not_found, rule_violated where they are not two. */
export async function openTwo(entities: Reader, config: MergeInput): Promise<Two<Company> | Refusal> {
  const two = twoOf(config)
  if (isRefusal(two)) return two
  const [survivor, merged] = await Promise.all([
    entities.get('company', two.survivor.id),
    entities.get('company', two.merged.id),
  ])
  if (!survivor) return entityNotFound(two.survivor.id)
  return merged ? { survivor, merged } : entityNotFound(two.merged.id)
}

/** Refuses while something still has to be brought from a company that was merged into one of these. */
export async function mergingRefusal(entities: Reader, two: Two<Company>): Promise<Refusal | undefined> {
  const earlier = Object.values(two).flatMap(({ data }) => Object.keys(data.mergedFrom ?? {}))
  if (earlier.length === 0) return undefined
  const found = await Promise.all(earlier.map((id) => entities.get('company', id)))
  return found.some((one) => one && !one.disabled && one.data.mergedInto)
    ? mergeRule('companyMerging')
    : undefined
}

/** What cannot be written as it was decided, in the words of the refusal; what passes by itself is thrown again. */
export function refusalOf(error: unknown): Refusal {
  if (!isCallError(error)) throw error
  const { code, message, details } = error
  if (['revision_conflict', 'duplicate', 'rule_violated', 'too_large'].includes(code))
    return refuse(code, message, details)
  throw error
}

const eventOf = (kind: TimelineEvent['kind'], { survivor, merged }: Two<{ id: string }>, job: string) => [
  { kind, from: merged.id, to: survivor.id, job },
]
const writeBoth = (
  entities: EntityStore,
  before: Two<Company>,
  after: Two<Company>,
  events: TimelineEvent[],
) =>
  entities.putAll(
    // The one that gives a value away comes first.
    (['merged', 'survivor'] as const).map((side) => ({
      entity: after[side],
      options: {
        expectRev: before[side].rev,
        unique: uniqueValues('company', after[side].data),
        events,
      },
    })),
  )

/**
 * Joins both in one write; done already where this job did so before. Refuses as `decideMerge`, and where another merge of one
 * has not ended.
 */
export async function joinCompanies(
  { entities, clock }: MergePorts,
  job: MergeJob,
): Promise<Refusal | undefined> {
  const two = await openTwo(entities, job.config)
  if (isRefusal(two)) return two
  const { mergedInto } = two.merged.data
  if (mergedInto?.job === job.id) return undefined
  if (job.config.resumes)
    return mergedInto?.company === two.survivor.id ? undefined : mergeRule('companyNotMerged')
  const by: MergeBy = { actor: job.actor, now: clock.now(), job: job.id }
  const after = (await mergingRefusal(entities, two)) ?? decideMerge(two, job.config, by)
  if (isRefusal(after)) return after
  try {
    await writeBoth(entities, two, after, eventOf('companyMerged', two, job.id))
    return undefined
  } catch (error) {
    // The answer of an earlier try was lost, or somebody saved one of them a moment ago.
    const now = await entities.get('company', two.merged.id)
    return now?.data.mergedInto?.job === job.id ? undefined : refusalOf(error)
  }
}

/** Deletes the merged company, which nothing names any more; false while something does. It stays findable, and its values held. */
export async function closeMerged(
  { entities, clock }: MergePorts,
  id: string,
  { actor, id: job }: MergeJob,
): Promise<boolean> {
  return untilSaved(async () => {
    const before = await entities.get('company', id)
    if (!before?.data.mergedInto || before.disabled) return true
    const now = clock.now()
    const after = { ...before, disabled: true, updated: now, updatedBy: actor.account, rev: before.rev + 1 }
    try {
      const events: TimelineEvent[] = [{ kind: 'deleted', to: before.data.mergedInto.company, job }]
      await saveEntity(entities, before, after, { events, onlyIfUnnamed: true })
      return true
    } catch (error) {
      if (isCallError(error) && error.details.key === 'stillNamed') return false
      throw error
    }
  })
}

/** Lets the merged company be named again, ahead of everything that is to name it. Refuses where the survivor is gone itself. */
export async function reopenMerged(
  { entities, clock }: MergePorts,
  config: MergeInput,
  { actor, id: job }: Pick<MergeJob, 'actor' | 'id'>,
): Promise<Refusal | undefined> {
  const two = await openTwo(entities, config)
  if (isRefusal(two)) return two
  if (two.survivor.data.mergedInto || two.survivor.disabled) return mergeRule('companyMergedOn')
  return untilSaved(async () => {
    const before = await entities.get('company', two.merged.id)
    if (!before?.disabled || !before.data.mergedInto) return undefined
    const now = clock.now()
    const after = { ...before, disabled: false, updated: now, updatedBy: actor.account, rev: before.rev + 1 }
    const events: TimelineEvent[] = [{ kind: 'restored', job }]
    await saveEntity(entities, before, after, { events })
    return undefined
  })
}

/** Makes two companies of them again, as they were and with what was changed since. `same`: they are two. */
export async function partCompanies(
  { entities, clock }: MergePorts,
  of: MergeJob,
  by: Pick<MergeJob, 'id' | 'actor'>,
): Promise<Refusal | 'same' | 'parted'> {
  try {
    return await untilSaved(async () => {
      const two = await openTwo(entities, of.config)
      if (isRefusal(two)) return two
      if (two.merged.data.mergedInto?.job !== of.id) return 'same'
      const [survivor, merged] = await Promise.all(
        [two.survivor, two.merged].map(async (now) => {
          const step = await stepOf(entities, now, { ...of, kind: 'companyMerged' })
          if (!isOfClass('company', step?.before) || !isOfClass('company', step.after)) return undefined
          return { before: step.before.data, after: step.after.data, now }
        }),
      )
      if (!survivor || !merged) return refuseRule('companyNotMerged', 'The company was not merged.')
      const after = decideSeparation({ survivor, merged }, { actor: by.actor, now: clock.now(), job: by.id })
      if (isRefusal(after)) return after
      await writeBoth(entities, two, after, eventOf('companyMergeUndone', two, by.id))
      return 'parted' as const
    })
  } catch (error) {
    if (isSavedMeanwhile(error)) throw error
    return refusalOf(error)
  }
}
