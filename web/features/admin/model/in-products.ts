/** Which products an entry of administration data shows in: what a change of it reaches. */
import type { Entity } from '../../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../../shared/model/entity-classes.ts'
import type { FilterLeaf } from '../../../../shared/search/filter.ts'
import { type FilterToken, noValue } from '../../../ui/filter-query.ts'

/** Field of the catalogue that holds the entry's id. */
const fields: Partial<Record<EntityClassName, string>> = {
  list: 'lists.list',
  // Products below it show it, too.
  category: 'lists.inCategory',
  component: 'lists.components.component',
  hobbygarden: 'lists.hobbygarden',
  biostandard: 'lists.approvals.standard',
  permit: 'lists.permit',
  checklist: 'lists.checklist.entry',
  label: 'lists.notes.label',
  institution: 'lists.responsible',
}

/** As calls take it, and as the list of products shows it; undefined where products do not show entries of the class, or by no field. */
export function inProducts({
  entityclass,
  id,
  data,
}: Pick<Entity, 'entityclass' | 'id' | 'data'>): { filter: FilterLeaf; token: FilterToken } | undefined {
  if (entityclass === 'fielddefinition') {
    // Tables and buttons hold nothing that is searched by itself.
    if (data['type'] === 'table' || data['type'] === 'button') return undefined
    const field = `lists.${data['path']}`
    return {
      filter: { field, comparison: 'exists' },
      token: { propertyKey: field, operator: '!=', value: [noValue] },
    }
  }
  const field = fields[entityclass as EntityClassName]
  if (!field) return undefined
  return {
    filter: { field, comparison: 'eq', value: id },
    token: { propertyKey: field, operator: '=', value: [id] },
  }
}
