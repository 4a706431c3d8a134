/** What a list remembers while the app is open: its last address, and its selection. */
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const addresses = new Map<string, string>()
const selections = new Map<string, Selection>()
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

/** Rows that are chosen: these, or all that a question finds without these. */
export interface Selection {
  ids: readonly string[]
  /** Names the question whose hits are all chosen; `ids` are those that are not. */
  allOf?: string
}
const nobody: Selection = { ids: [] }

/**
 * What is selected; it stays while other pages and screens are looked at. All hits are chosen only for as long as the same
 * is asked: `found` names that.
 */
export function useSelection(
  listId: string,
  found: string | undefined,
): [Selection, (selection: Selection) => void] {
  const [selected, setSelected] = useState(() => selections.get(listId) ?? nobody)
  const set = useCallback(
    (selection: Selection) => {
      selections.set(listId, selection)
      setSelected(selection)
    },
    [listId],
  )
  return [selected.allOf === undefined || selected.allOf === found ? selected : nobody, set]
}
