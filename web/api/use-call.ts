/** Calls in components: `useCall` reads and caches, `useSend` writes. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import useSWR, { type KeyedMutator, useSWRConfig } from 'swr'
import type { Contract, OutputOf } from '../../shared/contract.ts'
import { type ApiError, isAbort } from './api-error.ts'
import { type CallInput, type CallOptions, callApi } from './client.ts'
import { isOffline, useOnRestored } from './connection.ts'

/** How a call is made. */
export type Send<C extends Contract> = (input: CallInput<C>, options: CallOptions) => Promise<OutputOf<C>>

interface UseCallOptions<C extends Contract> {
  /** For an answer that comes in several pages. The same for all who read with this input. */
  send?: Send<C>
  /** Keeps showing the last answer while the next one loads: lists that page and filter. */
  keepPreviousData?: boolean
  /** Milliseconds between silent repeats; 0 or absent for none. */
  refreshInterval?: number
  /** Asks again when the window gets the focus. Off by default: nothing reloads under the mouse. */
  revalidateOnFocus?: boolean
  /** False shows a cached answer without asking again. */
  revalidateIfStale?: boolean
  /**
   * Gives up the request once something else is asked: for what is typed, where each key is a new question. Only for
   * inputs that no other component asks for, as its answer would be gone, too.
   */
  cancelStale?: boolean
}
interface CallState<T> {
  data: T | undefined
  error: ApiError | undefined
  isLoading: boolean
  isValidating: boolean
  mutate: KeyedMutator<T>
}

const callKey = (contract: Contract, input: unknown) => [contract.name, input] as const

/**
 * Reads with a call; `null` as input waits. Errors come back as `error` and are for the screen to show, so they
 * are not broadcast as well.
 */
export function useCall<C extends Contract>(
  contract: C,
  input: CallInput<C> | null,
  options: UseCallOptions<C> = {},
): CallState<OutputOf<C>> {
  const question = options.cancelStale ? JSON.stringify(input) : undefined
  const running = useRef<{ question: string | undefined; controller: AbortController } | undefined>(undefined)
  const latest = useRef(question)
  // Ahead of SWR's own effect, which asks the next question.
  useLayoutEffect(() => {
    latest.current = question
    if (running.current && running.current.question !== question) running.current.controller.abort()
  }, [question])
  const { data, error, isLoading, isValidating, mutate } = useSWR<OutputOf<C>, ApiError>(
    input === null ? null : callKey(contract, input),
    () => {
      const background = (options.refreshInterval ?? 0) > 0
      const send = (how: CallOptions) =>
        options.send
          ? options.send(input as CallInput<C>, how)
          : callApi(contract, input as CallInput<C>, how)
      const ask = async (): Promise<OutputOf<C>> => {
        const controller = new AbortController()
        running.current = { question, controller }
        try {
          return await send({ quiet: true, background, signal: controller.signal })
        } catch (error) {
          // Back at it before it was over: SWR waits for this very answer.
          if (controller.signal.aborted && latest.current === question) return ask()
          throw error
        }
      }
      return options.cancelStale ? ask() : send({ quiet: true, background })
    },
    {
      keepPreviousData: options.keepPreviousData ?? false,
      refreshInterval: options.refreshInterval ?? 0,
      revalidateOnFocus: options.revalidateOnFocus ?? false,
      revalidateIfStale: options.revalidateIfStale ?? true,
      shouldRetryOnError: false,
      dedupingInterval: 500,
    },
  )
  // What failed for want of a connection is asked again once there is one.
  useOnRestored(() => {
    if (isOffline(error)) void mutate()
  })
  // Somebody is back at a question that was given up: it is being asked again.
  const isCancelled = isAbort(error)
  return {
    data,
    error: isCancelled ? undefined : error,
    isLoading: isLoading || isCancelled,
    isValidating: isValidating || isCancelled,
    mutate,
  }
}

export interface Sender<C extends Contract> {
  send(input: CallInput<C>, options?: CallOptions): Promise<OutputOf<C>>
  isSending: boolean
}
/** Writes with a call. Errors are broadcast to the error dialog unless `quiet`, and rethrown either way. */
export function useSend<C extends Contract>(contract: C, defaults: CallOptions = {}): Sender<C> {
  const [running, setRunning] = useState(0)
  const quiet = defaults.quiet ?? false
  const send = useCallback(
    async (input: CallInput<C>, options: CallOptions = {}) => {
      setRunning((n) => n + 1)
      try {
        return await callApi(contract, input, { quiet, ...options })
      } finally {
        setRunning((n) => n - 1)
      }
    },
    [contract, quiet],
  )
  return { send, isSending: running > 0 }
}

/** Keeps an answer that came by another call, so that a screen need not ask for it. */
export function useKeepAnswer() {
  const { mutate } = useSWRConfig()
  return useCallback(
    <C extends Contract>(contract: C, input: CallInput<C>, answer: OutputOf<C>) =>
      mutate(callKey(contract, input), answer, { revalidate: false }),
    [mutate],
  )
}

/** Marks the cached answers of these calls as old, for what a write has changed elsewhere. */
export function useRefresh() {
  const { mutate } = useSWRConfig()
  return useCallback(
    (...contracts: Contract[]) => {
      const names = new Set(contracts.map((c) => c.name))
      return mutate((key) => Array.isArray(key) && names.has(String(key[0])))
    },
    [mutate],
  )
}
