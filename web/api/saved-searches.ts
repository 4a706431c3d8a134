/** Searches that people keep and share. */
import { useMemo } from 'react'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type EntityOf, isOfClass } from '../../shared/model/entity-data.ts'
import { callApi } from './client.ts'
import { type Send, useCall, useKeepAnswer } from './use-call.ts'

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
/** All pages, one after the other. */
const allOf: Send<typeof execute> = async (input, how) => {
  const found = new Map<string, Entity>()
  let { pagination } = input
  for (;;) {
    const page = await callApi(execute, { ...input, pagination }, how)
    for (const one of page.list as Entity[]) found.set(one.id, one)
    // A page may hold fewer than were asked for.
    if (page.cursor === undefined) return { ...page, list: [...found.values()] }
    pagination = { cursor: page.cursor, limit: pageSize }
  }
}
/**
 * Those that the person made or that are shared with them (administrators: all), by title; undefined while they are on their
 * way, and while nobody wants them. `put` and `drop` say what was written just now: the index learns of it later.
 */
export function useSavedSearches(isWanted: boolean) {
  const keep = useKeepAnswer()
  const { data, error, mutate } = useCall(execute, isWanted ? listed : null, { send: allOf })
  const searches = useMemo(
    () => (data?.list as Entity[] | undefined)?.filter((one) => isOfClass('savedsearch', one)),
    [data],
  )
  const change = (to: (list: Entity[]) => Entity[]) =>
    // A write gives up the answer that is on its way: without one to change it is asked again.
    data
      ? void mutate((now) => now && { ...now, list: to(now.list as Entity[]) }, { revalidate: false })
      : void mutate()
  const others = (list: Entity[], id: string) => list.filter((one) => one.id !== id)
  return {
    searches,
    error,
    retry: () => void mutate(),
    put: (search: Entity) => {
      // Who has it open reads it by its id.
      void keep(get, { id: search.id }, search as OutputOf<typeof get>)
      change((list) => [...others(list, search.id), search])
    },
    drop: (id: string) => change((list) => others(list, id)),
  }
}
