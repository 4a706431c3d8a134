/** Entries of a class as a table for other programs: every field, texts by language. Pure. */
import { type Locale, locales } from '../../../../shared/constants.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { harmlessCell } from '../../../../shared/rules/harmless-cell.ts'
import { type ClassDescription, isLocalized } from './description.ts'

interface Said {
  fieldTitle(key: string): string
  value(key: string, value: unknown): string
  languageName(locale: Locale): string
}
/** A column before the fields: where an entry stands in its tree. */
interface Lead {
  title: string
  of(entity: Entity): string
}
const textIn = (value: unknown, locale: Locale): string =>
  ((value ?? {}) as Partial<Record<Locale, string>>)[locale] ?? ''

/** Titles, then a row each. A text has a column for each language that one of the entries has it in. */
export function csvRows(
  entities: readonly Entity[],
  { fields }: ClassDescription,
  said: Said,
  lead?: Lead,
): string[][] {
  const columns = fields.flatMap((field) => {
    const title = said.fieldTitle(field.key)
    const valueIn = ({ data }: Entity) => data[field.key]
    if (!isLocalized(field)) return { title, of: (one: Entity) => said.value(field.key, valueIn(one)) }
    return locales
      .filter((locale) => entities.some((one) => textIn(valueIn(one), locale).trim() !== ''))
      .map((locale) => ({
        title: `${title} (${said.languageName(locale)})`,
        of: (one: Entity) => textIn(valueIn(one), locale),
      }))
  })
  const all = [{ title: 'ID', of: ({ id }: Entity) => id }, ...(lead ? [lead] : []), ...columns]
  return [all.map(({ title }) => title), ...entities.map((one) => all.map(({ of }) => harmlessCell(of(one))))]
}

/** Where numbers have a comma, programs of tables separate cells by semicolons. */
export const separatorIn = (locale: Locale): string => (locale === 'en_GB' ? ',' : ';')
