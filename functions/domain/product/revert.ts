import type { FromBase, ListData, ProductData } from '../../../shared/model/product.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, noChange, notAllowed, type Refusal } from '../../../shared/rules/refusal.ts'
import { isLinkable, resolveLinks } from '../../../shared/rules/resolution.ts'
import { staysOnRevert } from '../../../shared/rules/revert.ts'
import { isFromBase, type Part } from '../../../shared/rules/secrecy.ts'
import { type Json, sameValue } from '../../../shared/rules/values.ts'
import { acceptDraft, type ProductDecision } from './accept.ts'
import { productNotFound, type WriteContext } from './context.ts'
import { withKeys } from './lists.ts'
import { seenData } from './save.ts'

/** Does the list hold the key by a value or a link that the actor does not see? */
function isHidden(key: string, stored: ListData, seen: ListData): boolean {
  const isUnseen = (all: object, shown: object) => Object.hasOwn(all, key) && !Object.hasOwn(shown, key)
  return isLinkable(key) && (isUnseen(stored, seen) || isUnseen(stored._linked, seen._linked))
}

function reverted(stored: ListData, now: ListData, was: ListData, takesCompanies: boolean): ListData {
  const list: Json = {}
  const isShown = ([key]: [string, unknown]) => !isHidden(key, stored, now)
  const then = {
    ...Object.fromEntries(Object.entries(was).filter(isShown)),
    _linked: Object.fromEntries(Object.entries(was._linked).filter(isShown)),
  }
  const isOf = (key: string) => staysOnRevert.has(key) || (key === '_companies' && !takesCompanies)
  for (const [key, value] of Object.entries(now)) if (isOf(key)) list[key] = value
  for (const [key, value] of Object.entries(then)) if (!isOf(key)) list[key] = value
  return list as ListData
}

/** Rows that come back as what they were: the base list's, where they came from there. */
function broughtFromBase(
  then: ProductData,
  list: string,
  now: ListData,
  was: ListData,
): { _fromBase?: FromBase } {
  const brought = (part: Part) => {
    const { [part]: rows } = was._components
    const ids = Object.keys(rows).filter(
      (id) => isFromBase(then, list, part, id) && !sameValue(rows[id], now._components[part][id]),
    )
    return Object.fromEntries(ids.map((id) => [id, true as const]))
  }
  const _fromBase = { base: brought('base'), additional: brought('additional') }
  return Object.values(_fromBase).some((ids) => Object.keys(ids).length > 0) ? { _fromBase } : {}
}

/**
 * Writes what an older revision held as the newest state, as far as the actor sees it and may edit it: other lists
 * and hidden values stay as they are now. Notes, approvals, responsibility, activation and archive stay too, so that no
 * approval comes back without the people it needs. Refuses: forbidden, and what a save refuses.
 */
export function decideRevert(
  c: WriteContext,
  then: { rev: number; data: ProductData },
): ProductDecision | Refusal {
  const { before, actor, reference } = c
  const seen = seenData(c)
  if (isRefusal(seen)) return seen
  const subject = productSubject(before.data, reference.lists)
  const editable = Object.keys(seen.listData).filter((id) => can(actor, 'product:edit', ofList(subject, id)))
  if (editable.length === 0) return notAllowed()
  if (then.rev === before.rev) return noChange()
  const old = redactProduct(then.data, resolveLinks(then.data, c.derived), actor, reference, {
    current: before.data,
    parents: c.derived,
  })
  if (!old) return productNotFound(before.id)
  const draft: ProductData = { ...seen, listData: { ...seen.listData } }
  for (const id of editable) {
    const [stored, now, was] = [before.data.listData[id], seen.listData[id], old.data.listData[id]]
    if (stored && now && was) {
      const takesCompanies = can(actor, 'product:assign-companies', ofList(subject, id))
      draft.listData[id] = withKeys(
        reverted(stored, now, was, takesCompanies),
        broughtFromBase(then.data, id, now, was),
      )
    }
  }
  return acceptDraft(c, seen, draft, { revertedTo: then.rev }, old.data)
}
