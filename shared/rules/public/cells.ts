/** Values of a public product with the names of what they stand for, in all languages. */
import type { FieldDefinition } from '../../model/administration.ts'
import type { Localized } from '../../model/basics.ts'
import { dayOf, isDay } from '../dates.ts'
import { isFilledText } from '../localized.ts'
import { isFilledValue } from '../product-validity.ts'
import { isObject, wrapperKey } from '../values.ts'
import { publicColumn, type RowContext } from './row.ts'

export interface Named {
  id: string
  title: Localized | string
}
export type PublicCell =
  | { kind: 'text'; text: Localized | string }
  | { kind: 'names'; names: Named[] }
  | { kind: 'yesNo'; value: boolean }
  | { kind: 'number'; value: number; unit?: string }
  | { kind: 'day'; day: string }
  | { kind: 'permits'; permits: { title?: Localized; number: string }[] }
  | { kind: 'table'; columns: Named[]; rows: Record<string, PublicCell>[] }

export interface CellReference {
  fields: RowContext['fields']
  /** Select options by id. */
  options: ReadonlyMap<string, { data: { title: Localized }; disabled: boolean }>
}

function optionNames(ids: string[], definition: FieldDefinition, { options }: CellReference): Named[] {
  return [...new Set(ids)].flatMap((id) => {
    const own = definition.options.find((option) => option.id === id)
    const title = own?.title ?? (definition.optionSource ? options.get(id)?.data.title : undefined)
    return title ? { id, title } : []
  })
}

function tableCell(
  definition: FieldDefinition,
  value: object,
  reference: CellReference,
): PublicCell | undefined {
  const { path } = definition
  const rows = Object.entries(value as Record<string, Record<string, unknown> & { _order?: number }>)
    .filter(([, row]) => isObject(row))
    .sort(([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1))
  const columns = new Map<string, FieldDefinition>()
  const shown = rows.flatMap(([, row]) => {
    const cells: Record<string, PublicCell> = {}
    for (const [key, at] of Object.entries(row)) {
      const column = key === '_order' ? undefined : publicColumn(path, key, reference.fields)
      const cell = column && isFilledValue(at) ? fieldCell(column, at, reference) : undefined
      if (!column || !cell) continue
      columns.set(column.path, column)
      cells[column.path] = cell
    }
    return Object.keys(cells).length > 0 ? [cells] : []
  })
  if (shown.length === 0) return undefined
  const order = [...columns.values()].sort((a, b) => a.sorting - b.sorting || (a.path < b.path ? -1 : 1))
  return { kind: 'table', columns: order.map(({ path: id, title }) => ({ id, title })), rows: shown }
}

/** Undefined where it holds nothing that can be shown. */
export function fieldCell(
  definition: FieldDefinition,
  value: unknown,
  reference: CellReference,
): PublicCell | undefined {
  const key = wrapperKey(value)
  const at = key === undefined ? undefined : (value as Record<string, unknown>)[key]
  switch (key) {
    case 'textValue':
      if (typeof at === 'string') return { kind: 'text', text: at }
      return isFilledText(at as Localized) ? { kind: 'text', text: at as Localized } : undefined
    case 'selectValue':
    case 'multiselectValue': {
      const names = optionNames([at].flat() as string[], definition, reference)
      return names.length > 0 ? { kind: 'names', names } : undefined
    }
    case 'booleanValue':
      return { kind: 'yesNo', value: at as boolean }
    case 'numberValue':
      return { kind: 'number', value: at as number, ...(definition.unit && { unit: definition.unit }) }
    case 'dateValue':
      return typeof at === 'string' && isDay(dayOf(at)) ? { kind: 'day', day: dayOf(at) } : undefined
    case 'tableValue':
      return isObject(at) ? tableCell(definition, at, reference) : undefined
    default:
      return undefined
  }
}
