/** What the product list starts with, as a person set it: parts of its address, kept with the account. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { isOfClass } from '../../shared/model/entity-data.ts'
import { callApi } from '../api/client.ts'
import type { ColumnSetEntity } from '../api/kept.ts'
import { useSession } from '../api/session.tsx'

const columnsKey = 'cols'
const listKey = 'list'
/** In the settings only: the set that the columns are of. */
const setKey = 'set'
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

/** The set that the default columns are of. */
export const startSetOf = (columns = ''): string | undefined =>
  new URLSearchParams(columns).get(setKey) ?? undefined
/** A set as default columns. Its columns stand beside it: the list opens with them at once, and also when the set is gone. */
export const startColumnsOf = ({ id, data: { columns, inList } }: Pick<ColumnSetEntity, 'id' | 'data'>) =>
  new URLSearchParams({
    [setKey]: id,
    [columnsKey]: JSON.stringify(columns),
    ...(inList && { [listKey]: inList }),
  }).toString()

function joinView(filter = '', columns = ''): string {
  const view = new URLSearchParams(filter)
  for (const [key, value] of new URLSearchParams(columns))
    if (key !== setKey && !view.has(key)) view.append(key, value)
  return view.toString()
}

/** Opens the list with the default view, once: an emptied filter later on is meant. */
export function useStartView() {
  const { account, userData } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isDone = useRef(false)
  const accountId = account?.id
  const now = useRef('')
  now.current = `${pathname}${search}`
  useEffect(() => {
    if (!accountId || isDone.current) return
    isDone.current = true
    const { defaultProductFilter, defaultProductColumns } = userData
    const view = joinView(defaultProductFilter, defaultProductColumns)
    if (pathname !== '/' || search !== '' || !view) return
    void navigate(`/?${view}`, { replace: true })
    const set = startSetOf(defaultProductColumns)
    if (!set) return
    // Somebody may have changed the set. One that is gone, or cannot be had, leaves the columns that it had.
    void callApi(get, { id: set }, { quiet: true }).then(
      (entity) => {
        if (!isOfClass('columnset', entity)) return
        const today = joinView(defaultProductFilter, startColumnsOf(entity))
        if (today !== view && now.current === `/?${view}`) void navigate(`/?${today}`, { replace: true })
      },
      () => {},
    )
  }, [accountId, pathname, search, userData, navigate])
}
