/** What a person opened last, kept on this machine for each account: the first thing that the search offers. */
import { useEffect } from 'react'
import * as z from 'zod'
import { useSession } from '../api/session.tsx'

const entry = z.object({
  kind: z.enum(['products', 'companies']),
  id: z.string(),
  label: z.string(),
  detail: z.string().optional(),
  href: z.string(),
})
export type Recent = z.infer<typeof entry>
const mostRecent = 8
const keyOf = (account: string) => `inputlist.recent.${account}`

export function recentOf(account: string): Recent[] {
  try {
    return z.array(entry).parse(JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]'))
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
      localStorage.setItem(keyOf(account), JSON.stringify([now, ...others].slice(0, mostRecent)))
    } catch {
      // Without storage nothing is offered.
    }
  }, [account, text])
}
