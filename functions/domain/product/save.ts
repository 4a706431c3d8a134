import type { JsonPatch } from '../../../shared/model/entity.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { applyJsonPatch, patchFailures, pointerTokens } from '../../../shared/rules/json-patch.ts'
import { checklistKeys, type PatchPlace, patchPlace } from '../../../shared/rules/patch-paths.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { hasOwnValues } from '../../../shared/rules/product-validity.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, noChange, notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { resolveLinks, responsibleInstitution } from '../../../shared/rules/resolution.ts'
import { fieldsByPath, secrecyOfField, visibleTo } from '../../../shared/rules/secrecy.ts'
import { acceptDraft, type ProductDecision, pathRefusal } from './accept.ts'
import { checklistKeyRefusal } from './checklist-issues.ts'
import { productNotFound, type WriteContext } from './context.ts'
import { withKeys } from './lists.ts'
import { noteRefusal } from './note-rights.ts'
import { wrongValues } from './schema.ts'

/** What the actor sees of the product as it is stored now; the part that a patch of theirs is applied to. */
export function seenData(c: WriteContext): ProductData | Refusal {
  const { before, actor, reference, derived } = c
  const seen = redactProduct(before.data, resolveLinks(before.data, derived), actor, reference, {
    current: before.data,
    parents: derived,
  })
  return seen?.data ?? productNotFound(before.id)
}

/** Which fields of a list the actor may write: defined ones whose values there they may see. */
function writableFields(c: WriteContext, seen: ProductData) {
  const fields = fieldsByPath(c.reference.fields)
  return (list: string, path: string): boolean => {
    if (!hasOwnValues(fields.get(path))) return false
    const institution = responsibleInstitution(c.before.data, list)
    const isOwn = c.actor.institutions.some((i) => i.id === institution)
    if (!visibleTo(secrecyOfField(path, c.reference.fields), c.actor, isOwn)) return false
    // A link to a value that is hidden where it is stored is hidden too, and so is the field.
    const isLinked = Object.hasOwn(c.before.data.listData[list]?._linked ?? {}, path)
    return !isLinked || Object.hasOwn(seen.listData[list]?._linked ?? {}, path)
  }
}

/** A list that the product does not have, or that there is not at all. */
function listRefusal({ reference }: WriteContext, list: string, pointer: string): Refusal {
  const isKnown = reference.lists.has(list)
  const key = isKnown ? 'listDataNotFound' : 'listInvalid'
  const expected = isKnown ? 'listdata not found' : 'invalid list'
  return refuseRule(key, expected, { path: pointer, issues: [{ path: pointer, expected, key }] })
}

function placeRefusal(c: WriteContext, seen: ProductData, pointer: string): Refusal | undefined {
  const [root, list, key] = pointerTokens(pointer) ?? []
  // First of all, so that fields of a hidden list answer like those of an absent one.
  if (root === 'listData' && list && key && !seen.listData[list]) return listRefusal(c, list, pointer)
  const place: PatchPlace | string = patchPlace(pointer, writableFields(c, seen))
  if (place === 'checklistKey')
    return refuseRule('checklistUnknown', 'invalid checklist key', {
      issues: [{ path: pointer, expected: `one of ${checklistKeys.join(', ')}` }],
    })
  if (typeof place === 'string') return pathRefusal(pointer)
  const subject = ofList(productSubject(c.before.data, c.reference.lists), place.list)
  if (!can(c.actor, 'product:edit', subject)) return notAllowed()
  return can(c.actor, place.needs, subject) ? undefined : notAllowed()
}

/** `_linked` is a map of every list, also where nothing is linked. */
const complete = (list: ListData): ListData => (list._linked ? list : withKeys(list, { _linked: {} }))

/**
 * The state after the patch. The patch is applied to what the actor sees, so that hidden places answer like absent
 * ones; each place needs its own right. Refuses: not_found, forbidden, invalid_input (pointers, wrong values),
 * rule_violated (places that a save may not change, rules, "no change after applying the patch").
 */
export function decideSave(c: WriteContext, patch: JsonPatch): ProductDecision | Refusal {
  const seen = seenData(c)
  if (isRefusal(seen)) return seen
  for (const [index, op] of patch.entries())
    for (const pointer of 'from' in op ? [op.path, op.from] : [op.path]) {
      if (pointerTokens(pointer) === undefined)
        return wrongValues([{ path: `/patch/${index}/path`, expected: 'expected a JSON pointer' }])
      const refused = placeRefusal(c, seen, pointer)
      if (refused) return refused
    }
  const outcome = applyJsonPatch(seen, patch)
  if (!outcome.ok) {
    if (outcome.reason === 'absent') return pathRefusal(outcome.path)
    if (outcome.reason === 'test')
      return refuseRule('patchTest', 'A tested value has changed.', { path: outcome.path })
    return wrongValues([
      { path: `/patch/${outcome.index}/path`, expected: `${outcome.path} ${patchFailures[outcome.reason]}` },
    ])
  }
  if (outcome.document === seen) return noChange()
  const draft: ProductData = { ...outcome.document, listData: { ...outcome.document.listData } }
  for (const [id, list] of Object.entries(draft.listData)) draft.listData[id] = complete(list)
  return checklistKeyRefusal(seen, draft) ?? noteRefusal(c, seen, draft) ?? acceptDraft(c, seen, draft)
}
