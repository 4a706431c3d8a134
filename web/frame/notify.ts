/**
 * What the app tells without being asked: toasts for what is done, dialogs for what must be decided. One message per
 * fact: a notification with an id that is already there replaces it, so a save goes from progress to done or failed.
 */
import { errorMessage } from '../../shared/errors.ts'
import { isApiError } from '../api/api-error.ts'
import { onCallError } from '../api/client.ts'
import { isOffline } from '../api/connection.ts'
import { text } from '../texts/texts.ts'
import { makeStore } from '../ui/store.ts'

export type NoticeKind = 'success' | 'progress' | 'error' | 'warning' | 'info'
interface NoticeAction {
  label: string
  run(): void
}
export interface NoticeInput {
  /** Stable: `save:product:42`. */
  id: string
  text: string
  action?: NoticeAction
  /** 0 to 100, for jobs. */
  percent?: number
  /** Comes unasked, long after what began it: it stays as long as a warning and counts as unread. */
  isNews?: boolean
}
/** An entry of the drawer. */
type Kept = NoticeInput & { kind?: NoticeKind }
export interface Notice extends NoticeInput {
  kind: NoticeKind
  isPinned: boolean
  /** Changes with each replacement, so that the time to live starts again. */
  version: number
}

const maxNotices = 10
/** Milliseconds that a toast stays; progress stays until it is replaced. */
export const lifeOf = ({
  kind,
  isNews,
  action,
}: Pick<Notice, 'kind' | 'isNews' | 'action'>): number | undefined =>
  // What offers something to do stays long enough to do it.
  kind === 'progress' ? undefined : kind === 'success' && !isNews && !action ? 1000 : 5000

export const notices = makeStore<Notice[]>([])
/** What was told before, newest first, for the drawer behind the bell. */
export const noticeLog = makeStore<(Notice & { at: string })[]>([])
export const unreadNotices = makeStore(0)
const logLength = 50
let version = 0

/** `kept` is what the drawer keeps of it, where a toast tells of several things at once. */
function show(kind: NoticeKind, input: NoticeInput, kept: Kept = input) {
  version += 1
  if (kind !== 'progress') {
    const entry = { kind, ...kept, isPinned: false, version, at: new Date().toISOString() }
    noticeLog.set((now) => [entry, ...now].slice(0, logLength))
    if (kind !== 'success' || input.isNews) unreadNotices.set((n) => n + 1)
  }
  notices.set((now) => {
    const old = now.find((n) => n.id === input.id)
    const next: Notice = { ...input, kind, isPinned: old?.isPinned ?? false, version }
    if (old) return now.map((n) => (n === old ? next : n))
    // The oldest that is neither pinned nor in progress makes room.
    const room = [...now]
    while (room.length >= maxNotices) {
      const at = room.findIndex((n) => !n.isPinned && n.kind !== 'progress')
      room.splice(Math.max(at, 0), 1)
    }
    return [...room, next]
  })
}

export const notify = {
  success: (input: NoticeInput, kept?: Kept) => show('success', input, kept),
  progress: (input: NoticeInput) => show('progress', input),
  error: (input: NoticeInput, kept?: Kept) => show('error', input, kept),
  warning: (input: NoticeInput, kept?: Kept) => show('warning', input, kept),
  info: (input: NoticeInput, kept?: Kept) => show('info', input, kept),
  /** Takes a notification away, e.g. progress that ended without anything to say. */
  clear: (id: string) => notices.set((now) => now.filter((n) => n.id !== id)),
  pin: (id: string, isPinned = true) =>
    notices.set((now) => now.map((n) => (n.id === id ? { ...n, isPinned } : n))),
}

/** One line of the error dialog. */
export interface Failure {
  message: string
  /** Key in `shared/texts`, with its parameters, to say it in the person's language. */
  key?: string
  params?: Record<string, string | number>
  code?: string
  requestId?: string
  url?: string
}
/** Open error dialog; empty if closed. */
export const failures = makeStore<Failure[]>([])

const toFailure = (error: unknown): Failure =>
  isApiError(error)
    ? {
        message: error.message,
        code: error.code,
        url: error.url,
        ...(error.details.key ? { key: error.details.key } : {}),
        ...(error.details.params ? { params: error.details.params } : {}),
        ...(error.requestId ? { requestId: error.requestId } : {}),
      }
    : { message: errorMessage(error) }

/**
 * Opens the error dialog, or adds to it; the same message twice is one line. That there is no connection is shown by
 * the bar: only what was not done for it is told.
 */
export function showError(error: unknown) {
  if (isOffline(error)) return notify.warning({ id: 'connection', text: text('frame', 'offline.notDone') })
  const failure = toFailure(error)
  failures.set((now) => {
    const isThere = now.some(
      (f) => f.message === failure.message && f.code === failure.code && f.url === failure.url,
    )
    return isThere ? now : [...now, failure]
  })
}

/** Errors of calls that nobody shows themselves. Maintenance has its own page. */
export const connectErrors = () =>
  onCallError((error) => {
    if (error.code !== 'maintenance') showError(error)
  })
