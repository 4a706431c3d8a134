/** A property of the conditions of a list, and its values. */
import type { FilterProperty } from './filter-compile.ts'
import type { FilterOperator } from './filter-query.ts'

export interface FilterOption {
  value: string
  label: string
  /** Words that find the option too: a number, a city. */
  tags?: string[]
  /** What somebody typed, where a search found the option by a name in another language or the like. */
  foundBy?: string
}
export interface FilterField extends FilterProperty {
  title: string
  /** Key of one of the groups. */
  group: string
  /** Restricts the operators of its kind. */
  operators?: FilterOperator[]
  /** Known up front. */
  options?: readonly FilterOption[]
  /** Names the search that gives options while typing. */
  loader?: string
  /**
   * What a text means that was typed without a property. A number is one of the first property with `number`, which
   * Enter takes; those with `otherNumber` offer it. `any` takes a value before others that are searched the same way,
   * because it asks for it in any place. With `never` no value is offered without the property: others ask for the same.
   */
  typed?: 'number' | 'otherNumber' | 'any' | 'never'
  /** Its values may be asked to be empty. */
  canBeEmpty?: boolean
}
