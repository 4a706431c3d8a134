/** Places of a product in titles: which field, row and column a JSON pointer is about. */
import type { ProductData } from '../../../../shared/model/product.ts'
import { isObject, type Json } from '../../../../shared/rules/values.ts'
import { getAt, pointerParts } from '../../../ui/json-at.ts'
import { orderedRows } from './draft.ts'
import { columnKeyOf, languageCode } from './field-text.ts'
import { columnsOf } from './fields.ts'
import type { Words } from './words.ts'

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
