/** The way to the organisation's sign-in and back, with Amplify's code flow (PKCE). */
import { signInWithRedirect } from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import { signedOutPath, signInPath } from '../../shared/constants.ts'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'

type RedirectSettings = Extract<RuntimeConfig['signIn'], { kind: 'redirect' }>

/** How a way ended on this page; the problem is the key of a sentence for the person. */
export interface Returned {
  problem?: 'refused' | 'provider' | 'stale' | 'network'
}

export const oauthSettings = ({ domain, scopes }: RedirectSettings) => ({
  domain,
  scopes,
  redirectSignIn: [`${location.origin}${signInPath}`],
  redirectSignOut: [`${location.origin}${signedOutPath}`],
  responseType: 'code' as const,
})

/** What Amplify has noted in this browser of ways that began, or were completed. */
const marks = (end: '.inflightOAuth' | '.oauthSignIn') =>
  Object.keys(localStorage).filter(
    (key) => key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith(end),
  )

/** Notices the end of a redirect that this page may be. Call it before Amplify is configured, `finish` after. */
export function watchReturn(settings: RedirectSettings) {
  const brought = new URLSearchParams(location.search)
  const isReturn = brought.has('code') || brought.has('error')
  let ended: Promise<Returned> | undefined
  if (brought.has('error'))
    ended = Promise.resolve({ problem: brought.get('error') === 'access_denied' ? 'refused' : 'provider' })
  // Nobody here asked for this code: it may be somebody else's.
  else if (isReturn && marks('.inflightOAuth').length === 0) ended = Promise.resolve({ problem: 'stale' })
  else if (isReturn)
    ended = new Promise((resolve) => {
      Hub.listen('auth', ({ payload }) => {
        if (payload.event === 'signInWithRedirect') resolve({})
        if (payload.event === 'signInWithRedirect_failure') {
          console.warn('sign-in not completed', payload.data)
          const isNetwork = (payload.data?.error as unknown) instanceof TypeError
          resolve({ problem: isNetwork ? 'network' : 'stale' })
        }
      })
    })
  return {
    /** Takes the code out of the address. Only where there is one: elsewhere it would spoil the way of another tab. */
    async finish() {
      if (isReturn) await import('aws-amplify/auth/enable-oauth-listener')
    },
    returned: async () => ended,
    async leave(): Promise<void> {
      // Of a way that was given up; Amplify would wait for its end.
      for (const key of marks('.inflightOAuth')) localStorage.removeItem(key)
      try {
        await signInWithRedirect({
          // Without a name Amplify asks for the pool's own passwords, which are off.
          provider: { custom: settings.provider },
          options: {
            // Back from there leads to what was before, not to a page that sends on at once.
            authSessionOpener: async (url) => {
              location.replace(url)
            },
          },
        })
      } catch (error) {
        if ((error as Error).name === 'UserAlreadyAuthenticatedException') return
        throw error
      }
      await new Promise(() => undefined)
    },
    /** True if a sign-in by redirect was completed in this browser: signing out leads there too. */
    isKnownThere: () => marks('.oauthSignIn').length > 0,
  }
}
