import { useEffect, useState } from 'react'
import type { FieldPlaces } from '../../ui/field-places.ts'

/** Where a place of the data is entered: itself, what is around it, or where it is added. */
function nearestPlaces(path: string): string[] {
  const parts = path.split('/')
  const around = parts.slice(3).map((_, n) => parts.slice(0, parts.length - n).join('/'))
  return [...around, `add:${parts[3]}`, `add:${parts[3]}/base`]
}

/** Opens the tab of a place for editing and then goes to it. What it gives stays the same function. */
export function useShowPlace(page: {
  tabOf(path: string): string
  tab: string
  openTab(tab: string): void
  isEditing: boolean
  edit(): void
  places: FieldPlaces
}): (path: string) => void {
  const [sought, setSought] = useState<string>()
  useEffect(() => {
    if (sought === undefined) return
    const home = page.tabOf(sought)
    if (home !== page.tab) page.openTab(home)
    else if (!page.isEditing) page.edit()
    else {
      setSought(undefined)
      nearestPlaces(sought).some((path) => page.places.focusFirst([path]))
    }
  })
  return setSought
}
