/** Invoices that bill something of products. */
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import { type InvoiceOf, isInvoice } from '../../domain/invoice/rules.ts'
import { planSearch, scopeOf } from '../../domain/search-calls/plan.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { IndexReader } from '../../ports/search-index.ts'
import { readMany } from '../entity/many.ts'
import { visibleEntities } from '../entity/visible.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'
import { searchReference } from '../search/reference.ts'

export interface OfProductsPorts {
  entities: EntityReader
  index: Pick<IndexReader, 'search'>
  reference: ReferenceReader
  clock: { readonly timeZone: string }
}
const pageSize = 250

/**
 * Those of an institution that the actor may know of, as they are stored, without deleted ones; found by the index, which is about a
 * second behind. Refuses: invalid_input.
 */
export async function invoicesOfProducts(
  { entities, index, reference, clock }: OfProductsPorts,
  actor: Actor,
  products: readonly string[],
  institution: string,
): Promise<InvoiceOf[] | Refusal> {
  const scope = scopeOf('invoice', actor, await searchReference(reference), clock.timeZone)
  if (isRefusal(scope)) return scope
  const attributeFilter: Filter = {
    $and: [
      { field: 'sums.products', comparison: 'in', value: [...products] },
      { field: 'institution', comparison: 'eq', value: institution },
    ],
  }
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const pagination = cursor === undefined ? { start: 0, limit: pageSize } : { cursor, limit: pageSize }
    const planned = planSearch(scope, { attributeFilter, sorting: 'id', pagination, columns: [] })
    if (isRefusal(planned)) return planned
    const hits = await index.search(planned)
    ids.push(...hits.rows.map(({ id }) => id))
    cursor = hits.cursor
  } while (cursor !== undefined)
  const scopeOfViewer = { actor, entities, reference: await viewReference(reference) }
  const seen = await visibleEntities(await readMany(entities, ids), scopeOfViewer)
  return seen.filter(isInvoice).filter(({ disabled }) => !disabled)
}
