/** Says a product's values and places in words: for comparisons, conflicts, dialogs and the history. */
import type { TFunction } from 'i18next'
import { companyRoles, mainCategorySecrecy, secrecyLevels } from '../../../../shared/constants.ts'
import type { ChecklistDefinition } from '../../../../shared/model/administration.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import type {
  ApprovalRow,
  CompanyRow,
  ComponentRow,
  DisplaySettings,
  DocumentRow,
  ListData,
  PermitRow,
  ProductData,
} from '../../../../shared/model/product.ts'
import { approvalState } from '../../../../shared/rules/approval.ts'
import { isPercentUnit, percentSign, type UnitTitle } from '../../../../shared/rules/percent.ts'
import { isObject, type Json, wrapperKey } from '../../../../shared/rules/values.ts'
import { getAt, pointerParts } from '../../../ui/json-at.ts'
import { orderedRows } from './draft.ts'
import { columnsOf, type Definition } from './fields.ts'
import { definitionIn, fixedField } from './fixed-fields.ts'
import { flagTitle } from './flags.ts'
import type { Lookup } from './lookup.ts'
import { optionsOf, titleOfOption } from './options.ts'

export interface Words {
  t: TFunction
  lookup: Lookup
  /** Name of a company, account, component … by id. */
  nameOf(id: string): string | undefined
  date(iso: string | undefined): string
  number(value: number): string
  /** Share of 100, with its sign. */
  percent(value: number): string
  today: string
}

const instant = /^\d{4}-\d{2}-\d{2}T/
const languageCode = (locale: string) => locale.slice(0, 2).toUpperCase()

const localizedLines = (value: Localized): string =>
  Object.entries(value)
    .filter(([, text]) => typeof text === 'string' && text.trim() !== '')
    .map(([locale, text]) => `${languageCode(locale)}: ${text}`)
    .join('\n')

