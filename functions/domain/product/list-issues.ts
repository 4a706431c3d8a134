/** What keeps a list of a product from being valid, given the reference data (file 1 §5). */
import type { FieldDefinition } from '../../../shared/model/administration.ts'
import { type ListData, listDataKeys, type ProductData } from '../../../shared/model/product.ts'
import { percentIssues } from '../../../shared/rules/percent.ts'
import {
  documentIssues,
  issue,
  mandatoryIssues,
  type ProductIssue,
  roleIssues,
} from '../../../shared/rules/product-validity.ts'
import { resolveKey } from '../../../shared/rules/resolution.ts'
import { fieldsByPath } from '../../../shared/rules/secrecy.ts'
import { isObject, pointerToken } from '../../../shared/rules/values.ts'
import { checklistIssues } from './checklist-issues.ts'
import type { ProductReference, WriteContext } from './context.ts'
import { categoryIssues, categoryOf, dependentIssues, namedIssues } from './contradictions.ts'

const byType = new WeakMap<ProductReference['options'], Map<string, Set<string>>>()
function optionsOf(options: ProductReference['options'], type: string): ReadonlySet<string> | undefined {
  let types = byType.get(options)
  if (!types) {
    types = new Map()
    for (const { id, disabled, data } of options.values()) {
      if (disabled || data.enabled === false) continue
      const ids = types.get(data.type) ?? new Set()
      types.set(data.type, ids.add(id))
    }
    byType.set(options, types)
  }
  return types.get(type)
}

/** A chosen value that the field does not offer. A field without any options takes what it gets. */
function optionIssues(
  c: WriteContext,
  field: FieldDefinition | undefined,
  value: unknown,
  path: string,
): ProductIssue[] {
  if (!field || !isObject(value)) return []
  const chosen = [value.selectValue, ...(Array.isArray(value.multiselectValue) ? value.multiselectValue : [])]
  const asked = chosen.filter((id): id is string => typeof id === 'string' && id !== '')
  if (asked.length === 0) return []
  const source = field.optionSource ? optionsOf(c.reference.options, field.optionSource) : undefined
  if (!source && field.options.length === 0) return []
  const isOffered = (id: string) =>
    source?.has(id) || field.options.some((option) => option.id === id && option.enabled)
  return asked.every(isOffered) ? [] : [issue('optionUnknown', path)]
}

function fieldIssues(c: WriteContext, list: string, data: ListData): ProductIssue[] {
  const fields = fieldsByPath(c.reference.fields)
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    if (Object.hasOwn(listDataKeys, key)) return []
    const path = `/listData/${list}/${pointerToken(key)}`
    if (!isObject(value) || !isObject(value.tableValue)) return optionIssues(c, fields.get(key), value, path)
    return Object.entries(value.tableValue).flatMap(([row, columns]) =>
      Object.entries(isObject(columns) ? columns : {}).flatMap(([column, cell]) =>
        optionIssues(
          c,
          fields.get(`${key}-${column}`) ?? fields.get(column),
          cell,
          `${path}/tableValue/${pointerToken(row)}/${pointerToken(column)}`,
        ),
      ),
    )
  })
}

/** Administrators write items for any institution, others for their own; those that are named there already stay. */
function specialItemIssues(c: WriteContext, list: string, data: ListData): ProductIssue[] {
  const { institutions, role } = c.actor
  const named = (of: ListData | undefined) => Object.entries(of?._invoiceSpecialItems ?? {})
  const had = new Set(named(c.before.data.listData[list]).map(([, { institution }]) => institution))
  const isThere = (id: string) => had.has(id) || c.reference.institutions.get(id)?.disabled === false
  return named(data).flatMap(([row, { institution }]) => {
    const path = `/listData/${list}/_invoiceSpecialItems/${pointerToken(row)}/institution`
    if (role === 'admin') return isThere(institution) ? [] : [issue('institutionUnknown', path)]
    return institutions.some(({ id }) => id === institution) ? [] : [issue('foreignInstitution', path)]
  })
}

