/** What a list remembers while the app is open: its last address, and its selection. */
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const addresses = new Map<string, string>()
const selections = new Map<string, readonly string[]>()
/** Everything is forgotten, e.g. in tests. */
export function forgetLists() {
  addresses.clear()
  selections.clear()
}

/**
 * Where to go instead when a list is opened anew without any state in the address: its last one. Undefined to stay.
 * Back and Forward go where they say.
 */
export function useLastAddress(listId: string): string | undefined {
  const { search } = useLocation()
  const type = useNavigationType()
  // Decided once, when the list opens: an emptied filter later on is meant.
  const [pending, setPending] = useState(() => {
    const last = addresses.get(listId)
    return search === '' && type !== 'POP' && last ? last : undefined
  })
  useEffect(() => {
    if (pending === undefined) addresses.set(listId, withoutDrawer(search))
    else if (search !== '') setPending(undefined)
  }, [listId, search, pending])
  return search === '' ? pending : undefined
}

/** An open side panel is not part of what a list shows. */
function withoutDrawer(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('drawer')
  const text = params.toString()
  return text && `?${text}`
}

/** Selected ids; they stay while other pages and screens are looked at. */
export function useSelection(listId: string): [readonly string[], (ids: readonly string[]) => void] {
  const [selected, setSelected] = useState(() => selections.get(listId) ?? [])
  const set = useCallback(
    (ids: readonly string[]) => {
      selections.set(listId, ids)
      setSelected(ids)
    },
    [listId],
  )
  return [selected, set]
}
