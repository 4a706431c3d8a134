/** Levels of secrecy and who may see which (decisions §4, "Secrecy levels"): of values, columns, rows, documents. */
import { fixedIds, mainCategorySecrecy, type Secrecy, secrecyLevels } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { FieldDefinition } from '../model/administration.ts'
import type { Entity } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-path.ts'
import type { ComponentRow, ProductData } from '../model/product.ts'
import type { Ruling } from './approval.ts'
import { viewerClass } from './permissions.ts'
import type { Lists } from './product-subject.ts'

const base = fixedIds.list.base

/** Reference data that secrecy is judged with. `fields` is keyed by entity id, as reference data comes. */
export interface SecrecyReference {
  lists: Lists
  fields: ReadonlyMap<string, Pick<Entity<FieldDefinition>, 'data'>>
  standards: ReadonlyMap<string, { data: Ruling }>
}

/** May the actor see a value of this secrecy? `responsible`: one of their institutions is responsible for it. */
export function visibleTo(secrecy: Secrecy, actor: Actor, responsible: boolean): boolean {
  if (secrecy === 'public') return true
  const viewer = viewerClass(actor)
  if (viewer === 'A') return true
  if (viewer === 'R' || viewer === 'P') return false
  if (responsible) return true
  return viewer === 'C' ? secrecy !== strictest : secrecy === 'national-partners'
}

/** The level that the fewest people see. */
export const strictest: Secrecy = secrecyLevels[0]
/** The level that fewer people see. */
export const stricter = (a: Secrecy, b: Secrecy): Secrecy =>
  secrecyLevels.indexOf(a) <= secrecyLevels.indexOf(b) ? a : b

const byPath = new WeakMap<SecrecyReference['fields'], Map<string, FieldDefinition>>()
/** Field definitions by path; made once for each version of the reference data. */
export function fieldsByPath(fields: SecrecyReference['fields']): ReadonlyMap<string, FieldDefinition> {
  const known = byPath.get(fields)
  if (known) return known
  const made = new Map([...fields.values()].map(({ data }) => [data.path, data]))
  byPath.set(fields, made)
  return made
}

/** A value whose definition is gone is seen only by those who are responsible; the trade name by everyone. */
export const secrecyOfField = (path: string, fields: SecrecyReference['fields']): Secrecy =>
  fieldsByPath(fields).get(path)?.secrecy ??
  (path === tradeNamePath || path === '_category' ? 'public' : strictest)

/** A column is at least as secret as its table. */
export const secrecyOfColumn = (
  table: string,
  column: string,
  fields: SecrecyReference['fields'],
): Secrecy => {
  const all = fieldsByPath(fields)
  const own = all.get(`${table}-${column}`) ?? all.get(column)
  const ofTable = secrecyOfField(table, fields)
  return own ? stricter(own.secrecy, ofTable) : ofTable
}

export const secrecyOfDocument = (row: { secrecy?: Secrecy | undefined }): Secrecy =>
  row.secrecy ?? mainCategorySecrecy

export type Part = 'base' | 'additional'
type States = Pick<ProductData, 'listData'>
const componentRow = (
  { listData }: States,
  list: string,
  part: Part,
  row: string,
): ComponentRow | undefined => {
  const rows = listData[list]?._components?.[part]
  return rows && Object.hasOwn(rows, row) ? rows[row] : undefined
}

/**
 * Did a component row of a list come from the base list? The list says it. A state of before that was kept does not: there it
 * did if the base list has a row of its id with the same component.
 */
export function isFromBase(data: States, list: string, part: Part, row: string): boolean {
  if (list === base) return false
  const said = data.listData[list]?._fromBase
  if (said) return Object.hasOwn(said[part], row)
  const there = componentRow(data, base, part, row)
  return there !== undefined && there.component === componentRow(data, list, part, row)?.component
}

/** Who may see a component row: by the institution that is responsible for the list `home`, and the level. */
export interface ComponentSecrecy {
  home: string
  secrecy: Secrecy
}
/** A copy of a row of the base list is as secret as the stricter of both; as can be where that row is gone. */
export const secrecyOfCopy = (copy: ComponentRow, there: ComponentRow | undefined): Secrecy =>
  stricter(copy.secrecy, there?.secrecy ?? strictest)
/** A row that came from the base list is the base list's. Any other row is its list's own, whatever its id. */
export function secrecyOfComponent(data: States, list: string, part: Part, row: string): ComponentSecrecy {
  const found = componentRow(data, list, part, row)
  const isCopy = isFromBase(data, list, part, row)
  const home = isCopy ? base : list
  if (!found) return { home, secrecy: strictest }
  return { home, secrecy: isCopy ? secrecyOfCopy(found, componentRow(data, base, part, row)) : found.secrecy }
}