function rowIssues(c: WriteContext, list: string, data: ListData): ProductIssue[] {
  const at = `/listData/${list}`
  const found: ProductIssue[] = []
  const units = optionsOf(c.reference.options, 'unit')
  for (const part of ['base', 'additional'] as const)
    for (const [row, { component, unit, category }] of Object.entries(data._components[part])) {
      const entity = c.reference.components.get(component)
      const place = `${at}/_components/${part}/${pointerToken(row)}`
      if (!entity || entity.disabled || entity.data.disabled)
        found.push(issue('componentUnknown', `${place}/component`))
      if (unit && !units?.has(unit)) found.push(issue('optionUnknown', `${place}/unit`))
      const ofCategory = category ? c.reference.categories.get(category) : undefined
      if (category && (!ofCategory || ofCategory.disabled || ofCategory.data.disabled))
        found.push(issue('categoryUnknown', `${place}/category`))
    }
  const risks = optionsOf(c.reference.options, 'risk-phrase')
  const had = new Set(c.before.data.listData[list]?._risklabels)
  if (data._risklabels?.some((id) => !risks?.has(id) && !had.has(id)))
    found.push(issue('optionUnknown', `${at}/_risklabels`))
  const types = optionsOf(c.reference.options, 'upload-types-product')
  for (const [row, { type }] of Object.entries(data._documents ?? {}))
    if (type && !types?.has(type))
      found.push(issue('optionUnknown', `${at}/_documents/${pointerToken(row)}/type`))
  for (const [row, note] of Object.entries(data._notes ?? {}))
    if (!note.text?.trim() && !note.label)
      found.push(issue('noteEmpty', `${at}/_notes/${pointerToken(row)}/text`))
  found.push(...specialItemIssues(c, list, data))
  return found
}

/** Everything that is wrong in these lists; and the category of lists that follow the base list's. */
export function listIssues(c: WriteContext, data: ProductData, lists: readonly string[]): ProductIssue[] {
  const found: ProductIssue[] = []
  for (const id of lists) {
    const list = data.listData[id]
    if (!list) continue
    const { id: category, mainCategory } = categoryOf(c, data, id)
    found.push(
      ...categoryIssues(c, data, id),
      ...mandatoryIssues(
        id,
        // No screen shows a field whose definition was deleted, so nobody could fill it in.
        [...c.reference.fields.values()].filter((field) => !field.disabled).map((field) => field.data),
        (path) => resolveKey(data, id, path, c.derived)?.value,
        mainCategory,
      ),
      ...roleIssues(id, list._companies),
      ...documentIssues(id, list._documents),
      ...rowIssues(c, id, list),
      ...namedIssues(c, id, list, mainCategory),
      ...checklistIssues(c, data, id, typeof category === 'string' ? category : undefined),
      ...fieldIssues(c, id, list),
      ...percentIssues(
        id,
        list,
        fieldsByPath(c.reference.fields),
        (unit) => c.reference.options.get(unit)?.data.title,
      ),
    )
  }
  return [...found, ...dependentIssues(c, data, lists)]
}

/** An entity that a product names, to be looked up in the store. */
export interface RelatedEntity {
  id: string
  entityclass: 'company' | 'uploadedfile' | 'label'
  issue: ProductIssue
  /** A file of a document that the actor sees: they may know of it. */
  isSeen?: boolean
}

/**
 * Companies, labels of notes and files that the new state names and the old one did not. `seen`: files of documents that the actor sees,
 * so that they may be moved, copied and brought back.
 */
export function relatedEntities(
  before: ProductData | undefined,
  after: ProductData,
  lists: readonly string[],
  seen: { has(file: string): boolean } = new Set(),
): RelatedEntity[] {
  const found: RelatedEntity[] = []
  for (const id of lists) {
    const [was, is] = [before?.listData[id], after.listData[id]]
    // Of each class its own: the id of a company that the list had is no label.
    const known = {
      companies: new Set(Object.values(was?._companies ?? {}).map((row) => row.company)),
      files: new Set(Object.values(was?._documents ?? {}).map((row) => row.fileId)),
      labels: new Set(Object.values(was?._notes ?? {}).map((row) => row.label)),
    }
    for (const [row, { company }] of Object.entries(is?._companies ?? {}))
      if (!known.companies.has(company))
        found.push({
          id: company,
          entityclass: 'company',
          issue: issue('companyUnknown', `/listData/${id}/_companies/${pointerToken(row)}/company`),
        })
    for (const [row, { label }] of Object.entries(is?._notes ?? {}))
      if (label && !known.labels.has(label))
        found.push({
          id: label,
          entityclass: 'label',
          issue: issue('optionUnknown', `/listData/${id}/_notes/${pointerToken(row)}/label`),
        })
    for (const [row, { fileId }] of Object.entries(is?._documents ?? {}))
      if (!known.files.has(fileId))
        found.push({
          id: fileId,
          entityclass: 'uploadedfile',
          issue: issue('fileUnknown', `/listData/${id}/_documents/${pointerToken(row)}/fileId`),
          isSeen: seen.has(fileId),
        })
  }
  return found
}
