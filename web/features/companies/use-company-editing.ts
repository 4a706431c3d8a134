/** Whether the company's page is open for editing, and how one gets to a field of it. */
import type { ButtonProps } from '@cloudscape-design/components/button'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useCover } from '../../frame/use-room.ts'
import { useFocusNext } from '../../ui/focus.ts'

export function useCompanyEditing(page: {
  /** The fields stand on the tab `company`. */
  tab: string
  showTab(id: string): void
  editButton: RefObject<ButtonProps.Ref | null>
}) {
  const { tab, showTab, editButton } = page
  const [isEditing, setEditing] = useState(false)
  /** What gets the focus as soon as the fields are drawn: the tab may have to come first. */
  const [sought, setSought] = useState<{ focus(): unknown }>()
  const focusNext = useFocusNext()
  const { uncover } = useCover()
  const open = useCallback(() => setEditing(true), [])
  useEffect(() => {
    if (!sought || !isEditing || tab !== 'company') return
    setSought(undefined)
    sought.focus()
  }, [sought, isEditing, tab])
  return {
    isEditing,
    open,
    /** Opens the fields, wherever on the page one is, and focuses one of them. */
    seek: (focus: () => unknown) =>
      uncover(() => {
        open()
        if (tab !== 'company') showTab('company')
        setSought({ focus })
      }),
    leave: useCallback(() => {
      setSought(undefined)
      setEditing(false)
      focusNext(() => editButton.current?.focus())
    }, [focusNext, editButton]),
  }
}
