/** Pieces that documents of the index are made of. */
import type { Entity } from '../model/entity.ts'
import { cutText } from '../rules/cut-text.ts'
import { languageOrder } from '../rules/localized.ts'
import type { Scalar } from './filter.ts'
import type { IndexDocument, IndexRow, IndexValue } from './index-query.ts'

/** Longer texts are cut for the index; they are searched by their beginning. Characters. */
export const maxIndexedText = 8000
const cutMark = '…'
export const text = (value: string) =>
  value.length > maxIndexedText ? cutText(value, maxIndexedText - 1) + cutMark : value
/** Whether only the beginning of a text is in the index. */
export const isCutText = (indexed: string) =>
  indexed.length >= maxIndexedText - 1 && indexed.endsWith(cutMark)
export const isFilled = (v: Scalar) => typeof v !== 'string' || v.trim() !== ''
export const date = (value: string | undefined): string | undefined => {
  const at = value ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
/** A text in all its languages, the preferred ones first, each text once. */
export function languages(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [text(value)]
  if (typeof value !== 'object' || value === null) return []
  const byLocale = value as Record<string, unknown>
  const order = [...new Set([...languageOrder(undefined), ...Object.keys(byLocale).sort()])]
  return [
    ...new Set(
      order.map((l) => byLocale[l]).filter((t): t is string => typeof t === 'string' && isFilled(t)),
    ),
  ].map(text)
}
/** Each value once: two companies of one name are one name. */
export function oneOrMany<T extends Scalar>(list: T[]): T | T[] | undefined {
  const values = [...new Set(list)]
  return values.length > 1 ? values : values[0]
}
export const row = (
  fields: Record<string, IndexValue>,
  nested: Record<string, IndexRow[]> = {},
): IndexRow => {
  for (const key of Object.keys(fields)) if (fields[key] === undefined) delete fields[key]
  return { fields, nested }
}

type Ordered = [string, { _order?: number | undefined }]
export const byOrder = ([a, x]: Ordered, [b, y]: Ordered) =>
  (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1)
export const ordered = <T extends { _order?: number | undefined }>(
  rows: Record<string, T> | undefined,
): T[] =>
  Object.entries(rows ?? {})
    .sort(byOrder)
    .map(([, value]) => value)

function common(entity: Entity): Record<string, IndexValue> {
  return {
    id: entity.id,
    rev: entity.rev,
    created: date(entity.created),
    updated: date(entity.updated),
    createdBy: entity.createdBy,
    updatedBy: entity.updatedBy,
    deleted: entity.disabled,
  }
}
export const document = (
  entity: Entity,
  fields: Record<string, IndexValue>,
  nested: IndexDocument['nested'],
) => ({
  id: entity.id,
  entityclass: entity.entityclass,
  rev: entity.rev,
  ...row({ ...common(entity), ...fields }, nested),
})
