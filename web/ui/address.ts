/** Search parameters of the address, for all that keep their state there: lists, tabs, drawers. */
import { useCallback, useContext, useRef } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router-dom'

export interface ChangeOptions {
  /** Typing replaces the address, a step (page, sort, a finished filter) adds to the history. */
  replace?: boolean
  /** Shows what comes from its top; otherwise the page stays where it was scrolled to. */
  toTop?: boolean
  /** Drawn before the click has ended, so that a key that follows meets what it opened. Only from a click or a key. */
  atOnce?: boolean
}
/** Writes into the parameters that it is given. */
type Change = (params: URLSearchParams) => void

/**
 * The parameters as they are drawn, and a function that changes some of them. It starts from where the router is, which
 * may not be drawn yet: so two changes right after each other both hold, also from two parts of the page, and nothing
 * stays of a change that Back undid or that was not let through. A page that is being left changes nothing.
 */
export function useAddressParams(): [URLSearchParams, (change: Change, options?: ChangeOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  // The router's hooks tell only what is drawn; its context is the one way to where it is.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const drawn = useRef({ pathname, setParams })
  drawn.current = { pathname, setParams }
  const change = useCallback(
    (write: Change, { replace = false, toTop = false, atOnce = false }: ChangeOptions = {}) => {
      if (!router) throw new Error('The address is changed inside of a data router.')
      const { location, navigation } = router.state
      const { pathname: path, search } = navigation.location ?? location
      if (path !== drawn.current.pathname) return
      const next = new URLSearchParams(search)
      write(next)
      drawn.current.setParams(next, { replace, preventScrollReset: !toTop, flushSync: atOnce })
    },
    [router],
  )
  return [params, change]
}
