/** What a person opened last, kept on this machine for each account until they sign out: what the search offers first. */
import { useEffect } from 'react'
import * as z from 'zod'
import { useSession } from '../api/session.tsx'
import { recentKeyOf } from '../api/stored-session.ts'

const entry = z.object({
  kind: z.enum(['products', 'companies']),
  id: z.string(),
  label: z.string(),
  detail: z.string().optional(),
  href: z.string(),
})
export type Recent = z.infer<typeof entry>
const mostRecent = 8

export function recentOf(account: string): Recent[] {
  try {
    return z.array(entry).parse(JSON.parse(localStorage.getItem(recentKeyOf(account)) ?? '[]'))
  } catch {
    return []
  }
}

/** Remembers what is on the screen; undefined for what is not worth coming back to. */
export function useRecent(opened: Recent | undefined): void {
  const account = useSession().account?.id
  const text = opened && JSON.stringify(opened)
  useEffect(() => {
    if (!account || !text) return
    const now = JSON.parse(text) as Recent
    const others = recentOf(account).filter((one) => one.id !== now.id)
    try {
      localStorage.setItem(recentKeyOf(account), JSON.stringify([now, ...others].slice(0, mostRecent)))
    } catch {
      // Without storage nothing is offered.
    }
  }, [account, text])
}
