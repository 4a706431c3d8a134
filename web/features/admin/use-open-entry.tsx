/** The entry that is open beside a list or a tree; which one it is stands in the address. */
import { useLocation, useNavigate } from 'react-router-dom'
import type { PageDrawer } from '../../frame/page.tsx'
import { writeListState } from '../../ui/list-state.ts'
import { type ListState, listDefaults } from './model/list.ts'
import { EntryDrawer, type EntryDrawerProps } from './parts/entry-drawer.tsx'

export function useOpenEntry(state: ListState) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  /** The same list, with an entry opened beside it. */
  const hrefOf = (entry: string): string => {
    const params = new URLSearchParams()
    writeListState(listDefaults, { ...state, entry }, params)
    params.set('drawer', 'entry')
    return `${pathname}?${params}`
  }
  return {
    hrefOf,
    open: (entry: string) => void navigate(hrefOf(entry)),
    drawersOf: (props: Omit<EntryDrawerProps, 'id' | 'onCreated'>): PageDrawer[] =>
      state.entry === ''
        ? []
        : [
            {
              id: 'entry',
              title: props.words.t('one'),
              icon: 'edit',
              content: (
                <EntryDrawer
                  {...props}
                  key={state.entry}
                  id={state.entry}
                  onCreated={(id) => void navigate(hrefOf(id), { replace: true })}
                />
              ),
            },
          ],
  }
}
