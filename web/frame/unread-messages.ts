/** How many conversations are unread, for the navigation, and what tells screens that one of them has changed. */
import type { ReactNode } from 'react'
import { makeStore } from '../ui/store.ts'

interface UnreadMessages {
  count: number
  /** Another one whenever a conversation of the person has changed. */
  version: string
  /** The number as the navigation shows it. */
  badge?: ReactNode
}
export const unreadMessages = makeStore<UnreadMessages>({ count: 0, version: '' })
