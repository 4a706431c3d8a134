/**
 * Where the values of a product's lists come from (decisions §3): a direct value is stored in the list; a linked one
 * is read from the derived product's same list (or its base list), or from the product's own base list.
 */
import { derivedChainLimit, fixedIds } from '../constants.ts'
import type { JsonPatch } from '../model/entity.ts'
import { fieldPathPattern } from '../model/field-path.ts'
import { type LinkSource, listDataKeys, type ProductData } from '../model/product.ts'
import { type Refusal, refuseRule } from './refusal.ts'

const base = fixedIds.list.base
export type Source = 'direct' | LinkSource

/** A list of a product; without `product` it is the product's own. */
export interface Place {
  product?: string
  list: string
}
export interface Resolved {
  source: Source
  /** Undefined where the source has no value. */
  value: unknown
  /** Product that holds the value, if another one. */
  fromProduct?: string
  /** List that holds the value, if another one or of another product. */
  fromList?: string
  /**
   * Where a value was looked for: the list that holds it, and each one ahead of it that turned out to hold none.
   * Secrecy is judged at all of them, because a value that is missing there is told too.
   */
  places: Place[]
  /** Lists of other products that were read on the way. Who sees the value has to see each of them. */
  through: Required<Place>[]
}
export type ResolvedLists = Record<string, Record<string, Resolved>>
/** The part of a list, and of a product, that values are read from. */
export interface ReadableList {
  _linked: Record<string, LinkSource>
  _responsible?: { institution: string } | undefined
  [key: string]: unknown
}
export interface Readable {
  derivedProductId?: string | undefined
  listData: Record<string, ReadableList>
}
/** A derived parent by id; undefined where it is not known. */
export type DerivedOf<P extends Readable = ProductData> = (id: string) => P | undefined

/** Field paths and `_category` can be linked; everything else belongs to its list. */
export const isLinkable = (key: string): boolean => key === '_category' || fieldPathPattern.test(key)

/** Keys of a list that have a value or a link, in the order of storage. */
export function valueKeys(list: ReadableList): string[] {
  const keys = Object.keys(list).filter((key) => key === '_category' || !Object.hasOwn(listDataKeys, key))
  for (const key of Object.keys(list._linked)) if (!Object.hasOwn(list, key)) keys.push(key)
  return keys
}

const own = (list: ReadableList | undefined, key: string): unknown =>
  list && Object.hasOwn(list, key) ? list[key] : undefined

/** Institution responsible for a list: its own, else the base list's; nobody for a list that the product does not have. */
export const responsibleInstitution = (data: Readable, list: string): string | undefined => {
  const of = data.listData[list]
  return (of && (of._responsible ?? data.listData[base]?._responsible))?.institution
}

/**
 * Institution that the secrecy of a value depends on: the one that is responsible at all of its places. Undefined, so
 * nobody, where they differ or a place is not known.
 */
export function responsibleAt(
  places: readonly Place[],
  data: Readable,
  derived: DerivedOf<Readable>,
): string | undefined {
  const institutionAt = ({ product, list }: Place) => {
    const at = product === undefined ? data : derived(product)
    return at && responsibleInstitution(at, list)
  }
  const [first, ...others] = places
  const institution = first && institutionAt(first)
  return others.every((place) => institutionAt(place) === institution) ? institution : undefined
}

/**
 * One key of one list. The order is direct, derived, basis: a link to the derived product that finds nothing there
 * falls back to the basis. Parents are followed at most five deep; a circle ends the search.
 */
