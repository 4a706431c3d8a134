/** What is needed to say a product's values in words. */
import type { TFunction } from 'i18next'
import type { Lookup } from './lookup.ts'

export interface Words {
  t: TFunction
  lookup: Lookup
  /** Name of a company, account, component … by id. */
  nameOf(id: string): string | undefined
  date(iso: string | undefined): string
  number(value: number): string
  /** Of money. */
  amount(value: number): string
  /** Share of 100, with its sign. */
  percent(value: number): string
  today: string
}
