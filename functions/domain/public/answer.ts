/** Public products as answers tell them: in one language, with the titles of what they hold. */
import type { Locale } from '../../../shared/constants.ts'
import type { FieldDefinition, List } from '../../../shared/model/administration.ts'
import { publicParts } from '../../../shared/model/public-search.ts'
import { harmlessCell } from '../../../shared/rules/harmless-cell.ts'
import { isFilledText, titleIn } from '../../../shared/rules/localized.ts'
import type { PublicCell } from '../../../shared/rules/public/cells.ts'
import { type PublicProduct, type ShownBy, shownParts } from '../../../shared/rules/public/list.ts'
import { type Found, said, type Words } from './search.ts'

/** A text by its key, in the language of the answer. */
export type Say = (key: string, params?: Record<string, string>) => string
export interface Telling extends Words {
  say: Say
  list: { id: string; data: List }
  /** Definitions of fields by path. */
  fields: ReadonlyMap<string, FieldDefinition>
  /** How people read days and numbers; programs get them as they are. */
  forms?: { day(day: string): string; number(value: number): string }
  /** The day that the answer is of, and when something of the list has changed last. */
  today: string
  changed: string
}

const codeOf = (locale: Locale) => locale.slice(0, 2)
/** What the part is called; one of a field by its title. */
export function partTitle(
  part: string,
  { say, fields, ...w }: Pick<Telling, 'say' | 'fields' | keyof Words>,
): string {
  const key = `parts.${part}`
  const own = say(key)
  if (own !== key) return own
  const definition = fields.get(part)
  return definition ? titleIn(definition.title, w.language, w.fallback) : part
}

const yesNo = (value: boolean, say: Say) => say(value ? 'yes' : 'no')

type Told = string | number | boolean | Told[] | { [key: string]: Told }
function cellValue(cell: PublicCell, t: Telling): Told {
  switch (cell.kind) {
    case 'text':
      return said(cell.text, t)
    case 'names':
      return cell.names.map(({ id, title }) => ({ id, title: said(title, t) }))
    case 'yesNo':
    case 'number':
      return cell.value
    case 'day':
      return cell.day
    case 'permits':
      return cell.permits.map(({ title, number }) => ({ ...(title && { title: said(title, t) }), number }))
    case 'table':
      return cell.rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([id, one]) => [id, cellValue(one, t)])),
      )
  }
}
/** The same as people read it, in one line. */
function cellText(cell: PublicCell, t: Telling): string {
  switch (cell.kind) {
    case 'names':
      return cell.names.map(({ title }) => said(title, t)).join(', ')
    case 'yesNo':
      return yesNo(cell.value, t.say)
    case 'number':
      return [t.forms?.number(cell.value) ?? String(cell.value), cell.unit ?? ''].join('\u00a0').trim()
    case 'permits':
      return cell.permits.map(({ title, number }) => [said(title, t), number].join(' ').trim()).join(', ')
    case 'table':
      return cell.rows
        .map((row) =>
          cell.columns
            .flatMap(({ id, title }) => (row[id] ? `${said(title, t)}: ${cellText(row[id], t)}` : []))
            .join(', '),
        )
        .join('; ')
    case 'day':
      return t.forms?.day(cell.day) ?? cell.day
    default:
      return String(cellValue(cell, t))
  }
}
/** What a product has of a part, in one line. */
export function partText(product: PublicProduct, part: string, t: Telling): string {
  if (part === 'name') return said(product.name, t)
  if (part === 'category') return product.category.map(({ title }) => said(title, t)).join(' / ')
  if (part === 'standards') return product.standards.map(({ name }) => said(name, t)).join(', ')
  const cell = Object.hasOwn(product.cells, part) ? product.cells[part] : undefined
  return cell ? cellText(cell, t) : ''
}

const wordsOf = (texts: PublicProduct['texts'], t: Telling) =>
  texts.map(({ title, description }) => ({ title: said(title, t), description: said(description, t) }))

export const toldProduct = (product: PublicProduct, t: Telling) => ({
  id: product.id,
  name: said(product.name, t),
  category: product.category.map(({ id, title }) => ({ id, title: said(title, t) })),
  ...(product.texts.length > 0 && { texts: wordsOf(product.texts, t) }),
  standards: product.standards.map(({ id, name, from, until, limitation, restrictions, texts }) => ({
    id,
    name: said(name, t),
    from,
    ...(until !== undefined && { until }),
    ...(limitation && { limitation: said(limitation, t) }),
    ...(restrictions.length > 0 && { restrictions: restrictions.map((one) => said(one, t)) }),
    ...(texts.length > 0 && { texts: wordsOf(texts, t) }),
  })),
  values: Object.fromEntries(
    Object.entries(product.cells).map(([id, cell]) => [
      id,
      {
        title: partTitle(id, t),
        value: cellValue(cell, t),
        ...(cell.kind === 'number' && cell.unit && { unit: cell.unit }),
        ...(cell.kind === 'table' && {
          columns: cell.columns.map(({ id, title }) => ({ id, title: said(title, t) })),
        }),
      },
    ]),
  ),
})

/** Parts that the list's table shows: those of its settings, else what each product has. */
export const columnsOf = ({ publicSearchColumns }: Pick<List, 'publicSearchColumns'>): string[] =>
  publicSearchColumns?.length ? publicSearchColumns : [...publicParts]
/** Parts that products can be sorted by. */
export const sortsOf = (list: ShownBy): string[] => [...publicParts, ...shownParts(list)]

export const toldList = (t: Telling) => {
  const { list, today, changed, language } = t
  return {
    id: list.id,
    title: said(list.data.title, t),
    language: codeOf(language),
    languages: (list.data.languages ?? []).map(codeOf),
    /** The day that all of it is of. */
    day: today,
    changed,
    ...(isFilledText(list.data.publicSearchLicence) && { licence: said(list.data.publicSearchLicence, t) }),
  }
}

export const toldPage = (found: Found, { page, size }: { page: number; size: number }, t: Telling) => ({
  list: toldList(t),
  count: found.count,
  page,
  pages: Math.max(1, Math.ceil(found.count / size)),
  columns: columnsOf(t.list.data).map((id) => ({ id, title: partTitle(id, t) })),
  facets: found.facets.map(({ id, values }) => ({
    id,
    title: partTitle(id, t),
    values: values.map(({ id, title, count }) => ({ id, title: facetTitle(id, title, t), count })),
  })),
  products: found.products.map((product) => toldProduct(product, t)),
})
export const facetTitle = (id: string, title: Parameters<typeof said>[0], t: Telling): string =>
  said(title, t) || (id === 'true' || id === 'false' ? yesNo(id === 'true', t.say) : id)

/** Lines of a table with all that the list shows, the first of them with the titles. */
export function tableOf(products: readonly PublicProduct[], t: Telling): string[][] {
  const parts = sortsOf(t.list.data)
  const line = (cells: string[]) => cells.map(harmlessCell)
  return [
    line(['id', ...parts.map((part) => partTitle(part, t))]),
    ...products.map((product) => line([product.id, ...parts.map((part) => partText(product, part, t))])),
  ]
}
