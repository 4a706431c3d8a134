/** Texts of one field in one language, of many entries at once: as a column of a sheet. Pure. */
import type { Locale } from '../../../../shared/constants.ts'
import type { Entity, JsonPatch } from '../../../../shared/model/entity.ts'
import { pointerToken } from '../../../../shared/rules/values.ts'

export interface Column {
  /** Key of a field with texts. */
  key: string
  locale: Locale
}
/** What was typed of an entry in a column. */
export type Typed = ReadonlyMap<string, string>
export const cellOf = ({ key, locale }: Column, id: string): string => `${key}/${locale}/${id}`

const textsOf = (data: Entity['data'], key: string) =>
  data[key] as Partial<Record<Locale, string>> | undefined
export const storedText = ({ data }: Pick<Entity, 'data'>, { key, locale }: Column): string =>
  textsOf(data, key)?.[locale] ?? ''
/** Another text than the one that is stored; blank is none. */
export const isChanged = (entity: Pick<Entity, 'data'>, column: Column, text: string): boolean =>
  text.trim() !== storedText(entity, column).trim()

/** How the text becomes the entry's. */
export function patchOfText(
  { data }: Pick<Entity, 'data'>,
  { key, locale }: Column,
  text: string,
): JsonPatch {
  const field = `/${pointerToken(key)}`
  const path = `${field}/${locale}`
  if (text.trim() === '') return [{ op: 'remove', path }]
  return textsOf(data, key) === undefined
    ? [{ op: 'add', path: field, value: { [locale]: text.trim() } }]
    : [{ op: 'add', path, value: text.trim() }]
}

/** Lines that were copied from another sheet, each into the entry below the one before. A single line is only text. */
export function pastedBelow(ids: readonly string[], from: string, pasted: string): [string, string][] {
  const lines = pasted.replace(/(\r?\n)+$/, '').split(/\r?\n/)
  const start = ids.indexOf(from)
  if (lines.length < 2 || start < 0) return []
  return ids.slice(start, start + lines.length).map((id, n) => [id, lines[n] ?? ''])
}

/** Entries that lack the text in the column, though they have it in another language. */
export const isMissing = (entity: Pick<Entity, 'data'>, column: Column): boolean =>
  storedText(entity, column).trim() === '' &&
  Object.values(textsOf(entity.data, column.key) ?? {}).some((text) => text?.trim())
