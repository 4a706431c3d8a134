/** The parent that a product is derived from: what may be one, and what becomes of the values that are read from it. */
import { fixedIds, type Secrecy } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { pointerTokens } from '../../../shared/rules/json-patch.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { audienceOf, ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { issue } from '../../../shared/rules/product-validity.ts'
import { productViewerScope } from '../../../shared/rules/product-viewer-scope.ts'
import { redactProduct, seenValue } from '../../../shared/rules/redact-product.ts'
import { noChange, notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import {
  type DerivedOf,
  derivedChainRefusal,
  type Resolved,
  resolveKey,
  resolveLinks,
  responsibleInstitution,
} from '../../../shared/rules/resolution.ts'
import { secrecyOfField } from '../../../shared/rules/secrecy.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { valueScope } from '../../../shared/rules/value-scope.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { invalidProduct, type ProductDecision } from './accept.ts'
import { type Product, productArchived, productNotFound, type WriteContext } from './context.ts'
import { categoryOf, mustBeReported } from './contradictions.ts'
import { listIssues } from './list-issues.ts'
import { mainCategoriesRefusal } from './main-category.ts'
import { withNameHistory } from './name-history.ts'

const base = fixedIds.list.base

/** What is known of the family that the product would become a part of. */
export interface Family {
  /** Every product above the new parent, and above the present one. */
  derived: DerivedOf
  /** Generations of products that are derived from the product. */
  below: number
}

const isAllowed = ({ actor, before, reference }: WriteContext) =>
  can(actor, 'product:edit', ofList(productSubject(before.data, reference.lists), base))

const decided = (c: WriteContext, derived: DerivedOf, changed: ProductData): ProductDecision => {
  const data = withNameHistory({ before: c.before, now: c.now, derived }, changed)
  return { data, events: timelineEvents(c.before.data, data), related: [] }
}

/**
 * Derives the product from another one, which the actor knows of. Fields that are linked to the parent show its values at
 * once. Refuses: forbidden, rule_violated (the same parent; deleted or archived; "Main categories do not match!"; a circle
 * or a chain of more than five; values that the new parent lacks).
 */
export function decideSetParent(c: WriteContext, parent: Product, family: Family): ProductDecision | Refusal {
  const { before, reference } = c
  const { derived } = family
  if (!isAllowed(c)) return notAllowed()
  if (before.data.derivedProductId === parent.id) return noChange()
  if (parent.disabled) return refuseRule('productDeleted', 'Product was deleted')
  if (parent.data.archived) return productArchived()
  const chain = derivedChainRefusal(before.id, parent.id, derived, family.below)
  if (chain) return chain
  const data: ProductData = { ...before.data, derivedProductId: parent.id }
  const own = categoryOf({ reference, derived }, data, base)
  if (own.id === undefined) return invalidProduct([issue('noCategory', `/listData/${base}/_category`)])
  const differs = mainCategoriesRefusal({ reference, derived }, data, parent.data)
  if (differs) return differs
  if (own.mainCategory === undefined)
    return invalidProduct([issue('categoryUnknown', `/listData/${base}/_category`)])
  const readers = Object.keys(data.listData).filter((id) =>
    Object.values(data.listData[id]?._linked ?? {}).includes('derived'),
  )
  const old = new Set(listIssues(c, before.data, readers).map((i) => i.path))
  const found = listIssues({ ...c, derived }, data, readers)
  const reported = found.filter((i) => mustBeReported(i, before.data, data, old))
  const seen = reported.filter((i) => seesPlace(c, derived, data, i.path))
  if (seen.length > 0) return invalidProduct(seen)
  return reported.length > 0 ? hiddenValuesMissing() : decided(c, derived, data)
}
/** Says no place: the actor may know neither of the list nor of the field. */
const hiddenValuesMissing = () =>
  refuseRule(
    'parentLacksHidden',
    'The parent lacks values that the product reads from it where you do not see them.',
  )

const hiddenValuesLost = () =>
  refuseRule(
    'removalLacksHidden',
    'Without its parent the product would lack values that it must have, where you do not see them.',
  )

/** May the actor know what is read at this place, before the change and after it? */
function seesPlace(c: WriteContext, parents: DerivedOf, after: ProductData, path: string): boolean {
  const { before, actor, reference } = c
  if (productViewerScope(actor, before.data, reference).toldPath(path) !== path) return false
  const [, list = '', key = ''] = pointerTokens(path) ?? []
  return [before.data, after].every((data) => {
    const found = resolveKey(data, list, key, parents)
    return !found || valueScope(actor, { current: data, parents }, reference).sees(key, found)
  })
}

/** One of the institution, without rights of their own. */
const staffOf = (institution: string | undefined, reference: WriteContext['reference']): Actor => ({
  account: '',
  sub: '',
  fullname: '',
  role: 'editor',
  isSuperAdmin: false,
  flags: { approval: false, responsible: false, companies: false },
  institutions:
    institution === undefined
      ? []
      : [
          {
            id: institution,
            corePartner: reference.institutions.get(institution)?.data.corePartner ?? false,
          },
        ],
})

/** Levels that also those see who know of few products only; core partners, and administrators, know of all. */
const isShownByProduct: ReadonlySet<Secrecy> = new Set(['public', 'national-partners'])

/** `notKept`: values that the actor saw, and that the product has no more. */
export interface ParentRemoval extends ProductDecision {
  notKept: number
}

/**
 * The product stands for itself. What both the actor and the institution that is responsible for the list see of the parent's
 * values becomes the list's own, unless somebody else would see it that way who may not know of the parent. What is not copied
 * follows the base list, or is empty there. Refuses: forbidden, rule_violated (it has no parent; a mandatory value, or the
 * category, would be gone).
 */
export function decideRemoveParent(c: WriteContext): ParentRemoval | Refusal {
  const { before, actor, reference, derived } = c
  if (!isAllowed(c)) return notAllowed()
  if (before.data.derivedProductId === undefined) return noChange()
  const resolved = resolveLinks(before.data, derived)
  const today = { current: before.data, parents: derived }
  const seen = redactProduct(before.data, resolved, actor, reference, today)
  if (!seen) return productNotFound(before.id)
  const { derivedProductId: _, ...rest } = before.data
  const audience = audienceOf(before.data.listData)
  /** Was it read through a product that not everybody knows of who would see the value as the product's own? */
  const isForFewer = (key: string, { places, through }: Resolved) => {
    if (!isShownByProduct.has(secrecyOfField(key, reference.fields))) return false
    const parents = new Set([...through, ...places].flatMap(({ product }) => product ?? []))
    return [...parents].some((id) => {
      const parent = derived(id)
      const known = parent ? audienceOf(parent.listData) : []
      return !audience.every((one) => known.includes(one))
    })
  }
  const listData: ProductData['listData'] = {}
  let notKept = 0
  for (const [id, list] of Object.entries(before.data.listData)) {
    const owner = staffOf(responsibleInstitution(before.data, id), reference)
    const owners = valueScope(owner, today, reference)
    const links = Object.entries(list._linked).filter(([, source]) => source === 'derived')
    if (links.length === 0) {
      listData[id] = list
      continue
    }
    const own: Record<string, unknown> = { ...list, _linked: { ...list._linked } }
    const linked = own['_linked'] as ListData['_linked']
    for (const [key] of links) {
      delete linked[key]
      const found = seen.resolved[id]?.[key]
      const value = found?.source === 'derived' ? found.value : undefined
      const full = resolved[id]?.[key]
      const kept =
        value !== undefined && full && owners.sees(key, full) && !isForFewer(key, full)
          ? seenValue(key, { ...full, value }, owners, owner, reference.fields)
          : undefined
      if (!sameValue(kept, value)) notKept++
      if (kept !== undefined) own[key] = kept
      else if (id !== base) linked[key] = 'basis'
    }
    listData[id] = own as ListData
  }
  const data: ProductData = { ...rest, listData }
  const readers = Object.keys(listData).filter((id) => listData[id] !== before.data.listData[id])
  const old = new Set(listIssues(c, before.data, readers).map((i) => i.path))
  const reported = listIssues(c, data, readers).filter((i) => mustBeReported(i, before.data, data, old))
  const told = reported.filter((i) => seesPlace(c, derived, data, i.path))
  if (told.length > 0) return invalidProduct(told)
  if (reported.length > 0) return hiddenValuesLost()
  return { ...decided(c, derived, data), notKept }
}
