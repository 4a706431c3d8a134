/**
 * Takes what a user made of the data that they see, and puts it onto what is stored: hidden rows and fields stay as
 * they are. Then the rules of a valid product hold, or it is refused.
 */
import { type Secrecy, secrecyOfMainCategory } from '../../../shared/constants.ts'
import type { TimelineEvent } from '../../../shared/model/entity.ts'
import type { DocumentRow, ListData, ProductData } from '../../../shared/model/product.ts'
import { mergeDrafts } from '../../../shared/rules/merge.ts'
import { isEmptyProduct, type ProductIssue } from '../../../shared/rules/product-validity.ts'
import { isRefusal, noChange, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { linkRefusal } from '../../../shared/rules/resolution.ts'
import { stripList } from '../../../shared/rules/strip.ts'
import { type TimelineHint, timelineEvents } from '../../../shared/rules/timeline.ts'
import { isObject, type Json, sameValue } from '../../../shared/rules/values.ts'
import { propagateComponents } from './components.ts'
import type { WriteContext } from './context.ts'
import { categoryOf, mustBeReported } from './contradictions.ts'
import { listIssues, type RelatedEntity, relatedEntities } from './list-issues.ts'
import { withKeys } from './lists.ts'
import { withNameHistory } from './name-history.ts'
import { reassignHiddenRowIds } from './reassign-hidden-rows.ts'
import { schemaRefusal, wrapperRefusal } from './schema.ts'
import { stampServerFields } from './server-owned-fields.ts'

export interface ProductDecision {
  data: ProductData
  events: TimelineEvent[]
  /** Entities that the new state names and the old one did not; they are looked up before it is written. */
  related: RelatedEntity[]
}

export const pathRefusal = (path: string): Refusal =>
  refuseRule('pathInvalid', 'Path is invalid.', {
    issues: [{ path, expected: 'a place that this call may change' }],
    path,
  })

/** The refusal that a form shows at its fields. A category alone has a sentence of its own. */
export function invalidProduct(issues: ProductIssue[]): Refusal {
  const [first] = issues
  if (first?.key === 'noCategory' && issues.length === 1)
    return refuseRule('noCategory', first.expected, { issues })
  return refuseRule('productInvalid', 'product is not valid: Please correct the errors first.', { issues })
}

/** A field that got a link loses its direct value; one that has a link takes no value beside it. */
function settleLinks(list: Json, before: ListData | undefined): Json | Refusal {
  if (!isObject(list._linked)) return list
  const result = { ...list }
  for (const key of Object.keys(list._linked)) {
    if (!Object.hasOwn(result, key)) continue
    const isDraggedAlong = before && Object.hasOwn(before, key) && sameValue(before[key], result[key])
    if (!isDraggedAlong) return refuseRule('linkedField', 'Switch the source of the field to direct first.')
    delete result[key]
  }
  return result
}

/** A component that comes without a secrecy has the one of the list's main category. */
function withSecrecy(list: Json, secrecy: Secrecy): Json {
  if (!isObject(list._components)) return list
  const parts = Object.entries(list._components).map(([part, rows]) => [
    part,
    isObject(rows)
      ? Object.fromEntries(
          Object.entries(rows).map(([id, row]) => [
            id,
            isObject(row) && row.secrecy === undefined ? { ...row, secrecy } : row,
          ]),
        )
      : rows,
  ])
  return { ...list, _components: Object.fromEntries(parts) }
}

/** Documents that the actor sees, by their files. */
type Documents = ReadonlyMap<string, DocumentRow>
const documentsOf = (...states: ProductData[]): Documents =>
  new Map(
    states.flatMap(({ listData }) =>
      Object.values(listData).flatMap(({ _documents }) =>
        Object.values(_documents ?? {}).map((row) => [row.fileId, row] as const),
      ),
    ),
  )

function acceptList(
  c: WriteContext,
  draft: ProductData,
  id: string,
  seen: ListData,
  documents: Documents,
): ListData | Refusal {
  const drafted = draft.listData[id] as ListData
  const wrong = wrapperRefusal(c, id, seen, drafted)
  if (wrong) return wrong
  const { mainCategory } = categoryOf(c, draft, id)
  const settled = settleLinks(withSecrecy(stripList(drafted), secrecyOfMainCategory(mainCategory)), seen)
  if (isRefusal(settled)) return settled
  const shaped = schemaRefusal(id, settled, seen)
  if (isRefusal(shaped)) return shaped
  // With what a later version noted in them: a save writes no approvals.
  const list = withKeys(shaped, { _approval: drafted._approval })
  for (const source of new Set(Object.values(list._linked))) {
    const refused = linkRefusal(c.before.data, id, source)
    if (refused) return refused
  }
  return stampServerFields(c, seen, list, documents)
}

/**
 * The new state of the product. `seen` is what the actor sees of the current state, `draft` what they made of it.
 * `then`: an older state as they see it, of which something comes back. Refuses wrong values by their path, rules of
 * validity by theirs, and a draft that changes nothing.
 */
export function acceptDraft(
  c: WriteContext,
  seen: ProductData,
  draft: ProductData,
  hint: TimelineHint = {},
  then: ProductData = seen,
): ProductDecision | Refusal {
  const documents = documentsOf(then, seen)
  const mine: ProductData = { ...draft, listData: {} }
  const touched: string[] = []
  for (const [id, list] of Object.entries(draft.listData)) {
    const was = seen.listData[id]
    if (!was || list === was || sameValue(list, was)) {
      mine.listData[id] = list
      continue
    }
    const accepted = acceptList(c, draft, id, was, documents)
    if (isRefusal(accepted)) return accepted
    mine.listData[id] = accepted
    if (!sameValue(accepted, was)) touched.push(id)
  }
  if (touched.length === 0) return noChange()
  const stored = reassignHiddenRowIds(c.before.data, seen, mine, c.before.rev + 1)
  const { merged, conflicts } = mergeDrafts(seen, mine, stored)
  // What is hidden differs from what is seen. Deleting something seen takes its hidden parts along.
  const clash = conflicts.find((conflict) => conflict.mine !== undefined)
  if (clash) return pathRefusal(clash.path)
  const data = withNameHistory(c, propagateComponents(stored, merged))
  const found = listIssues(c, data, touched)
  const old = new Set(found.length > 0 ? listIssues(c, stored, touched).map((i) => i.path) : [])
  const reported = found.filter((i) => mustBeReported(i, stored, data, old))
  if (reported.length) return invalidProduct(reported)
  if (isEmptyProduct(data.listData)) return refuseRule('emptyProduct', 'refusing to save empty product')
  return {
    data,
    events: timelineEvents(c.before.data, data, {
      ...hint,
      approvals: { standards: c.reference.standards, today: c.today },
    }),
    related: relatedEntities(stored, data, touched, documents),
  }
}
