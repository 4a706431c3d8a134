/** What this browser keeps of a session, so that a reload or a second tab opens without asking. */
import * as z from 'zod'
import { tokenAudience } from '../../shared/constants.ts'

const storedSession = z.object({ jwt: z.string(), expires: z.number(), account: z.string() })
export type StoredSession = z.infer<typeof storedSession>
export const nowSeconds = () => Date.now() / 1000

/** True if this page is where a sign-in by redirect ends. */
export const isReturn = () => {
  const brought = new URLSearchParams(location.search)
  return brought.has('code') || brought.has('error')
}
/** True if the single sign-on may know who is here: only then it is worth loading. */
export const mayHaveSso = () =>
  isReturn() ||
  Object.keys(localStorage).some(
    (key) => key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('Token'),
  )

export const sessionKey = 'inputlist.session'
export const lastAccountKey = 'inputlist.account'
/** What an account opened last: gone when the person signs out. */
export const recentKeyOf = (account: string): string => `inputlist.recent.${account}`

export function readStored(): StoredSession | undefined {
  try {
    return storedSession.parse(JSON.parse(localStorage.getItem(sessionKey) ?? ''))
  } catch {
    return undefined
  }
}
/** Claims of a token, unchecked: only to tell a person why it is refused. The server checks it. */
export function tokenProblem(jwt: string, now = nowSeconds()): string | undefined {
  try {
    const part = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = JSON.parse(atob(part)) as { aud?: string | string[]; exp?: number }
    const audiences = [claims.aud ?? []].flat()
    if (audiences.length > 0 && !audiences.includes(tokenAudience))
      return `token expected for ${tokenAudience} but received for ${audiences.join(', ')}`
    if (claims.exp !== undefined && claims.exp <= now) return 'token is expired'
  } catch {
    // An opaque token is for the server to judge.
  }
  return undefined
}
