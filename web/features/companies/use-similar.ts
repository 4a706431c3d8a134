/** Companies that a new one may be already, asked for a moment after the last key. */
import { useEffect, useMemo, useState } from 'react'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { useCall } from '../../api/use-call.ts'
import {
  candidates,
  type Entry,
  judgedColumns,
  nameAsked,
  type Similar,
  shownAtMost,
  similarFilter,
  similarOf,
} from './model/similar.ts'

const isRow = (hit: unknown): hit is Row => typeof hit === 'object' && hit !== null && 'columns' in hit

export function useSimilar(entry: Entry): { similar: Similar[]; failure?: unknown } {
  const { name, city, taxNumber } = entry
  const [asked, setAsked] = useState<Entry>({ name: '', city: '', taxNumber: '' })
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ name, city, taxNumber }), 250)
    return () => clearTimeout(timer)
  }, [name, city, taxNumber])
  const typed = nameAsked(asked.name)
  const options = { keepPreviousData: true, cancelStale: true }
  const company = { entityClass: 'company', columns: judgedColumns }
  // What begins as it was typed, exact names first; and what is only alike.
  const named = useCall(
    execute,
    typed === undefined ? null : { ...company, name: typed, pagination: { start: 0, limit: shownAtMost } },
    options,
  )
  const filter = similarFilter(asked)
  const near = useCall(
    execute,
    filter ? { ...company, attributeFilter: filter, pagination: { start: 0, limit: candidates } } : null,
    options,
  )
  const isNamed = typed !== undefined
  const isNear = filter !== undefined
  const similar = useMemo(
    () =>
      similarOf(
        asked,
        [...((isNamed && named.data?.list) || []), ...((isNear && near.data?.list) || [])].filter(isRow),
      ),
    [asked, isNamed, named.data, isNear, near.data],
  )
  const failure = (isNamed ? named.error : undefined) ?? (isNear ? near.error : undefined)
  return failure ? { similar: [], failure } : { similar }
}
