/** Products as the index holds them. */
import { fixedIds } from '../constants.ts'
import type { Entity } from '../model/entity.ts'
import { fieldPathPattern, tradeNamePath } from '../model/field-path.ts'
import type { CompanyRow, ComponentRow, ListData, ProductData } from '../model/product.ts'
import { textIn } from '../rules/localized.ts'
import { audienceOf } from '../rules/product-subject.ts'
import { type Resolved, resolveLists, responsibleAt, responsibleInstitution } from '../rules/resolution.ts'
import { type ComponentSecrecy, secrecyOfComponent, secrecyOfDocument } from '../rules/secrecy.ts'
import { type Json, wrapperKey } from '../rules/values.ts'
import { approvalRows } from './approval-rows.ts'
import { approvedUntil } from './approval-summary.ts'
import {
  byOrder,
  date,
  document,
  isFilled,
  languages,
  oneOrMany,
  ordered,
  row,
  text,
} from './document-parts.ts'
import { nameKey } from './fold.ts'
import type { IndexDocument, IndexRow, IndexValue } from './index-query.ts'
import { newestNote, noteRows } from './note-rows.ts'
import { noOthers, type Others, type Taken } from './others.ts'

type FoundValue = Partial<Pick<Resolved, 'value' | 'places' | 'through'>>
export interface DocumentContext {
  /** Other entities that the product names or is derived from. */
  others?: Others
  /** Linked values that are known already; without it they are read from `others`. */
  resolved?: Record<string, Record<string, FoundValue>>
}
interface Making {
  product: ProductData
  others: Others
  resolved: Record<string, Record<string, FoundValue>>
  /** `audienceOf` the product itself. */
  audience: string[]
}
/** Who may see a value: the institution that its secrecy depends on, and the parents that it was read through. */
interface Guard {
  responsible: string | undefined
  nested: { through?: IndexRow[] }
}

/**
 * A row for each parent that not everybody knows of who knows of the product: who sees the value has to know of all
 * of them. Lists need no row: a list of the parent is the product's own, or the base list.
 */
function guardOf({ places = [], through = [] }: FoundValue, making: Making): Guard {
  const { product, others, audience } = making
  const responsible = responsibleAt(places, product, others.product)
  // By far the most values are the product's own.
  if (through.length === 0) return { responsible, nested: {} }
  const parents = new Set([...through, ...places].flatMap((place) => place.product ?? []))
  const audiences = [...parents].map((id) => others.product(id)?.audience ?? [])
  const narrower = audiences.filter((ids) => !audience.every((id) => ids.includes(id)))
  const rows = new Map(narrower.map((ids) => [ids.join(), row({ seenBy: ids })]))
  return {
    responsible,
    nested: rows.size > 0 ? { through: [...rows.values()] } : {},
  }
}

/** A field's wrapper as a row of values; undefined where nothing is filled in. */
function valueRow(path: string, { responsible, nested }: Guard, wrapper: unknown): IndexRow | undefined {
  const key = wrapperKey(wrapper)
  if (key === undefined) return undefined
  const value = (wrapper as Json)[key]
  const filled = (kind: string, found: IndexValue) =>
    found === undefined ? undefined : row({ path, responsible, [kind]: found }, nested)
  switch (key) {
    case 'textValue':
      return filled('text', oneOrMany(languages(value)))
    case 'selectValue':
      return filled('keyword', (value as string) || undefined)
    case 'multiselectValue':
      return filled('keyword', oneOrMany((value as string[]).filter(isFilled)))
    case 'booleanValue':
      return filled('boolean', value as boolean)
    case 'numberValue':
      return filled('number', value as number)
    case 'dateValue':
      return filled('date', date(value as string))
    default:
      return undefined
  }
}
type TableRow = Record<string, unknown> & { _order?: number }
function tableRows(table: string, guard: Guard, wrapper: unknown): IndexRow[] {
  const { responsible } = guard
  const rows = (wrapper as { tableValue?: Record<string, TableRow> } | null | undefined)?.tableValue
  return ordered(rows).map((cells) =>
    row(
      { table, responsible },
      {
        ...guard.nested,
        values: Object.entries(cells).flatMap(([column, cell]) => {
          const path = column.startsWith(`${table}-`) ? column : `${table}-${column}`
          // The row itself says which parents it was read through.
          return valueRow(path, { responsible, nested: {} }, cell) ?? []
        }),
      },
    ),
  )
}

