/** A long list that is read page by page, newest first, and goes on growing at its top. */
import { useCallback, useMemo, useState } from 'react'
import type { Contract, OutputOf } from '../../shared/contract.ts'
import type { ApiError } from './api-error.ts'
import { type CallInput, callApi } from './client.ts'
import { useCall } from './use-call.ts'

interface Listed<T> {
  list: readonly T[]
  count: number
}
export interface ReadPage<C extends Contract> {
  input: CallInput<C>
  answer: OutputOf<C>
}
export interface Pages<T> {
  /** Undefined until the first page is there. */
  list: readonly T[] | undefined
  count: number
  error: ApiError | undefined
  hasMore: boolean
  isLoadingMore: boolean
  /** Reads the next page below. Errors are broadcast. */
  more(): Promise<void>
  /** Reads the first page again. */
  refresh(): Promise<unknown>
}

const none: readonly never[] = []

/**
 * `keyOf` names an item, `nextOf` says what to ask for below the pages that were read. What comes in at the top moves
 * the rest down, so that pages overlap: each item is in the list once. `last`: the answer that reaches furthest down.
 */
export function usePages<C extends Contract, T>(
  contract: C,
  input: CallInput<C>,
  {
    keyOf,
    nextOf,
  }: {
    keyOf(item: T): string
    nextOf(pages: readonly ReadPage<C>[]): CallInput<C> | undefined
  },
): Pages<T> & { last: OutputOf<C> | undefined } {
  const first = useCall(contract, input, { keepPreviousData: true })
  const question = JSON.stringify(input)
  const [read, setRead] = useState<{ question: string; pages: ReadPage<C>[] }>({ question, pages: [] })
  const [isLoadingMore, setLoadingMore] = useState(false)
  const itemsOf = useCallback((answer: OutputOf<C>) => (answer as unknown as Listed<T>).list, [])

  // The first page as it was when the second was read still leads on to it, if the newest one reaches down to it.
  const [base] = read.question === question ? read.pages : []
  const newest = first.data
  const isConnected = useMemo(() => {
    if (!base || !newest) return false
    const lowest = itemsOf(newest).at(-1)
    // A page in which nothing was found leads on, too.
    if (lowest === undefined) return itemsOf(base.answer).length === 0
    return itemsOf(base.answer).some((item) => keyOf(item) === keyOf(lowest))
  }, [base, newest, itemsOf, keyOf])
  const further = isConnected ? read.pages : none
  const list = useMemo(() => {
    if (!newest) return undefined
    const byKey = new Map<string, T>()
    for (const item of [newest, ...further.map((page) => page.answer)].flatMap((answer) => itemsOf(answer)))
      if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item)
    return [...byKey.values()]
  }, [newest, further, itemsOf, keyOf])
  const pages: readonly ReadPage<C>[] = isConnected ? further : newest ? [{ input, answer: newest }] : []
  const next = pages.length > 0 ? nextOf(pages) : undefined
  const more = async () => {
    if (next === undefined || isLoadingMore) return
    setLoadingMore(true)
    try {
      const answer = await callApi(contract, next)
      setRead({ question, pages: [...pages, { input: next, answer }] })
    } catch {
      // The error dialog has told it; the button is still there.
    } finally {
      setLoadingMore(false)
    }
  }
  return {
    list,
    count: (newest as unknown as Listed<T> | undefined)?.count ?? 0,
    error: first.error,
    hasMore: next !== undefined,
    last: pages.at(-1)?.answer,
    isLoadingMore,
    more,
    refresh: () => first.mutate(),
  }
}
