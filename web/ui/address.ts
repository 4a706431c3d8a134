/** Search parameters of the address, for all that keep their state there: lists, tabs, drawers. */
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

export interface ChangeOptions {
  /** Typing replaces the address, a step (page, sort, a finished filter) adds to the history. */
  replace?: boolean
  /** Shows what comes from its top; otherwise the page stays where it was scrolled to. */
  toTop?: boolean
}
/** Writes into the parameters that it is given. */
type Change = (params: URLSearchParams) => void

/** What the address is about to be, and the location it was before: it is drawn some time after it was asked for. */
let underWay: { from: string; params: URLSearchParams } | undefined

/**
 * The parameters, and a function that changes some of them. Two changes right after each other both hold, also from two
 * parts of the page: the router gives both what was drawn last, and the second would take the first one back.
 */
export function useAddressParams(): [URLSearchParams, (change: Change, options?: ChangeOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  const drawn = useRef({ params, key, setParams })
  drawn.current = { params, key, setParams }
  useEffect(() => {
    if (underWay?.from !== key) underWay = undefined
    return () => {
      underWay = undefined
    }
  }, [key])
  const change = useCallback((write: Change, { replace = false, toTop = false }: ChangeOptions = {}) => {
    const now = drawn.current
    const next = new URLSearchParams(underWay?.from === now.key ? underWay.params : now.params)
    write(next)
    underWay = { from: now.key, params: next }
    now.setParams(next, { replace, preventScrollReset: !toTop })
  }, [])
  return [params, change]
}