interface CategoryPath {
  ids: string[]
  mainCategory: string
  /** Orders joined by dashes, as people read them. */
  number: string
  /** The place in the tree, whatever the categories are called: lists show titles in the reader's language. */
  sort: string
  titles: string
}
function categoryPath(id: string | undefined, others: Others): CategoryPath | undefined {
  const steps: { id: string; data: Taken['category'] }[] = []
  for (let at = id; at && steps.length < 20 && !steps.some((s) => s.id === at); ) {
    const found = others.category(at)
    if (!found) break
    steps.unshift({ id: at, data: found })
    at = found.parent
  }
  if (steps.length === 0) return undefined
  const titles = steps.map((s) => textIn(s.data.title, undefined) ?? '')
  // Orders may be negative; moved up, they sort as text. Of the same order, the tree shows the smaller id first.
  const sort = steps.map((s) => `${String(s.data.order + 1_000_000).padStart(8, '0')}.${s.id.slice(0, 8)}`)
  return {
    ids: steps.map((s) => s.id).reverse(),
    mainCategory: steps[0]!.data.mainCategoryKey,
    number: steps.map((s) => s.data.order).join('-'),
    sort: sort.join('-'),
    titles: titles.join(' / '),
  }
}

const companyRow = (r: CompanyRow, others: Others) =>
  row({ company: r.company, role: r.role, name: others.company(r.company)?.name })
const componentRow = (r: ComponentRow, { home, secrecy }: ComponentSecrecy, { product, others }: Making) =>
  row({
    component: r.component,
    secrecy,
    responsible: responsibleInstitution(product, home),
    amount: r.amount,
    name: oneOrMany(languages(others.component(r.component)?.title)),
  })

function componentRows(list: string, making: Making): IndexRow[] {
  const { product } = making
  const components = product.listData[list]?._components
  return (['base', 'additional'] as const).flatMap((part) =>
    Object.entries(components?.[part] ?? {})
      .sort(byOrder)
      .map(([id, component]) => componentRow(component, secrecyOfComponent(product, list, part, id), making)),
  )
}

const documentRows = (documents: ListData['_documents'] | undefined, responsible: string | undefined) =>
  Object.entries(documents ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { fileName, type, secrecy }]) =>
      row({ name: text(fileName), type, secrecy: secrecyOfDocument({ secrecy }), responsible }),
    )

const checklistRows = (answers: ListData['_checklist'] | undefined) =>
  Object.entries(answers ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([entry, { status, date: from, until, comment }]) =>
      row({
        entry,
        status: status || undefined,
        date: date(from),
        until: date(until),
        comment: comment?.trim() ? text(comment) : undefined,
      }),
    )

function categoryRow(id: string | undefined, guard: Guard, others: Others): IndexRow[] {
  if (id === undefined) return []
  const path = categoryPath(id, others)
  const { ids: inCategory, mainCategory, sort } = path ?? {}
  const tree = path && `${path.number} ${path.titles}`
  return [row({ category: id, inCategory, mainCategory, tree, sort }, guard.nested)]
}

