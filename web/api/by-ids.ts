/** Entities and people by their ids, however many: asked for in as many requests as it takes. */
import { useMemo } from 'react'
import useSWR from 'swr'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { chunksOf } from '../../shared/chunks.ts'
import { companyBatchSize } from '../../shared/constants.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { Row } from '../../shared/model/answers.ts'
import { id } from '../../shared/model/basics.ts'
import type { ApiError } from './api-error.ts'
import { callApi } from './client.ts'

type Found = OutputOf<typeof byIds>

/** What the viewer may know of among the ids; the others are left out. Rejects if one request fails. */
export async function loadByIds(ids: readonly string[]): Promise<Found> {
  const answers = (await Promise.all(chunksOf(ids, companyBatchSize).map(loadChunk))).flat()
  return {
    list: answers.flatMap((answer) => answer.list),
    people: Object.assign({}, ...answers.map((answer) => answer.people)),
  }
}

/** In as many answers as it takes: one that is full says which ids it left. */
async function loadChunk(ids: string[]): Promise<Found[]> {
  const answers: Found[] = []
  for (let left: string[] | undefined = ids; left && left.length > 0; left = answers.at(-1)?.left)
    answers.push(await callApi(byIds, { ids: left }, { quiet: true }))
  return answers
}

export function useByIds(ids: readonly string[]) {
  const { data, error, isLoading } = useSWR<Found, ApiError>(
    ids.length > 0 ? [byIds.name, ids] : null,
    () => loadByIds(ids),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false, dedupingInterval: 500 },
  )
  return { data, error, isLoading }
}

/** Names of accounts: empty till they are known, the id itself for one that the viewer is told nothing of. */
export function useAccountNames(accounts: readonly string[]): (account: string) => string {
  const { data, error } = useByIds(accounts)
  const isKnown = data !== undefined || error !== undefined
  return useMemo(() => (account) => data?.people[account] ?? (isKnown ? account : ''), [data, isKnown])
}

/** Names of the people whose accounts stand in these columns of the rows. */
export function usePeople(rows: readonly Row[] | undefined, columns: readonly string[]) {
  const wanted = useMemo(() => {
    const found = new Set<string>()
    for (const row of rows ?? [])
      for (const column of columns) {
        const account = id.safeParse(row.columns[column])
        if (account.success) found.add(account.data)
      }
    return [...found].sort()
  }, [rows, columns])
  return useAccountNames(wanted)
}
