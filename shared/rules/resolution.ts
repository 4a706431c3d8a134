/**
 * Where the values of a product's lists come from (decisions §3): a direct value is stored in the list; a linked one
 * is read from the derived product's same list (or its base list), or from the product's own base list.
 */
import { derivedChainLimit, fixedIds } from '../constants.ts'
import type { JsonPatch } from '../model/entity.ts'
import { fieldPathPattern } from '../model/field-value.ts'
import { type LinkSource, type ListData, listDataKeys, type ProductData } from '../model/product.ts'
import { type Refusal, refuseRule } from './refusal.ts'

const base = fixedIds.list.base
export type Source = 'direct' | LinkSource

export interface Resolved {
  source: Source
  /** Undefined where the source has no value. */
  value: unknown
  /** Product that holds the value, if another one. */
  fromProduct?: string
  /** List that holds the value, if another one or of another product. */
  fromList?: string
  /** Institution responsible where the value is stored: secrecy is judged there. */
  responsible?: string
}
export type ResolvedLists = Record<string, Record<string, Resolved>>
/** A derived parent by id; undefined where it is not known. */
export type DerivedOf = (id: string) => ProductData | undefined

/** Field paths and `_category` can be linked; everything else belongs to its list. */
export const isLinkable = (key: string): boolean => key === '_category' || fieldPathPattern.test(key)

/** Keys of a list that have a value or a link, in the order of storage. */
export function valueKeys(list: ListData): string[] {
  const keys = Object.keys(list).filter((key) => key === '_category' || !Object.hasOwn(listDataKeys, key))
  for (const key of Object.keys(list._linked)) if (!Object.hasOwn(list, key)) keys.push(key)
  return keys
}

const own = (list: ListData | undefined, key: string): unknown =>
  list && Object.hasOwn(list, key) ? list[key] : undefined

/** Institution responsible for a list: its own, else the base list's. */
export const responsibleInstitution = (data: ProductData, list: string): string | undefined =>
  (data.listData[list]?._responsible ?? data.listData[base]?._responsible)?.institution

/**
 * One key of one list. The order is direct, derived, basis: a link to the derived product that finds nothing there
 * falls back to the basis. Parents are followed at most five deep; a circle ends the search.
 */
export function resolveKey(
  data: ProductData,
  list: string,
  key: string,
  derived: DerivedOf,
  depth = 0,
): Resolved | undefined {
  const stored = data.listData[list]
  if (!stored) return undefined
  const direct = own(stored, key)
  if (direct !== undefined)
    return { source: 'direct', value: direct, responsible: responsibleInstitution(data, list) }
  const link = Object.hasOwn(stored._linked, key) ? stored._linked[key] : undefined
  if (link === undefined) return undefined
  const fromParent = link === 'derived' ? fromDerived(data, list, key, derived, depth) : undefined
  if (fromParent && fromParent.value !== undefined) return fromParent
  if (list === base) return fromParent ?? { source: link, value: undefined }
  const found = resolveKey(data, base, key, derived, depth)
  if (found && found.value !== undefined)
    return { ...found, source: 'basis', fromList: found.fromList ?? base }
  // Without a value it is still said where one would be, because secrecy is judged there.
  return (
    fromParent ?? {
      source: link,
      value: undefined,
      fromList: base,
      responsible: responsibleInstitution(data, base),
    }
  )
}

function fromDerived(
  data: ProductData,
  list: string,
  key: string,
  derived: DerivedOf,
  depth: number,
): Resolved | undefined {
  const id = data.derivedProductId
  const parent = id === undefined || depth >= derivedChainLimit ? undefined : derived(id)
  if (id === undefined || !parent) return undefined
  const from = parent.listData[list] ? list : base
  const found = resolveKey(parent, from, key, derived, depth + 1)
  return {
    value: undefined,
    responsible: responsibleInstitution(parent, from),
    ...found,
    source: 'derived',
    fromProduct: found?.fromProduct ?? id,
    fromList: found?.fromList ?? from,
  }
}

/** Every value of every list with its source: direct ones as well as linked ones. */
export function resolveLists(data: ProductData, derived: DerivedOf): ResolvedLists {
  const lists: ResolvedLists = {}
  for (const [id, list] of Object.entries(data.listData)) {
    const values: Record<string, Resolved> = {}
    for (const key of valueKeys(list)) {
      const found = resolveKey(data, id, key, derived)
      if (found) values[key] = found
    }
    lists[id] = values
  }
  return lists
}

