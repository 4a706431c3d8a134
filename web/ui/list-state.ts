/**
 * The address bar is the state of a list: filter, sort, page, columns. Each key is a search parameter; a value that
 * equals its default is left out; one that does not fit the schema falls back to the default. So Back works, and a
 * shared link shows the same list.
 */
import { useCallback, useMemo, useRef } from 'react'
import type * as z from 'zod'
import { type ChangeOptions, useAddressParams } from './address.ts'

type Shape = Record<string, z.ZodType>
type ListState<S extends Shape> = { [K in keyof S]: z.infer<S[K]> }

const write = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function read(schema: z.ZodType, raw: string): { value: unknown } | undefined {
  const plain = schema.safeParse(raw)
  if (plain.success) return { value: plain.data }
  try {
    const parsed = schema.safeParse(JSON.parse(raw))
    if (parsed.success) return { value: parsed.data }
  } catch {
    // Not JSON: an old or mistyped link.
  }
  return undefined
}

/** State out of search parameters; what is missing or wrong is the default. */
export function readListState<S extends Shape>(
  schema: z.ZodObject<S>,
  defaults: ListState<S>,
  params: URLSearchParams,
): ListState<S> {
  const state: Record<string, unknown> = { ...defaults }
  for (const [key, one] of Object.entries(schema.shape)) {
    const raw = params.get(key)
    if (raw === null) continue
    const found = read(one, raw)
    if (found) state[key] = found.value
  }
  return state as ListState<S>
}

/** Writes the changes into search parameters; other parameters stay. */
export function writeListState<S extends Shape>(
  defaults: ListState<S>,
  change: Partial<ListState<S>>,
  params: URLSearchParams,
): void {
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || isSame(value, defaults[key])) params.delete(key)
    else params.set(key, write(value))
  }
}

type SetListState<S extends Shape> = (change: Partial<ListState<S>>, options?: ChangeOptions) => void

/** `const [state, setState] = useListState(schema, defaults)`; `setState({page: 2})` changes only what is named. */
export function useListState<S extends Shape>(
  schema: z.ZodObject<S>,
  defaults: ListState<S>,
): [ListState<S>, SetListState<S>] {
  const [params, changeAddress] = useAddressParams()
  const fixed = useRef({ schema, defaults })
  const state = useMemo(() => readListState(fixed.current.schema, fixed.current.defaults, params), [params])
  const setState = useCallback<SetListState<S>>(
    (change, options) => changeAddress((now) => writeListState(fixed.current.defaults, change, now), options),
    [changeAddress],
  )
  return [state, setState]
}
