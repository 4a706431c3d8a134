/** What a merge would bring to the company that stays, in numbers of the store; and whether it may be ordered at all. */
import type { MergeInput } from '../../../shared/jobs/merge.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { JobPreview } from '../../../shared/model/job.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { decideMerge, mergeRule, twoOf } from '../../domain/company/merge.ts'
import { isProduct } from '../../domain/product/context.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { mergingRefusal, openTwo } from './merge.ts'
import { namersOf } from './repoint.ts'

type Reader = { entities: Pick<EntityReader, 'get' | 'getMany' | 'listNaming' | 'listByClass'> }
const pageSize = 250
/** Milliseconds in which another page is read: a preview is waited for. */
const readTime = 10_000

/** The order with what people are told of its job. Refuses what `decideMerge` refuses, and a table whose names are not complete. */
export async function checkMerge(
  config: MergeInput,
  actor: Actor,
  { entities }: { entities: Pick<EntityReader, 'get' | 'getMany'> },
): Promise<Record<string, unknown> | Refusal> {
  const two = await openTwo(entities, config)
  if (isRefusal(two)) return two
  const refused = config.resumes
    ? two.merged.data.mergedInto?.company === two.survivor.id
      ? undefined
      : mergeRule('companyNotMerged')
    : ((await mergingRefusal(entities, two)) ??
      [decideMerge(two, config, { actor, now: two.survivor.updated, job: two.survivor.id })].find(isRefusal))
  if (refused) return refused
  const text = `${two.merged.data.baseData.name} → ${two.survivor.data.baseData.name}`
  return { ...config, title: { de_DE: text, en_GB: text } }
}

const add = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1
}
/** By class; of products also by list and role, as `role/{list}/{role}`. */
function countNamer(counts: Record<string, number>, entity: Entity, company: string) {
  add(counts, entity.disabled ? `deleted/${entity.entityclass}` : entity.entityclass)
  if (!isProduct(entity) || entity.disabled) return
  for (const [list, { _companies = {} }] of Object.entries(entity.data.listData))
    for (const { company: named, role } of Object.values(_companies))
      if (named === company) add(counts, `role/${list}/${role}`)
}

/** `result.more` is 1 where there was no time to count all. */
export async function previewMerge(config: MergeInput, { entities }: Reader): Promise<JobPreview | Refusal> {
  const two = twoOf(config)
  if (isRefusal(two)) return two
  const counts: Record<string, number> = {}
  let total = 0
  let cursor: string | undefined
  const until = performance.now() + readTime
  do {
    const page = await namersOf(entities, two.merged.id, { cursor, limit: pageSize })
    for (const entity of page.list) countNamer(counts, entity, two.merged.id)
    total += page.list.length
    cursor = page.cursor
  } while (cursor !== undefined && performance.now() < until)
  if (cursor !== undefined) counts['more'] = 1
  return { total, result: counts, skipped: 0, reasons: [] }
}
