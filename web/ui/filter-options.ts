/** Options that are searched on the server while somebody types. */
import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter'
import { useEffect, useRef, useState } from 'react'
import { useErrorText } from '../texts/error-text.ts'
import type { FilterOption } from './filter-field.ts'

/** A search that answers with this many gave the first of more. */
const optionLimit = 25
/** So many of each search stand beside the values of other properties. */
const typedLimit = 5

interface Loaded {
  /** By loader. */
  options: ReadonlyMap<string, readonly FilterOption[]>
  status: PropertyFilterProps.StatusType
  isFull: boolean
  error?: unknown
}
const nothing: Loaded = { options: new Map(), status: 'finished', isFull: false }

export function useLoadedOptions(
  load: (loader: string, text: string, signal: AbortSignal) => Promise<FilterOption[]>,
) {
  const errorText = useErrorText()
  const [state, setState] = useState(nothing)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const request = async (loaders: readonly string[], text: string) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setState((now) => ({
      // Options of the searches that are asked again stay until their answer.
      options: new Map([...now.options].filter(([loader]) => loaders.includes(loader))),
      status: 'loading',
      isFull: false,
    }))
    try {
      const found = await Promise.all(
        loaders.map(async (loader) => [loader, await load(loader, text, mine.signal)] as const),
      )
      if (mine.signal.aborted) return
      const isAlone = loaders.length === 1
      setState({
        options: new Map(
          found.map(([loader, options]) => [loader, isAlone ? options : options.slice(0, typedLimit)]),
        ),
        status: 'finished',
        isFull: isAlone && found.some(([, options]) => options.length >= optionLimit),
      })
    } catch (error) {
      if (!mine.signal.aborted) setState({ ...nothing, status: 'error', error })
    }
  }
  return {
    ...state,
    errorText: state.error === undefined ? '' : errorText(state.error),
    request: (loaders: readonly string[], text: string) => void request(loaders, text),
    clear: () => {
      running.current?.abort()
      setState(nothing)
    },
  }
}
