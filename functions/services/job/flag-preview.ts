/** What a job would do that sets or removes a flag, in numbers of the index. */
import type { FlagInput } from '../../../shared/jobs/flag.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { JobPreview, JobReason } from '../../../shared/model/job.ts'
import { viewerClass } from '../../../shared/rules/permissions.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { and, nested, not, or } from '../../../shared/search/combine.ts'
import type { IndexQuery } from '../../../shared/search/index-query.ts'
import { all, terms } from '../../../shared/search/visibility.ts'
import { planQuery, planSearch, type Scope, scopeOf } from '../../domain/search-calls/plan.ts'
import type { IndexReader } from '../../ports/search-index.ts'
import type { ReferenceReader } from '../product/open.ts'
import { searchReference } from '../search/reference.ts'

export interface FlagPreviewPorts {
  index: IndexReader
  reference: ReferenceReader
  clock: { timeZone: string }
}
/** Products of each reason that are told by name. */
const namedOfEach = 50
const productClass = 'product'

/** Products that the actor may flag, among those that they may see: `product:flag` in the words of the index. */
function flaggable(actor: Actor): IndexQuery {
  if (viewerClass(actor) !== 'N') return all
  const own = terms(
    'responsible',
    actor.institutions.map(({ id }) => id),
  )
  return or(own, nested('lists', own))
}

/** The products that the job is about, as far as who starts it finds them. Refuses what a search refuses. */
export async function flagScope(
  { ids, attributeFilter, name, except }: Partial<FlagInput>,
  actor: Actor,
  { reference, clock }: Pick<FlagPreviewPorts, 'reference' | 'clock'>,
): Promise<{ scope: Scope; query: IndexQuery } | Refusal> {
  const scope = scopeOf(productClass, actor, await searchReference(reference), clock.timeZone)
  if (isRefusal(scope)) return scope
  const query = planQuery(scope, { attributeFilter, name })
  if (isRefusal(query)) return query
  if (ids) return { scope, query: and(query, terms('id', ids)) }
  return { scope, query: except?.length ? and(query, not(terms('id', except))) : query }
}

const sentences = {
  forbidden: 'You may not do this.',
  productArchived: 'The product is archived. Take it out of the archive first.',
} as const

export async function previewFlag(
  config: FlagInput,
  actor: Actor,
  ports: FlagPreviewPorts,
): Promise<JobPreview | Refusal> {
  const found = await flagScope(config, actor, ports)
  if (isRefusal(found)) return found
  const { scope, query } = found
  const { index } = ports
  const isSet = terms('invoiceFlags', [config.flagId])
  const [mine, isDone] = [flaggable(actor), config.action === 'assign' ? isSet : not(isSet)]
  const isArchived: IndexQuery = { op: 'terms', field: 'archived', values: [true] }
  const queries = {
    forbidden: and(query, not(mine)),
    unchanged: and(query, mine, isDone),
    productArchived: and(query, mine, not(isDone), isArchived),
    changed: and(query, mine, not(isDone), not(isArchived)),
  }
  const count = (of: IndexQuery) => (of.op === 'none' ? 0 : index.count(productClass, of))
  const [forbidden, unchanged, archived, changed] = await Promise.all([
    count(queries.forbidden),
    count(queries.unchanged),
    count(queries.productArchived),
    count(queries.changed),
  ])
  const seen = forbidden + unchanged + archived + changed
  const total = config.ids ? new Set(config.ids).size : seen
  const reasonsFor = async (key: keyof typeof sentences, number: number): Promise<JobReason[]> => {
    if (number === 0) return []
    const page = { start: 0, limit: namedOfEach }
    const planned = planSearch(scope, { columns: ['name'], pagination: page })
    if (isRefusal(planned)) return []
    const { rows } = await index.search({ ...planned, query: queries[key] })
    return rows.map(({ id, values }) => ({
      unit: [values['name'] ?? id].flat().join(', ') || id,
      message: sentences[key],
      text: { key },
    }))
  }
  const reasons = await Promise.all([
    reasonsFor('forbidden', forbidden),
    reasonsFor('productArchived', archived),
  ])
  // Products that were named and are not there, or not for this person.
  const missing = Math.max(0, total - seen)
  return {
    total,
    result: { changed, unchanged, forbidden, archived, missing },
    skipped: forbidden + archived + missing,
    reasons: reasons.flat(),
  }
}
