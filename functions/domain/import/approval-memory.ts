/** What a register said of approvals last, and what of them is still as the import left it. */
import type { ApprovalRow, MigratedApproval } from '../../../shared/model/product.ts'
import { dayOf } from '../../../shared/rules/dates.ts'
import { isObject, type Json } from '../../../shared/rules/values.ts'
import { hashOf } from './fields.ts'
import type { Memory } from './merge.ts'
import { placeOf } from './places.ts'

export interface RegisterApproval {
  list: string
  standard: string
  row: unknown
}

/** The item's data without its approvals, and these. An `_approval` that says nothing is none. */
export function splitApprovals(data: Json): { rest: Json; approvals: RegisterApproval[] } {
  const lists = data['listData']
  if (!isObject(lists)) return { rest: data, approvals: [] }
  const approvals: RegisterApproval[] = []
  const listData = Object.entries(lists).map(([list, value]): [string, unknown] => {
    if (!isObject(value) || !Object.hasOwn(value, '_approval')) return [list, value]
    const { _approval, ...rest } = value
    for (const [standard, row] of Object.entries(isObject(_approval) ? _approval : {}))
      approvals.push({ list, standard, row })
    return [list, rest]
  })
  return { rest: { ...data, listData: Object.fromEntries(listData) }, approvals }
}

export const approvalPlace = (list: string, standard: string) =>
  placeOf(['listData', list, '_approval', standard])
const isOfApproval = (place: string) => /^\/listData\/[^/]+\/_approval\//.test(place)
/** A memory in two: of approvals, and of everything else. */
export function splitMemory({ hashes, written }: Memory): { values: Memory; approvals: Memory } {
  const part = (record: Readonly<Record<string, string>>, ofApprovals: boolean) =>
    Object.fromEntries(Object.entries(record).filter(([place]) => isOfApproval(place) === ofApprovals))
  return {
    values: { hashes: part(hashes, false), ...(written && { written: part(written, false) }) },
    approvals: { hashes: part(hashes, true), written: part(written ?? {}, true) },
  }
}

const keysOfFormerImports = new Set([
  'active',
  'begin',
  'end',
  'hasEverBeenApproved',
  'finalApprovalAccountId',
  'finalApprovalDate',
  'updatedBy',
])
/**
 * Memories of before hold an approval value by value. Their row is the import's own if it has nothing that only people
 * write, and says what the register said.
 */
export function isOfFormerImport(row: ApprovalRow, place: string, { hashes }: Memory): boolean {
  const hashAt = (key: string) => hashes[`${place}/${key}`]
  const isAsBefore = (key: keyof MigratedApproval) =>
    hashAt(key) === (row[key] === undefined ? undefined : hashOf(row[key]))
  const begins = hashAt('begin') === undefined ? [row.finalApprovalDate, row.end] : []
  return (
    Object.keys(row).every((key) => keysOfFormerImports.has(key)) &&
    row.updatedBy === row.finalApprovalAccountId &&
    isAsBefore('active') &&
    isAsBefore('end') &&
    (isAsBefore('begin') || begins.some((day) => day && row.begin && dayOf(day) === dayOf(row.begin)))
  )
}
/** The register brings what it brought last. */
export function isUnchanged(row: Json, place: string, { hashes }: Memory): boolean {
  if (hashes[place] !== undefined) return hashes[place] === hashOf(row)
  const former = Object.keys(hashes).filter((known) => known.startsWith(`${place}/`))
  const now = Object.entries(row)
  return (
    former.length > 0 &&
    former.length === now.length &&
    now.every(([key, value]) => hashes[`${place}/${key}`] === hashOf(value))
  )
}
