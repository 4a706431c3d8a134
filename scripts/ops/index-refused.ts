import { headKey, isLive } from '../../functions/adapters/aws/entity-items.ts'
import { type RefusedState, readRefused } from '../../functions/adapters/aws/search/refused.ts'
import type { RefusedDocument } from '../../functions/ports/search-index.ts'
import { chunksOf } from '../../shared/chunks.ts'
import type { Operator } from './operator.ts'

export interface Refused extends RefusedState {
  /** The index has an older state. */
  isThere: boolean
}
export const spellRefused = ({ entityclass, id, reason }: RefusedDocument): string =>
  `${entityclass} ${id}: ${reason}`

/** Entities of one search. */
const atOnce = 500

/** The entities whose state the index has refused, and has not taken since in another one. */
export async function stillRefused(o: Operator): Promise<Refused[]> {
  const table = await o.table()
  return o.withIndex(async (index, client) => {
    const noted = await readRefused(client, `inputlist-${o.stage}`)
    const found: Refused[] = []
    for (const [entityclass, ofClass] of Object.entries(Object.groupBy(noted, (one) => one.entityclass)))
      for (const some of chunksOf(ofClass!, atOnce)) {
        const ids = some.map(({ id }) => id)
        const heads = new Map(
          (await table.getMany(ids.map(headKey))).filter(isLive).map((head) => [head.pk, head]),
        )
        const { rows } = await index.search({
          entityclass,
          query: { op: 'terms', field: 'id', values: ids },
          sort: [],
          page: { start: 0, limit: atOnce },
          fetch: [],
        })
        const revs = new Map(rows.map(({ id, rev }) => [id, rev]))
        for (const one of some) {
          const head = heads.get(headKey(one.id).pk)
          const rev = revs.get(one.id)
          if (head && (rev ?? 0) < one.rev) found.push({ ...one, isThere: rev !== undefined })
        }
      }
    return found
  })
}
