/** Values of fields in words: by their wrapper, or bare. */

import { companyRoles, secrecyLevels } from '../../../../shared/constants.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import { percentSign } from '../../../../shared/rules/percent.ts'
import { isObject, type Json, wrapperKey } from '../../../../shared/rules/values.ts'
import { labelled, text as say } from '../../../texts/texts.ts'
import { orderedRows } from './draft.ts'
import { columnsOf, type Definition } from './fields.ts'
import { optionsOf, titleOfOption } from './options.ts'
import type { Words } from './words.ts'

const instant = /^\d{4}-\d{2}-\d{2}T/
export const languageCode = (locale: string) => locale.slice(0, 2).toUpperCase()

export const localizedLines = (value: Localized): string =>
  Object.entries(value)
    .filter(([, text]) => typeof text === 'string' && text.trim() !== '')
    .map(([locale, text]) => labelled(languageCode(locale), text as string))
    .join('\n')

/** Longer titles are sentences. */
const shortTitle = 30
/** Ends a sentence: a line of its own where lines are shown, a sign between two where they are not. */
export const endOfTitle = () => `${say('ui', 'afterTitle')}\n`
/** Sentences are told apart, as their commas would run into those between them. */
const titlesText = (titles: readonly string[]): string =>
  titles.join(titles.some((one) => one.includes(',') || one.length > shortTitle) ? endOfTitle() : ', ')

function optionTitle(definition: Definition | undefined, value: string, words: Words): string {
  if (value === '') return ''
  if (!definition) return value
  const options = optionsOf(definition, words.lookup, [value])
  return titleOfOption(options, value)
}

export const columnKeyOf = (table: string, column: string): string =>
  column.startsWith(`${table}-`) ? column.slice(table.length + 1) : column
/** Cell of a row, by the column's own name or its whole path. */
export const cellOf = (row: Json, table: string, column: string): unknown =>
  row[columnKeyOf(table, column)] ?? row[column]

function tableText(definition: Definition | undefined, table: Json, words: Words): string {
  const columns = definition ? columnsOf(words.lookup.definitions, definition.path) : []
  return orderedRows(table as Record<string, Json & { _order?: number }>)
    .map((row) =>
      columns.length === 0
        ? Object.entries(row)
            .filter(([key]) => key !== '_order' && key !== 'id')
            .map(([, cell]) => fieldText(undefined, cell, words))
            .join(' · ')
        : columns
            .map((column) => fieldText(column, cellOf(row, definition?.path ?? '', column.path), words))
            // A line is a row.
            .map((text) => text.replaceAll('\n', ' '))
            .filter((text) => text !== '')
            .join(' · '),
    )
    .join('\n')
}

/** A field's wrapper in words; empty where there is no value. */
export function fieldText(definition: Definition | undefined, value: unknown, words: Words): string {
  if (value === undefined || value === null) return ''
  const kind = wrapperKey(value)
  if (kind === undefined || !isObject(value)) return plainText(value, words)
  const inner = value[kind]
  if (kind === 'textValue') return isObject(inner) ? localizedLines(inner as Localized) : String(inner ?? '')
  if (kind === 'selectValue') return optionTitle(definition, String(inner ?? ''), words)
  if (kind === 'multiselectValue')
    return Array.isArray(inner) ? titlesText(inner.map((v) => optionTitle(definition, String(v), words))) : ''
  if (kind === 'booleanValue') return words.t(inner === true ? 'yes' : 'no')
  if (kind === 'numberValue' && typeof inner === 'number')
    return definition?.unit?.trim() === percentSign
      ? words.percent(inner)
      : [words.number(inner), definition?.unit].filter(Boolean).join(' ')
  if (kind === 'dateValue') return inner ? words.date(String(inner)) : ''
  if (kind === 'tableValue' && isObject(inner)) return tableText(definition, inner, words)
  return ''
}

/** The trade name in words, by the value of its field. */
export const nameText = (value: unknown, words: Words): string =>
  fieldText(words.lookup.definitionByPath.get(tradeNamePath), value, words)

/** A bare value: id, date, role, secrecy, number, or text. */
export function plainText(value: unknown, words: Words): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no')
  if (typeof value === 'number') return words.number(value)
  if (typeof value === 'string') {
    if (instant.test(value)) return words.date(value)
    if ((companyRoles as readonly string[]).includes(value)) return words.t(`role.${value}`)
    if ((secrecyLevels as readonly string[]).includes(value)) return words.t(`secrecy.${value}`)
    return words.nameOf(value) ?? value
  }
  if (Array.isArray(value)) return value.map((v) => plainText(v, words)).join(', ')
  if (isObject(value)) {
    const link = value.link
    if (link === 'basis' || link === 'derived') return words.t(`source.linked.${link}`)
    return Object.entries(value)
      .filter(([key]) => !key.startsWith('_'))
      .map(([, inner]) => plainText(inner, words))
      .filter((text) => text !== '')
      .join(', ')
  }
  return String(value)
}
