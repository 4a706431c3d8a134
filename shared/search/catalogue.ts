/**
 * What callers may filter, sort and show: names, kinds and secrecy of fields, with where the index keeps them. Made
 * from the fixed fields and the field definitions. Pure; the product list's property filter is made from it too.
 */
import type { FieldDefinition } from '../model/administration.ts'
import { isEntityClass } from '../model/entity-classes.ts'
import { tradeNamePath } from '../model/field-path.ts'
import type { FieldType } from '../model/field-value.ts'
import { stricter } from '../rules/secrecy.ts'
import type { CatalogueField } from './catalogue-field.ts'
import { commonFields, companyFields, productFields, titleField } from './fixed-fields.ts'
import { genericFields } from './generic-fields.ts'
import type { IndexKind } from './index-query.ts'

/** The entities that the catalogue and the viewer's rights are made from, by class and id. */
export interface SearchReference {
  list: ReadonlyMap<string, { id: string; data: unknown; disabled?: boolean }>
  fielddefinition: ReadonlyMap<string, { id: string; data: unknown; disabled?: boolean }>
}

const kindOfType: Record<FieldType, IndexKind | undefined> = {
  select: 'keyword',
  treeselect: 'keyword',
  multiselect: 'keyword',
  'singleline-textfield': 'text',
  textfield: 'text',
  comment: 'text',
  multitext: 'text',
  'singleline-multitext': 'text',
  checkbox: 'boolean',
  datefield: 'date',
  numberfield: 'number',
  table: undefined,
  button: undefined,
}
function definedFields(definitions: FieldDefinition[]): CatalogueField[] {
  const tables = new Map(definitions.filter((d) => d.type === 'table').map((d) => [d.path, d]))
  const found: CatalogueField[] = []
  for (const definition of definitions) {
    const kind = kindOfType[definition.type]
    if (!kind) continue
    const table = definition.displayType === 'table' ? tables.get(definition.displayKey) : undefined
    // A column of a table that is gone holds nothing that could be found.
    if (definition.displayType === 'table' && !table) continue
    const field: Omit<CatalogueField, 'name' | 'nestedPath'> = {
      physical: table ? `lists.rows.values.${kind}` : `lists.values.${kind}`,
      valuePath: definition.path,
      kind,
      title: definition.title,
      secrecy: table ? stricter(definition.secrecy, table.secrecy) : definition.secrecy,
      sortable: !table && definition.type !== 'multiselect',
      definition,
    }
    if (table) {
      field.table = table.path
      field.tableSecrecy = table.secrecy
    }
    if (definition.options.length) field.options = definition.options
    if (definition.optionSource) {
      field.optionSource = definition.optionSource
      field.entityClass = 'selectoption'
    }
    if (definition.unit) field.unit = definition.unit
    found.push(
      { ...field, name: definition.path, inBaseList: true, ...(table && { nestedPath: table.path }) },
      {
        ...field,
        name: `lists.${definition.path}`,
        nestedPath: table ? `lists.${table.path}` : 'lists',
      },
    )
  }
  return found
}

const made = new WeakMap<object, Map<string, CatalogueField[]>>()
/**
 * The fields of a class that callers may name. The answer is kept by the identity of the map of field definitions,
 * so a changed definition needs a new map.
 */
export function fieldCatalogue(entityclass: string, reference: SearchReference): CatalogueField[] {
  const key = reference.fielddefinition
  const byClass = made.get(key) ?? new Map<string, CatalogueField[]>()
  made.set(key, byClass)
  const fields = byClass.get(entityclass) ?? makeCatalogue(entityclass, reference)
  byClass.set(entityclass, fields)
  return fields
}

function makeCatalogue(entityclass: string, reference: SearchReference): CatalogueField[] {
  if (!isEntityClass(entityclass)) return []
  if (entityclass === 'company') return [...commonFields, ...companyFields()]
  if (entityclass !== 'product') return [...commonFields, titleField, ...genericFields(entityclass)]
  const definitions = [...reference.fielddefinition.values()]
    .filter((d) => !d.disabled)
    .map((d) => d.data as FieldDefinition)
    .sort((a, b) => a.sorting - b.sorting || (a.path < b.path ? -1 : 1))
  const nameSecrecy = definitions.find((d) => d.path === tradeNamePath)?.secrecy ?? 'public'
  return [...commonFields, ...productFields(nameSecrecy), ...definedFields(definitions)]
}
