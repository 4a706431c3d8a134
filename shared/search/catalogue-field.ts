import type { Secrecy } from '../constants.ts'
import type { FieldDefinition } from '../model/administration.ts'
import type { Localized } from '../model/basics.ts'
import type { EntityClassName } from '../model/entity-classes.ts'
import type { IndexKind } from './index-query.ts'

export interface CatalogueOption {
  id: string
  /** A key of the texts, or the title itself. */
  title: string | Localized
  enabled?: boolean
  group?: string
}
export interface CatalogueField {
  /** What callers write, e.g. `lists.approvals.standard`. */
  name: string
  /** Rows that the field belongs to, as `$nested` names them; absent: the document. */
  nestedPath?: string
  /** Path into the index mapping, e.g. `lists.values.text`. */
  physical: string
  /** Where sorting, or showing, reads another field of the same row than filtering does. */
  sortPhysical?: string
  showPhysical?: string
  /** Where `physical` is a field of rows of values: which ones, and of which table. */
  valuePath?: string
  table?: string
  /** Who may see that the table has rows at all. */
  tableSecrecy?: Secrecy
  kind: IndexKind
  /** A date that is an instant, not a stored day: which day it belongs to depends on the time zone. */
  isMoment?: boolean
  /** A key of the texts, or the title itself. */
  title: string | Localized
  secrecy: Secrecy
  sortable: boolean
  /** Class of the entities that the values are ids of. */
  entityClass?: EntityClassName
  options?: CatalogueOption[]
  /** Type of the select options that the values are ids of. */
  optionSource?: string
  /** Meets the base list only. */
  inBaseList?: boolean
  /** Unit behind a number. */
  unit?: string
  /** The definition that the field was made from. */
  definition?: FieldDefinition
  /**
   * Rows that say who may see the value. They are read instead where the viewer's right depends on who is responsible,
   * or on the products that the value was read from.
   */
  guarded?: Pick<CatalogueField, 'physical' | 'sortPhysical' | 'valuePath' | 'inBaseList'>
}
