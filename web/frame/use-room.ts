/** Who gets the room beside the content: the navigation, a drawer, or both where there is enough. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useMedia } from '../ui/media.ts'
import { useDrawer } from './page.tsx'

/** The navigation lies over the content, as AppLayout does it. */
const narrow = '(width < 689px)'
/** A drawer takes the whole width; a style sheet says the same (overlays.css). */
const sheet = '(width < 1000px)'
/** Navigation, drawer and a page with its tables do not fit beside each other. */
const cramped = '(width < 1440px)'
const navigationKey = 'inputlist.navigation'

interface Room {
  isNavigationOpen: boolean
  /** The drawer covers the content: nothing behind it can be reached. */
  isSheet: boolean
  setNavigationOpen(isOpen: boolean): void
}

/** Kept on this machine is only what was chosen where the navigation has a place of its own. */
export function useRoom(isDrawerOpen: boolean, closeDrawer: () => void): Room {
  const isNarrow = useMedia(narrow)
  const isCramped = useMedia(cramped)
  const isSheet = useMedia(sheet) && isDrawerOpen
  const { pathname } = useLocation()
  const [isKeptOpen, setKeptOpen] = useState(() => localStorage.getItem(navigationKey) !== 'closed')
  // Open at one address only: the next one is what it was opened for.
  const [openAt, setOpenAt] = useState<string>()
  useEffect(() => setOpenAt((at) => (at === pathname ? at : undefined)), [pathname])
  const isDisplaced = isDrawerOpen && isCramped
  const latest = useRef({ isDisplaced, isNarrow, pathname, closeDrawer })
  latest.current = { isDisplaced, isNarrow, pathname, closeDrawer }
  const setNavigationOpen = useCallback((isOpen: boolean) => {
    const now = latest.current
    if (isOpen && now.isDisplaced) now.closeDrawer()
    if (now.isNarrow) setOpenAt(isOpen ? now.pathname : undefined)
    // AppLayout closes what it has no room for; that is nobody's choice.
    else if (isOpen || !now.isDisplaced) {
      setKeptOpen(isOpen)
      localStorage.setItem(navigationKey, isOpen ? 'open' : 'closed')
    }
  }, [])
  return {
    isNavigationOpen: isNarrow ? openAt === pathname && !isDrawerOpen : isKeptOpen && !isDisplaced,
    isSheet,
    setNavigationOpen,
  }
}

interface Cover {
  /** A drawer takes the whole width. */
  isCovered: boolean
  /** Runs once the drawer that covers the page is closed; at once where none does. */
  uncover(then: () => void): void
}
/** For keys of the page: what they do must be seen, and what they focus reached. */
export function useCover(): Cover {
  const [openId, setOpen] = useDrawer()
  const isCovered = useMedia(sheet) && openId !== undefined
  const [next, setNext] = useState<{ run(): void }>()
  useEffect(() => {
    if (!next || isCovered) return
    setNext(undefined)
    next.run()
  }, [next, isCovered])
  return {
    isCovered,
    uncover(run) {
      // Where nothing covers it, drawing the page once more would only be waited for.
      if (!isCovered) return run()
      setOpen(undefined)
      setNext({ run })
    },
  }
}
