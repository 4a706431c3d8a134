import { useEffect, useMemo } from 'react'
import { unused } from '../../../shared/calls/eav/reference/unused.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, isNamed } from '../../../shared/model/entity-classes.ts'
import { cursorOf, pagesOf } from '../../../shared/pages.ts'
import { callApi } from '../../api/client.ts'
import { type Send, useCall } from '../../api/use-call.ts'
import { type ListState, shows } from './model/list.ts'
import { useMayWrite } from './use-may-write.ts'

const sendAll: Send<typeof unused> = async (asked, options) => {
  const ids: OutputOf<typeof unused>['ids'] = []
  for await (const page of pagesOf((cursor) => callApi(unused, { ...asked, ...cursorOf(cursor) }, options)))
    ids.push(...page.ids)
  return { ids }
}

/**
 * Which entries of the class the list can be of, of which it is, and those that nothing names, while they are asked for; asked anew where
 * the entries change. Who may not delete any is not told which could be.
 */
export function useShow(
  entityclass: EntityClassName,
  state: Pick<ListState, 'show'>,
  list: readonly Entity[] | undefined,
) {
  const mayWrite = useMayWrite(entityclass)
  const offered = shows.filter((show) => show !== 'unused' || (mayWrite && isNamed(entityclass)))
  const show = offered.includes(state.show) ? state.show : 'current'
  const isAsked = show === 'unused'
  const { data, error, mutate } = useCall(unused, isAsked ? { entityclass } : null, { send: sendAll })
  const isKnown = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was there as they came is asked for by itself
  useEffect(() => {
    if (isAsked && isKnown) void mutate()
  }, [list])
  const ids: ReadonlySet<string> = useMemo(() => new Set(data?.ids), [data])
  return { offered, show, unused: ids, isReady: !isAsked || isKnown, error, refresh: () => mutate() }
}
