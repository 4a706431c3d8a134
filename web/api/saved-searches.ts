/** Searches that people keep and share. */
import { get } from '../../shared/calls/eav/entity/get.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type EntityOf, isOfClass } from '../../shared/model/entity-data.ts'
import { callApi } from './client.ts'
import { type Send, useCall } from './use-call.ts'

export type SavedSearchEntity = EntityOf<'savedsearch'>

/** The search behind an id; `undefined` as id reads nothing. */
export function useSavedSearch(id: string | undefined) {
  const { data, ...call } = useCall(get, id === undefined ? null : { id })
  const entity = data as Entity | undefined
  return { ...call, search: isOfClass('savedsearch', entity) ? entity : undefined }
}

const pageSize = 250
const listed = {
  entityClass: 'savedsearch',
  attributeFilter: { field: 'isTemporary', comparison: 'ne' as const, value: true },
  sorting: ['title:asc'],
  pagination: { start: 0, limit: pageSize },
}
/** All pages, one after the other. What changes its place meanwhile is there once. */
const allOf: Send<typeof execute> = async (input, how) => {
  const found = new Map<string, Entity>()
  for (let start = 0; ; start += pageSize) {
    const page = await callApi(execute, { ...input, pagination: { start, limit: pageSize } }, how)
    for (const one of page.list as Entity[]) found.set(one.id, one)
    if (page.list.length < pageSize || start + pageSize >= page.count) {
      return { ...page, list: [...found.values()] }
    }
  }
}
/** Those that the person made or that are shared with them (administrators: all), by title. */
export function useSavedSearches() {
  const { data, ...call } = useCall(execute, listed, { send: allOf })
  const list = data?.list as Entity[] | undefined
  return { ...call, searches: list?.filter((one) => isOfClass('savedsearch', one)) }
}
