/** Products as the index holds them. */
import { fixedIds } from '../constants.ts'
import type { Category } from '../model/administration.ts'
import type { Entity } from '../model/entity.ts'
import { fieldPathPattern, tradeNamePath } from '../model/field-value.ts'
import type { ApprovalRow, CompanyRow, ComponentRow, ListData, ProductData } from '../model/product.ts'
import { textIn } from '../rules/localized.ts'
import { responsibleInstitution } from '../rules/resolution.ts'
import { componentHome } from '../rules/secrecy.ts'
import { type Json, wrapperKey } from '../rules/values.ts'
import { byOrder, date, document, isFilled, languages, oneOrMany, ordered, row } from './document-parts.ts'
import { nameKey } from './fold.ts'
import type { IndexDocument, IndexRow, IndexValue } from './index-query.ts'

interface ResolvedValue {
  value?: unknown
  /** Institution responsible where the value is stored. */
  responsible?: string
}
export interface DocumentContext {
  /** What `resolveLists` says of a product; without it linked values are absent. */
  resolved?: Record<string, Record<string, ResolvedValue>>
  /** Names of the companies that the product names, by id. */
  companyName?: (id: string) => string | undefined
  category?: ReadonlyMap<string, { data: unknown }>
  component?: ReadonlyMap<string, { data: unknown }>
}

/** A field's wrapper as a row of values; undefined where nothing is filled in. */
function valueRow(path: string, responsible: string | undefined, wrapper: unknown): IndexRow | undefined {
  const key = wrapperKey(wrapper)
  if (key === undefined) return undefined
  const value = (wrapper as Json)[key]
  const filled = (kind: string, found: IndexValue) =>
    found === undefined ? undefined : row({ path, responsible, [kind]: found })
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
function tableRows(table: string, responsible: string | undefined, wrapper: unknown): IndexRow[] {
  const rows = (wrapper as { tableValue?: Record<string, TableRow> } | null | undefined)?.tableValue
  return ordered(rows).map((cells) =>
    row(
      { table, responsible },
      {
        values: Object.entries(cells).flatMap(([column, cell]) => {
          const path = column.startsWith(`${table}-`) ? column : `${table}-${column}`
          return valueRow(path, responsible, cell) ?? []
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
function categoryPath(id: string | undefined, context: DocumentContext): CategoryPath | undefined {
  const steps: { id: string; data: Category }[] = []
  for (let at = id; at && steps.length < 20 && !steps.some((s) => s.id === at); ) {
    const found = context.category?.get(at)?.data as Category | undefined
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

function approvalRow(standard: string, approval: ApprovalRow): IndexRow {
  return row({
    standard,
    active: approval.active,
    begin: date(approval.begin),
    end: date(approval.end),
    tmp_begin: date(approval.tmp_begin),
    tmp_end: date(approval.tmp_end),
    hasEverBeenApproved: approval.hasEverBeenApproved ?? false,
    // As `approvalState` says it; it does not depend on the time.
    initiated: approval.tmp_begin !== undefined,
  })
}
const companyRow = (r: CompanyRow, context: DocumentContext) =>
  row({ company: r.company, role: r.role, name: context.companyName?.(r.company) })
const componentRow = (r: ComponentRow, responsible: string | undefined, context: DocumentContext) =>
  row({
    component: r.component,
    secrecy: r.secrecy,
    responsible,
    amount: r.amount,
    name: oneOrMany(
      languages((context.component?.get(r.component)?.data as { title?: unknown } | undefined)?.title),
    ),
  })

function componentRows(list: string, product: ProductData, context: DocumentContext): IndexRow[] {
  const components = product.listData[list]?._components
  return (['base', 'additional'] as const).flatMap((part) =>
    Object.entries(components?.[part] ?? {})
      .sort(byOrder)
      .map(([id, component]) =>
        componentRow(
          component,
          responsibleInstitution(product, componentHome(product, list, part, id)),
          context,
        ),
      ),
  )
}

function listRow(id: string, data: ListData, product: ProductData, context: DocumentContext): IndexRow {
  const found: Record<string, ResolvedValue | undefined> = context.resolved?.[id] ?? {}
  const resolvedValue = (key: string): unknown =>
    found[key] ? found[key].value : data._linked?.[key] ? undefined : data[key]
  const responsible = responsibleInstitution(product, id)
  const paths = [...new Set([...Object.keys(data), ...Object.keys(found)])]
    .filter((key) => fieldPathPattern.test(key))
    .sort()
  const values: IndexRow[] = []
  const rows: IndexRow[] = []
  for (const path of paths) {
    const wrapper = resolvedValue(path)
    const home = found[path] ? found[path].responsible : responsible
    const value = valueRow(path, home, wrapper)
    if (value) values.push(value)
    rows.push(...tableRows(path, home, wrapper))
  }
  const category = categoryPath(resolvedValue('_category') as string | undefined, context)
  return row(
    {
      list: id,
      active: data._active ?? false,
      archived: data._archived ?? false,
      responsible,
      category: resolvedValue('_category') as string | undefined,
      inCategory: category?.ids,
      mainCategory: category?.mainCategory,
      name: oneOrMany(nameTexts(resolvedValue(tradeNamePath))),
      activatedOn: date(data.activatedOn),
      deactivatedOn: date(data.deactivatedOn),
    },
    {
      values,
      rows,
      approvals: Object.entries(data._approval ?? {}).map(([standard, a]) => approvalRow(standard, a)),
      companies: ordered(data._companies).map((r) => companyRow(r, context)),
      components: componentRows(id, product, context),
    },
  )
}
const nameTexts = (wrapper: unknown) =>
  languages((wrapper as { textValue?: unknown } | null | undefined)?.textValue)

export function productDocument(entity: Entity, context: DocumentContext): IndexDocument {
  const data = entity.data as unknown as ProductData
  const lists = Object.entries(data.listData).map(([id, list]) => listRow(id, list, data, context))
  const base = lists.find((l) => l.fields['list'] === fixedIds.list.base)
  const companies = base?.nested['companies'] ?? []
  const named = (role: string) =>
    oneOrMany(
      companies.filter((c) => c.fields['role'] === role).flatMap((c) => (c.fields['name'] as string) ?? []),
    )
  const category = categoryPath(base?.fields['category'] as string | undefined, context)
  const name = [base?.fields['name'] ?? []].flat() as string[]
  const all = Object.values(data.listData).flatMap((l) => Object.values(l._companies ?? {}))
  return document(
    entity,
    {
      name: oneOrMany(name),
      nameSearch: oneOrMany(name.map(nameKey).filter(isFilled)),
      archived: data.archived ?? false,
      isNationalPartner: data.isNationalPartner ?? false,
      categoryTree: category && `${category.number} ${category.titles}`,
      categorySort: category?.sort,
      category: base?.fields['category'],
      inCategory: category?.ids,
      mainCategory: category?.mainCategory,
      manufacturer: named('manufacturer'),
      distributor: named('distributor'),
      responsible: base?.fields['responsible'],
      derived: data.derivedProductId,
      importKey: data.importKey,
      companies: oneOrMany(all.map((c) => c.company)),
    },
    { lists },
  )
}
