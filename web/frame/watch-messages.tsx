/**
 * Asks every few seconds whether there is something new, while somebody looks. Loaded behind the first screen, which does not wait for
 * it.
 */
import { unread } from '../../shared/calls/bml/message/unread.ts'
import { callApi } from '../api/client.ts'
import { loadTexts, text } from '../texts/texts.ts'
import { unreadMessages } from './unread-messages.ts'
import './watch-messages.css'

/** Known within 20 s, with what the index and the way take. */
const everyMs = 15_000

const badgeOf = (count: number) =>
  count > 0 && (
    <span className="il-unread" role="img" aria-label={text('messages', 'unreadCount', { number: count })}>
      {count}
    </span>
  )

let current: (() => void) | undefined
/** Asks at once: something was read or sent here. */
export const askUnread = (): void => current?.()

/** Begins asking; the answer ends it. */
export function watchMessages(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let isAsking = false
  const look = async () => {
    if (isStopped || isAsking) return
    clearTimeout(timer)
    if (document.visibilityState !== 'hidden') {
      isAsking = true
      try {
        const [{ count, version }] = await Promise.all([
          callApi(unread, {}, { quiet: true, background: true }),
          loadTexts('messages'),
        ])
        if (!isStopped) unreadMessages.set({ count, version, badge: badgeOf(count) })
      } catch {
        // Nothing is known for now; the next question may be answered.
      } finally {
        isAsking = false
      }
    }
    if (!isStopped) timer = setTimeout(() => void look(), everyMs)
  }
  const onSeen = () => document.visibilityState === 'visible' && void look()
  document.addEventListener('visibilitychange', onSeen)
  void look()
  current = () => void look()
  return () => {
    isStopped = true
    current = undefined
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onSeen)
    unreadMessages.set({ count: 0, version: '' })
  }
}
