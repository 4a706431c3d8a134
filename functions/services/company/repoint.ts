/** Brings what names a merged company to its survivor, and back: as often as it is asked, it is done once. */
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { confirmationsName, conversationsName, invoicesName } from '../../../shared/model/references.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { pointedBack, repointed } from '../../domain/company/repoint.ts'
import { isDraftOf } from '../../domain/invoice/merged.ts'
import { isInvoice } from '../../domain/invoice/rules.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import type { NamingReader } from '../entity/naming.ts'
import { untilSaved } from '../entity/turns.ts'
import { followBack, followMerge } from '../invoice/follow-merge.ts'
import { revOfStep, stepOf } from '../job/steps.ts'
import { type MergeJob, type MergePorts, refusalOf } from './merge.ts'

/** Names under which entities are found that name a company, or are of one. */
const namesOfCompany = (id: string) => [id, confirmationsName(id), invoicesName(id), conversationsName(id)]

const isOf = (entity: Entity, company: string): boolean =>
  isDraftOf(entity, company) || repointed(entity, company, company) !== undefined

/**
 * Entities that name the company so that they can name another one instead, deleted ones too; page by page. Searches that people keep
 * are found by looking at all of them: they are no references, so no name leads to them.
 */
export async function namersOf(
  entities: NamingReader & Pick<EntityStore, 'listByClass'>,
  company: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ list: Entity[]; cursor?: string }> {
  const names = namesOfCompany(company)
  const [, at = '0', after] = /^(\d):(.*)$/.exec(page.cursor ?? '') ?? []
  const n = Number(at)
  const name = names[n]
  const from = { limit: page.limit, ...(after && { cursor: after }) }
  const found =
    name === undefined
      ? await entities.listByClass('savedsearch', from)
      : await entities.listNaming(name, { ...from, mustBeComplete: true })
  const list = found.list.filter((entity) => isOf(entity, company))
  if (found.cursor !== undefined) return { list, cursor: `${n}:${found.cursor}` }
  return n < names.length ? { list, cursor: `${n + 1}:` } : { list }
}

/** What a job did to an entity: the revision that it wrote. */
export interface Pointed {
  id: string
  rev: number
}
/** `same`: there was nothing to do. */
type PointOutcome = Pointed | 'same' | Refusal
export interface Ends {
  /** Ids of both companies. */
  merged: string
  survivor: string
}

async function write(
  { entities, clock }: MergePorts,
  before: Entity,
  data: Entity['data'],
  event: TimelineEvent,
  account: string,
): Promise<Pointed> {
  const after = { ...before, rev: before.rev + 1, updated: clock.now(), updatedBy: account, data }
  // Unique values are none of a company: the entity keeps those that it has.
  const { id, rev } = await entities.put(after, { expectRev: before.rev, events: [event] })
  return { id, rev }
}

const unlessRefused = async (act: () => Promise<PointOutcome>): Promise<PointOutcome> => {
  try {
    return await untilSaved(act)
  } catch (error) {
    return refusalOf(error)
  }
}

/** Has the entity name the survivor. Refuses rule_violated and too_large, of this one entity. */
export function pointOn(
  ports: MergePorts,
  id: string,
  { merged, survivor }: Ends,
  job: MergeJob,
): Promise<PointOutcome> {
  return unlessRefused(async () => {
    const before = await ports.entities.get(id)
    if (!before) return 'same'
    const event: TimelineEvent = { kind: 'companyMerged', from: merged, to: survivor, job: job.id }
    if (isDraftOf(before, merged)) {
      const rev = await followMerge(ports, before, survivor, { event, by: job.actor.account })
      return isRefusal(rev) ? rev : { id, rev }
    }
    const data = repointed(before, merged, survivor)
    if (data === undefined) {
      const rev = await revOfStep(ports.entities, before, { ...job, kind: 'companyMerged' })
      return rev === undefined ? 'same' : { id, rev }
    }
    return write(ports, before, data, event, job.actor.account)
  })
}

/** Has the entity name the merged company again where the job had it name the survivor, and nobody has changed that since. */
export function pointBack(
  ports: MergePorts,
  id: string,
  { merged, survivor }: Ends,
  of: MergeJob,
  by: MergeJob,
  rev?: number,
): Promise<PointOutcome> {
  const { entities } = ports
  return unlessRefused(async () => {
    const now = await entities.get(id)
    if (!now) return 'same'
    const undone = await revOfStep(entities, now, { ...by, kind: 'companyMergeUndone' })
    if (undone !== undefined) return { id, rev: undone }
    const step = await stepOf(entities, now, { ...of, kind: 'companyMerged' }, rev)
    if (!step) return 'same'
    const event: TimelineEvent = { kind: 'companyMergeUndone', from: survivor, to: merged, job: by.id }
    if (isInvoice(now)) {
      const back = await followBack(ports, now, step, { merged, survivor }, { event, by: by.actor.account })
      if (back === undefined) return 'same'
      return isRefusal(back) ? back : { id, rev: back }
    }
    const data = pointedBack(now, step, merged, survivor)
    if (data === undefined) return 'same'
    return write(ports, now, data, event, by.actor.account)
  })
}

/** What has become of an entity that a job was about. */
export async function assessPoint(
  entities: Pick<EntityStore, 'get' | 'history'>,
  id: string,
  { merged }: Ends,
  job: Pick<MergeJob, 'id' | 'since'>,
): Promise<'changed' | 'same' | 'open'> {
  const entity = await entities.get(id)
  if (!entity) return 'same'
  if (isOf(entity, merged)) return 'open'
  const rev = await revOfStep(entities, entity, { ...job, kind: 'companyMerged' })
  return rev === undefined ? 'same' : 'changed'
}
