/** What people keep and share: searches, sets of columns, sets of exports. */
import { useMemo } from 'react'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type EntityOf, isOfClass } from '../../shared/model/entity-data.ts'
import { allHits, firstPage } from './all-hits.ts'
import type { CallInput } from './client.ts'
import { isEntity } from './hits.ts'
import { useCall, useKeepAnswer } from './use-call.ts'

export type KeptClass = 'savedsearch' | 'columnset' | 'exportset'
export type KeptEntity = EntityOf<KeptClass>
export type ExportSetEntity = EntityOf<'exportset'>
export type ColumnSetEntity = EntityOf<'columnset'>

const listOf = (entityClass: KeptClass): CallInput<typeof execute> => ({
  entityClass,
  // What has an address alone is in no list.
  ...(entityClass === 'savedsearch' && {
    attributeFilter: { field: 'isTemporary', comparison: 'ne' as const, value: true },
  }),
  sorting: ['title:asc'],
  pagination: firstPage,
})
/** Entries of a class that the person can open, as far as they are known, and what was written of them just now. */
export interface Kept<E extends KeptEntity> {
  /** Undefined while they are on their way, and while nobody wants them. */
  entries: E[] | undefined
  error: unknown
  retry(): void
  put(entry: Entity): void
  drop(id: string): void
}
/**
 * Those that the person made or that are shared with them (administrators: all), by title. `put` and `drop` say what was written
 * just now: the index learns of it later.
 */
export function useKept<C extends KeptClass>(entityClass: C, isWanted: boolean): Kept<EntityOf<C>> {
  const keep = useKeepAnswer()
  const { data, error, mutate } = useCall(execute, isWanted ? listOf(entityClass) : null, { send: allHits })
  const entries = useMemo(
    () => data?.list.filter(isEntity).filter((one) => isOfClass(entityClass, one)),
    [data, entityClass],
  )
  const change = (to: (list: Entity[]) => Entity[]) =>
    // A write gives up the answer that is on its way: without one to change it is asked again.
    data
      ? void mutate((now) => now && { ...now, list: to(now.list.filter(isEntity)) }, { revalidate: false })
      : void mutate()
  const others = (list: Entity[], id: string) => list.filter((one) => one.id !== id)
  return {
    entries,
    error,
    retry: () => void mutate(),
    put: (entry) => {
      // Who has it open reads it by its id.
      void keep(get, { id: entry.id }, entry)
      change((list) => [...others(list, entry.id), entry])
    },
    drop: (id) => change((list) => others(list, id)),
  }
}