/** Does some list read from the derived product? */
export const readsDerived = (data: ProductData): boolean =>
  Object.values(data.listData).some((list) => Object.values(list._linked).includes('derived'))

/** What a list would read if all of its keys were linked to the derived parent, by key. */
export function derivedOffers(
  data: ProductData,
  list: string,
  keys: readonly string[],
  derived: DerivedOf,
): Record<string, Resolved> {
  const offers: Record<string, Resolved> = {}
  for (const key of keys) {
    const found = fromDerived(data, list, key, derived, 0)
    if (found && found.value !== undefined) offers[key] = found
  }
  return offers
}

/** Why the product may not get this parent: a circle, or a chain of more than five. Undefined if it may. */
export function derivedChainRefusal(
  productId: string,
  parentId: string,
  derived: DerivedOf,
): Refusal | undefined {
  const seen = new Set([productId])
  let next: string | undefined = parentId
  for (let depth = 1; next !== undefined; depth++) {
    if (seen.has(next)) return refuseRule('derivedCycle', 'The products would derive from each other.')
    if (depth > derivedChainLimit)
      return refuseRule(
        'derivedTooDeep',
        `A chain of derived products has at most ${derivedChainLimit} steps.`,
        {
          params: { limit: derivedChainLimit },
        },
      )
    seen.add(next)
    const parent = derived(next)
    if (!parent && depth === 1)
      return refuseRule('derivedMissing', 'The derived product must be set and loaded first.')
    next = parent?.derivedProductId
  }
  return undefined
}

export interface SourceSwitch {
  /** Operations on the stored data; empty if the source is already this one. */
  patch: JsonPatch
  /** The direct value that is lost by switching away from it. */
  dropped?: unknown
  /** The value that is seen after the switch. */
  value: unknown
}
/**
 * Switches the source of one key. To `direct` it copies what is seen now, else `empty` (the default of the field's
 * type). Away from `direct` the direct value is dropped and told. `offers` are the values that the sources hold.
 */
export function switchSource(
  data: Pick<ProductData, 'listData' | 'derivedProductId'>,
  list: string,
  key: string,
  to: Source,
  offers: { basis?: unknown; derived?: unknown },
  empty?: unknown,
): SourceSwitch | Refusal {
  const stored = data.listData[list]
  if (!stored) return refuseRule('listMissing', `List missing: ${list}`, { params: { id: list } })
  if (!isLinkable(key)) return refuseRule('linkInvalid', 'This cannot be linked.')
  const link = Object.hasOwn(stored._linked, key) ? stored._linked[key] : undefined
  const offered = (source: LinkSource) =>
    source === 'derived' ? (offers.derived ?? (list === base ? undefined : offers.basis)) : offers.basis
  const at = `/listData/${list}/${key}`
  const linkAt = `/listData/${list}/_linked/${key}`
  if (to === 'direct') {
    const seen = own(stored, key) ?? (link === undefined ? undefined : offered(link)) ?? empty
    if (link === undefined) return { patch: [], value: seen }
    const patch: JsonPatch = [{ op: 'remove', path: linkAt }]
    if (seen !== undefined) patch.push({ op: 'add', path: at, value: seen })
    return { patch, value: seen }
  }
  const refused = linkRefusal(data, list, to)
  if (refused) return refused
  const value = offered(to)
  if (link === to) return { patch: [], value }
  const patch: JsonPatch = [{ op: 'add', path: linkAt, value: to }]
  if (!Object.hasOwn(stored, key)) return { patch, value }
  patch.push({ op: 'remove', path: at })
  return { patch, value, dropped: own(stored, key) }
}

/** Why a list may not link to this source, or undefined. */
export function linkRefusal(
  data: Pick<ProductData, 'derivedProductId'>,
  list: string,
  to: LinkSource,
): Refusal | undefined {
  if (to === 'basis' && list === base) return refuseRule('linkBase', 'The base list has no basis to link to.')
  if (to === 'derived' && data.derivedProductId === undefined)
    return refuseRule('derivedMissing', 'The derived product must be set and loaded first.')
  return undefined
}
