import { useMemo } from 'react'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { companyBatchSize } from '../../shared/constants.ts'
import type { Row } from '../../shared/model/answers.ts'
import { id } from '../../shared/model/basics.ts'
import { useCall } from './use-call.ts'

/**
 * Names of the people whose accounts stand in these columns of the rows: empty till they are known, the id itself for
 * an account that the viewer is told nothing of.
 */
export function usePeople(rows: readonly Row[] | undefined, columns: readonly string[]) {
  const wanted = useMemo(() => {
    const found = new Set<string>()
    for (const row of rows ?? [])
      for (const column of columns) {
        const account = id.safeParse(row.columns[column])
        if (account.success) found.add(account.data)
      }
    return [...found].sort().slice(0, companyBatchSize)
  }, [rows, columns])
  const { data, error } = useCall(byIds, wanted.length > 0 ? { ids: wanted } : null, {
    keepPreviousData: true,
  })
  const isKnown = data !== undefined || error !== undefined
  return useMemo(
    () =>
      (account: string): string =>
        data?.people[account] ?? (isKnown ? account : ''),
    [data, isKnown],
  )
}
