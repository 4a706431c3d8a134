/** Levels of secrecy and who may see which (decisions §4, "Secrecy levels"): of values, columns, rows, documents. */
import { fixedIds, mainCategorySecrecy, type Secrecy, secrecyLevels } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { FieldDefinition } from '../model/administration.ts'
import type { Entity } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-value.ts'
import type { ProductData } from '../model/product.ts'
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
/** List whose responsible institution a component row belongs to: the base list's, if the row came from there. */
export const componentHome = (
  data: Pick<ProductData, 'listData'>,
  list: string,
  part: Part,
  row: string,
): string => (list !== base && Object.hasOwn(data.listData[base]?._components[part] ?? {}, row) ? base : list)
