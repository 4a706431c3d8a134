/** Sets a flag on products, or removes it: those that were named, or found when the job was planned. */
import { chunksOf } from '../../shared/chunks.ts'
import type { FlagInput } from '../../shared/jobs/flag.ts'
import type { Actor } from '../../shared/model/actor.ts'
import type { JobReason } from '../../shared/model/job.ts'
import { isRefusal, type Refusal, unwrap } from '../../shared/rules/refusal.ts'
import type { Job } from '../domain/job/job.ts'
import { whyOf } from '../domain/job/why.ts'
import { isProduct } from '../domain/product/context.ts'
import { titlesOf } from '../domain/product/view.ts'
import { planSearch, scopeOf } from '../domain/search-calls/plan.ts'
import { inGroups } from '../services/entity/in-groups.ts'
import { eachOf, resultOf, settledOf } from '../services/job/each.ts'
import type { GivenUpRequest, JobUnit, PlanRequest, UndoRequest, UnitRequest } from '../services/job/kind.ts'
import { inTheNameOf, starterOf } from '../services/job/starter.ts'
import {
  assessFlag,
  type Flagged,
  type FlagJob,
  type FlagPorts,
  flagProduct,
  unflagProduct,
} from '../services/product/flag.ts'
import { productReference, type ReferenceReader } from '../services/product/open.ts'
import { loadParents } from '../services/product/parents.ts'
import { searchReference } from '../services/search/reference.ts'
import { defineJob } from './job/define-job.ts'

const kind = 'flag'
const permission = 'product:flag'
/** Products of one page of the plan, and of one unit. */
const pageSize = 250
const unitSize = 50

const unitsOf = (ids: readonly string[]): JobUnit[] =>
  chunksOf(ids, unitSize).map((content) => ({ rows: content.length, content }))

type Ports = FlagPorts & { reference: ReferenceReader }

/** The names that the actor knows products by. */
async function titlesFor(
  ids: readonly string[],
  actor: Actor,
  {
    entities,
    reference,
  }: { entities: Pick<FlagPorts['entities'], 'get' | 'getMany' | 'getRevision'> } & Pick<Ports, 'reference'>,
): Promise<Record<string, string>> {
  const known = await productReference(reference)
  const titles: Record<string, string> = {}
  for await (const group of inGroups(entities, ids)) {
    const products = group.filter(isProduct)
    const parents = await loadParents(
      entities,
      products.map(({ data }) => data),
    )
    Object.assign(titles, titlesOf(products, { actor, reference: known, parents }))
  }
  return titles
}

/** Why products were not done. */
const reasonsFor =
  (actor: Actor, ports: Ports) =>
  async (refused: readonly [id: string, Refusal][]): Promise<JobReason[]> => {
    const ids = refused.map(([id]) => id)
    const titles = await titlesFor(ids, actor, ports)
    return refused.map(([id, refusal]) => ({ unit: titles[id] ?? id, ...whyOf(refusal) }))
  }

async function flagJobOf(
  { job, config, actor }: { job: Job; config: FlagInput; actor: Actor | undefined },
  { reference }: Ports,
): Promise<FlagJob> {
  const { flagId: flag, action } = config
  return {
    id: job.id,
    since: job.created,
    flag,
    action,
    actor: actor ?? inTheNameOf(job.data.startedBy),
    reference: await productReference(reference),
  }
}

export default defineJob({
  kind,
  permission,
  uses: ['entities', 'index:read', 'clock'],
  seconds: 60,
  atOnce: 4,

  async plan({ job, config, phase, cursor }: PlanRequest<FlagInput>, { index, reference, entities, clock }) {
    if (phase > 0) return undefined
    if (config.ids) return { units: unitsOf([...new Set(config.ids)]) }
    const starter = await starterOf(job.data, permission, { entities, reference })
    // What they would find is not known; the engine says why of this one part.
    if (isRefusal(starter)) return { units: [{ rows: 1, content: [] }] }
    const scope = unwrap(scopeOf('product', starter, await searchReference(reference), clock.timeZone))
    const { attributeFilter, name, except = [] } = config
    const page = cursor === undefined ? { start: 0, limit: pageSize } : { cursor, limit: pageSize }
    const asked = { attributeFilter, name, columns: [], sorting: 'id' as const, pagination: page }
    const hits = await index.search(unwrap(planSearch(scope, asked)))
    const left = new Set(except)
    const ids = hits.rows.map(({ id }) => id).filter((id) => !left.has(id))
    return { units: unitsOf(ids), ...(hits.cursor !== undefined && { cursor: hits.cursor }) }
  },

  async unit(request: UnitRequest<FlagInput>, ports) {
    const job = await flagJobOf(request, ports)
    const ids = request.content as string[]
    const outcomes = await eachOf(ids, request.signal, (id) => flagProduct(ports, id, job))
    return resultOf(outcomes, ids.length, reasonsFor(job.actor, ports))
  },

  givenUp: {
    uses: ['reference'],
    // One product may have kept its unit from its end: its neighbours are done all the same. Without a note: taking back looks itself.
    async assess({ job, config, content, why }: GivenUpRequest<FlagInput>, ports) {
      const { reference, entities } = ports
      const of = { id: job.id, since: job.created, flag: config.flagId, action: config.action }
      const ids = content as string[]
      const found = await settledOf(ids, (id) => assessFlag(entities, id, of))
      const states = found.map((one) => (one.status === 'fulfilled' ? one.value : 'open'))
      const all = (state: 'changed' | 'same' | 'open') => ids.filter((_, n) => states[n] === state)
      const open = all('open')
      const starter = await starterOf(job.data, permission, { entities, reference })
      const names = isRefusal(starter)
        ? {}
        : await titlesFor(open, starter, ports).catch((): Record<string, string> => ({}))
      return {
        failed: open.length,
        counts: { changed: all('changed').length, unchanged: all('same').length },
        reasons: open.map((id) => ({ unit: names[id] ?? id, ...why })),
      }
    },
  },

  async undo(request: UndoRequest<FlagInput>, ports) {
    const by = await flagJobOf(request, ports)
    const { undoes } = request.job.data
    const since = undoes === undefined ? by.since : (await ports.entities.get('batchjob', undoes))?.created
    const of = { ...by, id: undoes ?? by.id, since: since ?? by.since }
    const noted = new Map((request.note as Flagged[] | undefined)?.map((one) => [one.id, one]))
    const planned = request.content as string[]
    const ids = request.note === undefined ? planned : [...noted.keys()]
    const outcomes = await eachOf(ids, request.signal, (id) =>
      unflagProduct(ports, id, of, by, noted.get(id)),
    )
    return resultOf(outcomes, planned.length, reasonsFor(by.actor, ports))
  },
})