export function resolveKey(
  data: Readable,
  list: string,
  key: string,
  derived: DerivedOf<Readable>,
  depth = 0,
): Resolved | undefined {
  const stored = data.listData[list]
  if (!stored) return undefined
  const direct = own(stored, key)
  if (direct !== undefined) return { source: 'direct', value: direct, places: [{ list }], through: [] }
  const link = Object.hasOwn(stored._linked, key) ? stored._linked[key] : undefined
  if (link === undefined) return undefined
  const fromParent = link === 'derived' ? fromDerived(data, list, key, derived, depth) : undefined
  if (fromParent && fromParent.value !== undefined) return fromParent
  if (list === base) return fromParent ?? { source: link, value: undefined, places: [{ list }], through: [] }
  const found = resolveKey(data, base, key, derived, depth)
  const atBase = found ?? { places: [{ list: base }], through: [] }
  const places = fromParent ? [...fromParent.places, ...atBase.places] : atBase.places
  const through = fromParent ? [...fromParent.through, ...atBase.through] : atBase.through
  if (found && found.value !== undefined)
    return { ...found, source: 'basis', fromList: found.fromList ?? base, places, through }
  // Without a value it is still said where one would be, because secrecy is judged there.
  return { ...(fromParent ?? { source: link, value: undefined, fromList: base }), places, through }
}

function fromDerived(
  data: Readable,
  list: string,
  key: string,
  derived: DerivedOf<Readable>,
  depth: number,
): Resolved | undefined {
  const id = data.derivedProductId
  const parent = id === undefined || depth >= derivedChainLimit ? undefined : derived(id)
  if (id === undefined || !parent) return undefined
  const from = parent.listData[list] ? list : base
  const at = { product: id, list: from }
  const found = resolveKey(parent, from, key, derived, depth + 1)
  return {
    source: 'derived',
    value: found?.value,
    fromProduct: found?.fromProduct ?? id,
    fromList: found?.fromList ?? from,
    places: found?.places.map((place) => ({ product: id, ...place })) ?? [at],
    through: [at, ...(found?.through ?? [])],
  }
}

/** Every value of every list with its source: direct ones as well as linked ones. */
export function resolveLists(data: Readable, derived: DerivedOf<Readable>): ResolvedLists {
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

/** The same of what is linked alone: direct values stand in the lists already. */
export function resolveLinks(data: Readable, derived: DerivedOf<Readable>): ResolvedLists {
  const lists: ResolvedLists = {}
  for (const [id, list] of Object.entries(data.listData)) {
    const values: Record<string, Resolved> = {}
    for (const key of Object.keys(list._linked)) {
      const found = resolveKey(data, id, key, derived)
      if (found) values[key] = found
    }
    lists[id] = values
  }
  return lists
}

/** Does some list read from the derived product? */
export const readsDerived = (data: Readable): boolean =>
  Object.values(data.listData).some((list) => Object.values(list._linked).includes('derived'))

/** What a list would read if all of its keys were linked to the derived parent, by key. */
export function derivedOffers(
  data: Readable,
  list: string,
  keys: readonly string[],
  derived: DerivedOf<Readable>,
): Record<string, Resolved> {
  const offers: Record<string, Resolved> = {}
  for (const key of keys) {
    const found = fromDerived(data, list, key, derived, 0)
    if (found && found.value !== undefined) offers[key] = found
  }
  return offers
}

/**
 * Why the product may not get this parent: a circle, or a chain of more than five. Undefined if it may. `below`: generations
 * of products that are derived from it.
 */
export function derivedChainRefusal(
  productId: string,
  parentId: string,
  derived: DerivedOf<Readable>,
  below = 0,
): Refusal | undefined {
  const seen = new Set([productId])
  let next: string | undefined = parentId
  let steps = 0
  while (next !== undefined && steps <= derivedChainLimit) {
    if (seen.has(next)) return refuseRule('derivedCycle', 'The products would derive from each other.')
    seen.add(next)
    steps++
    const parent = derived(next)
    if (!parent && steps === 1)
      return refuseRule('productNotLoaded', `product not loaded: ${next}`, { params: { id: next } })
    next = parent?.derivedProductId
  }
  return steps + below > derivedChainLimit
    ? refuseRule('derivedTooDeep', `A chain of derived products has at most ${derivedChainLimit} steps.`, {
        params: { limit: derivedChainLimit },
      })
    : undefined
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
