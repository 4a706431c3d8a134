/** What the product list starts with, as a person set it: parts of its address, kept with the account. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../api/session.tsx'

const columnsKey = 'cols'
/** Where one is in the list, not how it looks. */
const passing = ['page', 'drawer']

/** The columns, and everything else that is worth keeping, as search parameters. */
export function splitView(search: string): { filter: string; columns: string } {
  const filter = new URLSearchParams(search)
  const columns = new URLSearchParams()
  for (const value of filter.getAll(columnsKey)) columns.append(columnsKey, value)
  for (const key of [columnsKey, ...passing]) filter.delete(key)
  return { filter: filter.toString(), columns: columns.toString() }
}

/** A search that is being built is only in its tab: its name in the address begins so, and nothing can start with it. */
export const ownSearchPrefix = 'own-'
const searchKey = 's'
const conditionsKey = 'f'
/** The search that a default view opens. */
export const startSearchOf = (filter = ''): string | undefined =>
  new URLSearchParams(filter).get(searchKey) ?? undefined
export const isOfTabAlone = (filter: string) => startSearchOf(filter)?.startsWith(ownSearchPrefix) ?? false
/** The default view with another search, or without one; in what order it comes stays. */
export function withStartSearch(filter: string | undefined, id: string | undefined): string {
  const view = new URLSearchParams(filter ?? '')
  for (const key of [searchKey, conditionsKey]) view.delete(key)
  if (id !== undefined) view.set(searchKey, id)
  return view.toString()
}

const joinView = (filter = '', columns = '') => [filter, columns].filter(Boolean).join('&')

/** Opens the list with the default view, once: an emptied filter later on is meant. */
export function useStartView() {
  const { account, userData } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isDone = useRef(false)
  const accountId = account?.id
  useEffect(() => {
    if (!accountId || isDone.current) return
    isDone.current = true
    const view = joinView(userData.defaultProductFilter, userData.defaultProductColumns)
    if (pathname === '/' && search === '' && view) void navigate(`/?${view}`, { replace: true })
  }, [accountId, pathname, search, userData, navigate])
}
