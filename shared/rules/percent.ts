/** Shares of 100 have up to three decimals (file 1 §9), so that what is shown is what is stored. */
import type { FieldDefinition } from '../model/administration.ts'
import type { Localized } from '../model/basics.ts'
import type { ListData } from '../model/product.ts'
import { issue, type ProductIssue } from './product-validity.ts'
import { isObject, pointerToken } from './values.ts'

const percentDecimals = 3
export const percentSign = '%'
/** Has the share no more decimals than are shown? */
export const fitsPercent = (share: number): boolean => Number(share.toFixed(percentDecimals)) === share
/** What is wrong with a share of 100, by the key of its sentence. */
export function percentFault(share: number): 'percentRange' | 'percentDecimals' | undefined {
  if (share < 0 || share > 100) return 'percentRange'
  return fitsPercent(share) ? undefined : 'percentDecimals'
}

/** What the units of amounts are called, by the select option's id. */
export type UnitTitle = (id: string) => Localized | undefined
/** An amount without a unit is a share of the product. */
export const isPercentUnit = (unit: string | undefined, titleOf: UnitTitle): boolean =>
  unit === undefined ||
  unit === '' ||
  Object.values(titleOf(unit) ?? {}).some((title) => title.trim() === percentSign)

const numbersIn = (value: unknown): number[] =>
  isObject(value) && typeof value.numberValue === 'number' ? [value.numberValue] : []

/** Shares of a list with more decimals: of components at their amount, of fields at the field, also for a table's cells. */
export function percentIssues(
  list: string,
  data: ListData,
  fields: ReadonlyMap<string, Pick<FieldDefinition, 'unit'>>,
  titleOf: UnitTitle,
): ProductIssue[] {
  const found: ProductIssue[] = []
  const at = `/listData/${list}`
  for (const part of ['base', 'additional'] as const)
    for (const [row, { amount, unit }] of Object.entries(data._components?.[part] ?? {}))
      if (amount !== undefined && isPercentUnit(unit, titleOf) && !fitsPercent(amount))
        found.push(issue('percentDecimals', `${at}/_components/${part}/${pointerToken(row)}/amount`))
  const isShare = (path: string) => fields.get(path)?.unit?.trim() === percentSign
  for (const [path, value] of Object.entries<unknown>(data)) {
    if (!isObject(value)) continue
    const shares = isShare(path) ? numbersIn(value) : []
    for (const cells of Object.values(isObject(value.tableValue) ? value.tableValue : {}))
      for (const [column, cell] of Object.entries(isObject(cells) ? cells : {}))
        if (isShare(`${path}-${column}`) || isShare(column)) shares.push(...numbersIn(cell))
    if (!shares.every(fitsPercent)) found.push(issue('percentDecimals', `${at}/${pointerToken(path)}`))
  }
  return found
}
