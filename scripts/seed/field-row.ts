/** A field definition as the seed writes it down; titles in ten languages, divided by `|`. */
import type { MainCategoryKey, Secrecy } from '../../shared/constants.ts'
import type { FieldType } from '../../shared/model/field-value.ts'
import type { CodeKind } from '../../shared/rules/check-digit.ts'

export interface FieldSeed {
  type: FieldType
  path: string
  /** Product tab, or path of the table. */
  at: string
  title: string
  /** Title of the group that it begins. */
  heading?: string
  secrecy?: Secrecy
  mandatory?: true
  unit?: string
  code?: CodeKind
  optionSource?: string
  only?: MainCategoryKey[]
  options?: Record<string, string>
  /** Titles of groups, with the options that are in each. */
  groups?: Record<string, { title: string; options: string[] }>
}
