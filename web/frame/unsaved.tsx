/** Keeps typed work from being lost: on a change of route, tab close, account switch; and a draft on this machine. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { confirmUnsaved } from './dialogs.ts'

export interface UnsavedGuard {
  hasChanges: boolean
  /** Saves; resolves to false (or rejects) if it did not work, then the person stays. */
  save?: () => Promise<unknown>
  /** Something is wrong that keeps it from being saved: the way there is offered instead. */
  isBlocked?: () => boolean
  /** Leads to the first place that is wrong. */
  fix?: () => void
  discard?: () => void
  /** Addresses that may be gone to without asking: the same product in another tab of the page. */
  allow?: (from: URL, to: URL) => boolean
  /** True if going there leaves the form. Unless told: another path; tabs, drawers and filters are no leaving. */
  leaves?: (from: URL, to: URL) => boolean
}

/** A form, as it is now. */
type Form = () => UnsavedGuard
const guards = new Set<Form>()
/** Forms that are asked about, and how to take the question back. */
const asked = new Map<Form, () => void>()

/** Asks what becomes of the changes of one form; true if one may go on. */
export async function settle(form: Form): Promise<boolean> {
  const onAsked = (takeBack: () => void) => void asked.set(form, takeBack)
  const { save, fix, isBlocked } = form()
  const way = fix && isBlocked?.() ? 'fix' : save && 'save'
  const answer = await confirmUnsaved({ way, onAsked })
  asked.delete(form)
  const guard = form()
  if (answer === 'cancel') return false
  if (answer === 'fix') {
    guard.fix?.()
    return false
  }
  // A save that waited for the connection was made meanwhile.
  if (answer === 'settled') return true
  if (answer === 'discard') {
    guard.discard?.()
    return true
  }
  try {
    return (await guard.save?.()) !== false
  } catch {
    // The save has told why.
    return false
  }
}

type Place = { pathname: string; search: string }
const urlOf = ({ pathname, search }: Place) => new URL(pathname + search, location.origin)

/** Forms with changes that would be lost by going there. */
function losing(from: Place, to: Place): Form[] {
  const [now, next] = [urlOf(from), urlOf(to)]
  return [...guards].filter((form) => {
    const guard = form()
    if (!guard.hasChanges || guard.allow?.(now, next)) return false
    return guard.leaves ? guard.leaves(now, next) : now.pathname !== next.pathname
  })
}
async function settleAll(open: readonly Form[]): Promise<boolean> {
  for (const form of open) if (!(await settle(form))) return false
  return true
}

/** Asks for every open form with changes; true if one may go on. For account switch, sign-out, list switch. */
export const settleUnsaved = (): Promise<boolean> =>
  settleAll([...guards].filter((form) => form().hasChanges))
export const hasUnsaved = () => [...guards].some((get) => get().hasChanges)

/** Work beside a form of the page, whose guard asks for this too. */
export function useUnsavedBeside(guard: UnsavedGuard): void {
  const latest = useRef(guard)
  latest.current = guard

  const [form] = useState<Form>(() => () => latest.current)
  useEffect(() => {
    guards.add(form)
    return () => {
      guards.delete(form)
    }
  }, [form])

  useEffect(() => {
    if (!guard.hasChanges) return asked.get(form)?.()
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [guard.hasChanges, form])
}

export function useUnsavedGuard(guard: UnsavedGuard): void {
  useUnsavedBeside(guard)

  // A router asks one blocker only, the last one made, so each of them answers for all forms.
  const open = useRef<readonly Form[]>([])
  const blocker = useBlocker(
    useCallback(({ currentLocation, nextLocation }) => {
      open.current = losing(currentLocation, nextLocation)
      return open.current.length > 0
    }, []),
  )
  const isAsking = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    void settleAll(open.current).then((mayGo) => {
      isAsking.current = false
      if (mayGo) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])

  // Going elsewhere can take as long as there is no connection. Whoever types meanwhile stays: nobody would ask again.
  const going = useNavigation().location
  const here = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!guard.hasChanges || !going || losing(here, going).length === 0) return
    void navigate(here, { replace: true, state: here.state, preventScrollReset: true })
  }, [guard.hasChanges, going, here, navigate])
}

const draftPrefix = 'inputlist.draft.'
export interface Draft<T> {
  /** What was kept when the component mounted, if anything. */
  initial: T | undefined
  /** Epoch milliseconds at which it was kept. */
  keptAt: number | undefined
  /** Keeps the value, at most twice a second. */
  keep(value: T): void
  /** Forgets it, after a save or a discard. */
  forget(): void
}

const draftsEndAfterMs = 30 * 24 * 3_600_000
/** Drafts that nobody came back for, of whatever account: of products and companies that went on without them. */
export function forgetOldDrafts(now = Date.now()): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(draftPrefix)) continue
    const at = readDraft(key)?.at
    if (typeof at !== 'number' || now - at > draftsEndAfterMs) localStorage.removeItem(key)
  }
}

/** A draft kept on this machine, so that a crash or an expired session loses nothing. The key names what it is of. */
export function useDraft<T>(key: string): Draft<T> {
  const storageKey = draftPrefix + key
  const [found] = useState(() => {
    forgetOldDrafts()
    return readDraft<T>(storageKey)
  })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const waiting = useRef<T | undefined>(undefined)

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (waiting.current === undefined) return
    try {
      localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), value: waiting.current }))
    } catch {
      // The storage is full: the draft is a comfort, the page still holds the work.
    }
    waiting.current = undefined
  }, [storageKey])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  const keep = useCallback(
    (value: T) => {
      waiting.current = value
      timer.current ??= setTimeout(flush, 500)
    },
    [flush],
  )
  const forget = useCallback(() => {
    waiting.current = undefined
    clearTimeout(timer.current)
    timer.current = undefined
    localStorage.removeItem(storageKey)
  }, [storageKey])
  return { initial: found?.value, keptAt: found?.at, keep, forget }
}

function readDraft<T>(key: string): { at: number; value: T } | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { at: number; value: T } | null
    return kept ?? undefined
  } catch {
    return undefined
  }
}
