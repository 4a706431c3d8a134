/**
 * What is taken out of a product's list before it is saved (file 1 §5): empty dates, empty company rows, empty
 * checklist values. Amounts that are no numbers become 0.
 */
import { fieldPathPattern } from '../model/field-path.ts'
import { isObject, type Json } from './values.ts'

const isBlank = (x: unknown) => x === undefined || x === null || (typeof x === 'string' && x.trim() === '')
const without = (map: Json, drop: (value: unknown, key: string) => boolean): Json =>
  Object.fromEntries(Object.entries(map).filter(([key, value]) => !drop(value, key)))
const mapRows = (map: unknown, change: (row: Json) => Json): unknown =>
  isObject(map)
    ? Object.fromEntries(Object.entries(map).map(([id, row]) => [id, isObject(row) ? change(row) : row]))
    : map

const isEmptyDate = (value: unknown) => isObject(value) && 'dateValue' in value && isBlank(value.dateValue)

/** A number as typed (also `1,5`); anything else is 0 (file 1 §5). */
export function numberOrZero(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0
  if (typeof value !== 'string' || value.trim() === '') return 0
  const parsed = Number(value.trim().replace(',', '.'))
  return Number.isFinite(parsed) ? parsed : 0
}
const withNumericAmount = (row: Json): Json =>
  Object.hasOwn(row, 'amount') ? { ...row, amount: numberOrZero(row.amount) } : row

/** A row without a company is empty, whatever role it has: the role is what a new row starts with. */
const companies = (map: unknown): unknown =>
  isObject(map)
    ? mapRows(
        without(map, (row) => isObject(row) && isBlank(row.company)),
        withNumericAmount,
      )
    : map

const checklist = (map: unknown): unknown => {
  if (!isObject(map)) return map
  const rows = mapRows(map, (row) => without(row, isBlank)) as Json
  return without(rows, (row) => isObject(row) && Object.keys(row).every((key) => key === 'updatedBy'))
}
const table = (value: Json): Json =>
  isObject(value.tableValue)
    ? { tableValue: mapRows(value.tableValue, (row) => without(row, isEmptyDate)) }
    : value

/** One list as it is saved. What is already clean comes back as the same values. */
export function stripList(list: Json): Json {
  const result: Json = {}
  for (const [key, value] of Object.entries(list)) {
    if (fieldPathPattern.test(key)) {
      if (!isEmptyDate(value)) result[key] = isObject(value) ? table(value) : value
    } else if (key === '_companies') result[key] = companies(value)
    else if (key === '_checklist') result[key] = checklist(value)
    else if (key === '_components' && isObject(value))
      result[key] = Object.fromEntries(
        Object.entries(value).map(([part, rows]) => [part, mapRows(rows, withNumericAmount)]),
      )
    else if (key === '_category' && isBlank(value)) continue
    else result[key] = value
  }
  return result
}