function listRow(id: string, data: ListData, making: Making): IndexRow {
  const { product, others } = making
  const found: Record<string, FoundValue | undefined> = making.resolved[id] ?? {}
  const resolvedValue = (key: string): unknown =>
    found[key] ? found[key].value : data._linked?.[key] ? undefined : data[key]
  const responsible = responsibleInstitution(product, id)
  const guard = (key: string): Guard => {
    const value = found[key]
    return value ? guardOf(value, making) : { responsible, nested: {} }
  }
  const paths = [...new Set([...Object.keys(data), ...Object.keys(found)])]
    .filter((key) => fieldPathPattern.test(key))
    .sort()
  const values: IndexRow[] = []
  const rows: IndexRow[] = []
  for (const path of paths) {
    const wrapper = resolvedValue(path)
    const at = guard(path)
    const value = valueRow(path, at, wrapper)
    if (value) values.push(value)
    rows.push(...tableRows(path, at, wrapper))
  }
  const categoryId = resolvedValue('_category') as string | undefined
  const categories = categoryRow(categoryId, guard('_category'), others)
  const category = categories[0]?.fields
  const baseRows = product.listData[fixedIds.list.base]?._approval ?? {}
  return row(
    {
      list: id,
      active: data._active ?? false,
      archived: data._archived ?? false,
      responsible,
      person: data._responsible?.accountId,
      noted: newestNote(data._notes),
      category: categoryId,
      inCategory: category?.['inCategory'],
      mainCategory: category?.['mainCategory'],
      name: oneOrMany(nameTexts(resolvedValue(tradeNamePath))),
      permits: oneOrMany(ordered(data._permits).flatMap((p) => (isFilled(p.number) ? text(p.number) : []))),
      permit: oneOrMany(ordered(data._permits).flatMap(({ permit }) => permit ?? [])),
      hobbygarden: oneOrMany(data._hobbygarden ?? []),
      risklabels: oneOrMany(data._risklabels ?? []),
      preventPublicDisplay: data._preventPublicDisplay ?? false,
      remark: oneOrMany(languages(data._remark)),
      approvedUntil: date(approvedUntil(data._approval ?? {}, others.biostandard, baseRows)),
      activatedOn: date(data.activatedOn),
      deactivatedOn: date(data.deactivatedOn),
    },
    {
      values,
      rows,
      categories,
      approvals: approvalRows(data._approval ?? {}, others.biostandard, baseRows),
      companies: ordered(data._companies).map((r) => companyRow(r, others)),
      components: componentRows(id, making),
      checklist: checklistRows(data._checklist),
      documents: documentRows(data._documents, responsible),
      notes: noteRows(data._notes),
    },
  )
}
const nameTexts = (wrapper: unknown) =>
  languages((wrapper as { textValue?: unknown } | null | undefined)?.textValue)

export function productDocument(entity: Entity, context: DocumentContext): IndexDocument {
  const data = entity.data as unknown as ProductData
  const { others = noOthers } = context
  const making: Making = {
    product: data,
    others,
    resolved: context.resolved ?? resolveLists(data, others.product),
    audience: audienceOf(data.listData),
  }
  const lists = Object.entries(data.listData).map(([id, list]) => listRow(id, list, making))
  const base = lists.find((l) => l.fields['list'] === fixedIds.list.base)
  const companies = base?.nested['companies'] ?? []
  const named = (role: string) =>
    oneOrMany(
      companies.filter((c) => c.fields['role'] === role).flatMap((c) => (c.fields['name'] as string) ?? []),
    )
  const category = base?.nested['categories']?.[0]?.fields
  const name = [base?.fields['name'] ?? []].flat() as string[]
  const all = Object.values(data.listData).flatMap((l) => Object.values(l._companies ?? {}))
  return document(
    entity,
    {
      name: oneOrMany(name),
      nameSearch: oneOrMany(name.map(nameKey).filter(isFilled)),
      archived: data.archived ?? false,
      isNationalPartner: data.isNationalPartner ?? false,
      categoryTree: category?.['tree'],
      categorySort: category?.['sort'],
      category: category?.['category'],
      inCategory: category?.['inCategory'],
      mainCategory: category?.['mainCategory'],
      manufacturer: named('manufacturer'),
      distributor: named('distributor'),
      responsible: base?.fields['responsible'],
      derived: data.derivedProductId,
      importKey: data.importKey,
      invoiceFlags: oneOrMany(Object.keys(data.invoiceFlags ?? {}).sort()),
      companies: oneOrMany(all.map((c) => c.company)),
    },
    { lists },
  )
}
