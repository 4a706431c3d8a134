/** Searches that people keep and share. */
import { get } from '../../shared/calls/eav/entity/get.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type EntityOf, isOfClass } from '../../shared/model/entity-data.ts'
import { useCall } from './use-call.ts'

export type SavedSearchEntity = EntityOf<'savedsearch'>

/** The search behind an id; `undefined` as id reads nothing. */
export function useSavedSearch(id: string | undefined) {
  const { data, ...call } = useCall(get, id === undefined ? null : { id })
  const entity = data as Entity | undefined
  return { ...call, search: isOfClass('savedsearch', entity) ? entity : undefined }
}

const listed = {
  entityClass: 'savedsearch',
  attributeFilter: { field: 'isTemporary', comparison: 'ne' as const, value: true },
  sorting: ['title:asc'],
  pagination: { start: 0, limit: 250 },
}
/** Those that the person made or that are shared with them, by title. */
export function useSavedSearches() {
  const { data, ...call } = useCall(execute, listed)
  const list = data?.list as Entity[] | undefined
  return { ...call, searches: list?.filter((one) => isOfClass('savedsearch', one)) }
}
