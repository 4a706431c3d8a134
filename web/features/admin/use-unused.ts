import { useEffect, useMemo } from 'react'
import { unused } from '../../../shared/calls/eav/reference/unused.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, isNamed } from '../../../shared/model/entity-classes.ts'
import { cursorOf, pagesOf } from '../../../shared/pages.ts'
import { callApi } from '../../api/client.ts'
import { type Send, useCall } from '../../api/use-call.ts'
import { type Show, shows } from './model/list.ts'

/** Which entries the list of a class can be of; who may not delete any is not told which could be. */
export const offeredShows = (entityclass: EntityClassName, mayWrite: boolean): readonly Show[] =>
  shows.filter((show) => show !== 'unused' || (mayWrite && isNamed(entityclass)))

const sendAll: Send<typeof unused> = async (asked, options) => {
  const ids: OutputOf<typeof unused>['ids'] = []
  for await (const page of pagesOf((cursor) => callApi(unused, { ...asked, ...cursorOf(cursor) }, options)))
    ids.push(...page.ids)
  return { ids }
}

/** Entries that nothing names, while they are asked for; asked anew where the entries change. */
export function useUnused(
  entityclass: EntityClassName,
  isAsked: boolean,
  list: readonly Entity[] | undefined,
) {
  const { data, error, mutate } = useCall(unused, isAsked ? { entityclass } : null, { send: sendAll })
  const isKnown = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was there as they came is asked for by itself
  useEffect(() => {
    if (isAsked && isKnown) void mutate()
  }, [list])
  const ids: ReadonlySet<string> = useMemo(() => new Set(data?.ids), [data])
  return { unused: ids, isReady: !isAsked || isKnown, error, refresh: () => mutate() }
}