/** Longer titles are sentences. */
const shortTitle = 30
/** Ends a sentence: a line of its own where lines are shown, a sign between two where they are not. */
export const endOfTitle = ';\n'
/** Sentences are told apart, as their commas would run into those between them. */
const titlesText = (titles: readonly string[]): string =>
  titles.join(titles.some((one) => one.includes(',') || one.length > shortTitle) ? endOfTitle : ', ')

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
function plainText(value: unknown, words: Words): string {
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

function companyText(row: CompanyRow, words: Words): string {
  const name = words.nameOf(row.company) ?? words.t('companies.unknown')
  const amount = row.amount === undefined ? '' : ` · ${words.number(row.amount)}`
  return `${name} (${words.t(`role.${row.role}`)})${amount}`
}

/** `12,5 %`, `3 kg`; empty without an amount. */
export function amountText({ amount, unit }: ComponentRow, words: Words): string {
  if (amount === undefined) return ''
  const titleOf: UnitTitle = (id) => words.lookup.selectOption(id)?.title
  return unit && !isPercentUnit(unit, titleOf)
    ? `${words.number(amount)} ${unitTitle(unit, words.lookup) ?? ''}`.trimEnd()
    : words.percent(amount)
}

function componentText(row: ComponentRow, words: Words): string {
  const parts = [
    amountText(row, words),
    words.lookup.categoryTitle(row.category),
    words.t(`secrecy.${row.secrecy}`),
    row.printlabel ? words.t('components.printlabel') : '',
  ]
  return [words.nameOf(row.component) ?? words.t('components.unknown'), ...parts.filter(Boolean)].join(' · ')
}
function documentText({ fileName, type, secrecy }: DocumentRow, words: Words): string {
  const option = words.lookup.selectOption(type)
  const parts = [
    option && words.lookup.title(option.title),
    words.t(`secrecy.${secrecy ?? mainCategorySecrecy}`),
  ]
  return [fileName, ...parts.filter(Boolean)].join(' · ')
}
type ChecklistRow = ListData['_checklist'][string]
/** "ja · 15.03.26 – 14.03.27 · gesehen"; empty without an answer. */
export function answerText(
  row: ChecklistRow | undefined,
  definition: ChecklistDefinition | undefined,
  words: Words,
): string {
  if (!row) return ''
  const option = definition?.options.find(({ id }) => id === row.status)
  const answer = option ? words.lookup.title(option.title) : row.status
  return [answer, periodText(row.date, row.until, words), row.comment].filter(Boolean).join(' · ')
}
/** Own limits and places of standards, a line each. */
function displayText({ standards = {} }: DisplaySettings, words: Words): string {
  return Object.entries(standards)
    .map(([id, { order, limitation }]) => {
      const place = order === undefined ? '' : `${words.t('part.order')} ${order + 1}`
      const limits = limitation ? localizedLines(limitation) : ''
      return `${words.lookup.standardTitle(id)}: ${[place, limits].filter(Boolean).join(' · ')}`
    })
    .join('\n')
}
const permitText = ({ permit, number }: PermitRow, words: Words): string =>
  [permitKind(permit, words), number].filter(Boolean).join(' · ')
/** What a permit is called; that of no kind too. */
export const permitKind = (permit: string | undefined, { t, lookup }: Pick<Words, 't' | 'lookup'>): string =>
  permit === undefined ? t('permits.other') : (lookup.permitTitle(permit) ?? t('permits.unknown'))
export const unitTitle = (id: string, lookup: Lookup): string | undefined => {
  const option = lookup.selectOption(id)
  return option ? lookup.title(option.title) : undefined
}

/** "15.03.26 – 14.03.27", "ab 15.03.26" */
export function periodText(begin: string | undefined, end: string | undefined, words: Words): string {
  if (begin && end) return words.t('approvals.period', { begin: words.date(begin), end: words.date(end) })
  if (begin) return words.t('approvals.from', { begin: words.date(begin) })
  return end ? words.t('approvals.until', { end: words.date(end) }) : ''
}
/** The same of an approval, which has no end only where it says so. */
export function periodSaid(begin: string | undefined, end: string | undefined, words: Words): string {
  const days = periodText(begin, end, words)
  return end || !begin ? days : `${days}, ${words.t('approvals.noEnd')}`
}
function approvalText(standard: string | undefined, row: ApprovalRow, words: Words): string {
  const definition = standard === undefined ? undefined : words.lookup.standards.get(standard)
  const state = approvalState(row, words.today, definition?.data)
  const dates =
    state === 'initiated'
      ? periodText(row.tmp_begin, row.tmp_end, words)
      : periodText(row.begin, row.end, words)
  const more = [dates, row.active ? '' : words.t('approvals.inactive'), row.comment, row.restriction]
  return [words.t(`approvals.state.${state}`), ...more.filter(Boolean)].join(' · ')
}

/** Any value of a list by its key, in words; of rows by the row's id, which for an approval is its standard. */
export function valueText(key: string, value: unknown, words: Words, row?: string): string {
  if (value === undefined || value === null) return ''
  if (isObject(value) && typeof value.link === 'string') return plainText(value, words)
  if (key === '_category') return words.lookup.categoryTitle(String(value)) ?? words.t('category.unknown')
  if (key === '_companies' && isObject(value) && 'company' in value)
    return companyText(value as unknown as CompanyRow, words)
  if (key === '_components' && isObject(value) && 'component' in value)
    return componentText(value as unknown as ComponentRow, words)
  if (key === '_documents' && isObject(value) && 'fileName' in value)
    return documentText(value as unknown as DocumentRow, words)
  if (key === '_approval' && isObject(value)) return approvalText(row, value as unknown as ApprovalRow, words)
  if (key === '_responsible' && isObject(value))
    return [words.lookup.institutionTitle(String(value.institution)), words.nameOf(String(value.accountId))]
      .filter(Boolean)
      .join(', ')
  if (key === '_permits' && isObject(value) && 'number' in value)
    return permitText(value as unknown as PermitRow, words)
  if (key === 'invoiceFlags' && isObject(value))
    return Object.keys(value)
      .map((flag) => flagTitle(flag, words.lookup) ?? words.t('flags.unknown'))
      .join(', ')
  if (key === '_display' && isObject(value)) return displayText(value as DisplaySettings, words)
  if (key === '_checklist') {
    const definition = words.lookup.checklists.get(row ?? '')?.data
    if (isObject(value)) return answerText(value as ChecklistRow, definition, words)
    const option = definition?.options.find(({ id }) => id === value)
    if (option) return words.lookup.title(option.title)
  }
  if (key === '_permits' && typeof value === 'string') return words.lookup.permitTitle(value) ?? value
  const one = fixedField(key)
  if (one) return fieldText(definitionIn(one, words.lookup), one.read(value), words)
  return fieldText(words.lookup.definitionByPath.get(key), value, words)
}

const fixed = (key: string, words: Pick<Words, 't'>) => words.t([`key.${key}`, 'key.other'])

/** Title of a key of a list: of its field, or the page's own word for it. */
export const keyTitle = (key: string, words: Pick<Words, 't' | 'lookup'>): string => {
  const definition = words.lookup.definitionByPath.get(key)
  return definition ? words.lookup.title(definition.title) : fixed(key, words)
}

export interface Place {
  list?: string
  /** Title of the field, with row and column where the path goes that far. */
  title: string
  /** Key in the list, for `valueText`. */
  key: string
}
/** Name of a row by what it holds: its company, component, permit or file. */
function rowName(row: unknown, words: Pick<Words, 't' | 'nameOf'>): string | undefined {
  if (!isObject(row)) return undefined
  if (typeof row.company === 'string') return words.nameOf(row.company) ?? words.t('companies.unknown')
  if (typeof row.component === 'string') return words.nameOf(row.component) ?? words.t('components.unknown')
  if (typeof row.number === 'string' && row.number !== '') return row.number
  return typeof row.fileName === 'string' ? row.fileName : undefined
}
/** Which row of these it is, from 1, in the order in which they stand; 0 for none. */
const rowNumber = (rows: unknown, id: string): number =>
  isObject(rows) && isObject(rows[id])
    ? orderedRows(rows as Record<string, Json & { _order?: number }>).findIndex((row) => row.id === id) + 1
    : 0
/** What a JSON pointer into a product's data is about, in titles. With the data, rows have their names, or their numbers. */
export function placeOf(
  path: string,
  words: Pick<Words, 't' | 'lookup' | 'nameOf'>,
  data?: ProductData,
): Place {
  const [root = '', list, key, ...rest] = pointerParts(path)
  if (root !== 'listData') return { title: fixed(root, words), key: root }
  if (list === undefined || key === undefined) return { list, title: words.t('key.list'), key: '' }
  if (key === '_linked' && rest[0] !== undefined) return placeOf(`/listData/${list}/${rest[0]}`, words, data)
  const definition = words.lookup.definitionByPath.get(key)
  const steps = [keyTitle(key, words)]
  for (const [at, step] of rest.entries()) {
    if (step === 'textValue' || step === 'tableValue' || step === 'base' || step === 'additional') continue
    if (key === '_display' && step === 'standards') continue
    const column =
      definition &&
      columnsOf(words.lookup.definitions, key).find(
        (c) => columnKeyOf(key, c.path) === step || c.path === step,
      )
    if (column) steps.push(words.lookup.title(column.title))
    else if (/^[a-z]{2}_[A-Z]{2}$/.test(step)) steps.push(languageCode(step))
    else {
      const entry = key === '_checklist' && at === 0 ? words.lookup.checklists.get(step) : undefined
      const name = words.lookup.standards.has(step)
        ? words.lookup.standardTitle(step)
        : ((entry && words.lookup.title(entry.data.title)) ??
          words.nameOf(step) ??
          (data && rowName(getAt(data, [root, list, key, ...rest.slice(0, at + 1)]), words)))
      const row = data ? rowNumber(getAt(data, [root, list, key, ...rest.slice(0, at)]), step) : 0
      const part = name ?? (row > 0 ? words.t('part.rowAt', { row }) : words.t([`part.${step}`, 'part.row']))
      if (part !== '') steps.push(part)
    }
  }
  return { list, title: steps.join(' › '), key }
}
