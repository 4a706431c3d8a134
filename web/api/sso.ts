/**
 * Single sign-on with Amplify. Import this file lazily: most page loads find a product token that is still good.
 * Amplify's functions are named one by one, so that the rest of it stays out of the bundle.
 */
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn, signInWithRedirect, signOut } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'

export class SignInFailed extends Error {
  /** Key of the sentence for the person. */
  readonly reason: 'wrong' | 'disabled' | 'network' | 'tooMany' | 'newPassword' | 'unknown'
  constructor(reason: SignInFailed['reason'], cause?: unknown) {
    super(`sign-in failed: ${reason}`, { cause })
    this.name = 'SignInFailed'
    this.reason = reason
  }
}

export interface Sso {
  signIn(name: string, password: string): Promise<void>
  /** Token of the single sign-on, renewed if need be; undefined if nobody is signed in or it cannot be renewed. */
  token(forceRefresh: boolean): Promise<string | undefined>
  signOut(): Promise<void>
}

const reasons: Record<string, SignInFailed['reason']> = {
  NotAuthorizedException: 'wrong',
  InvalidPasswordException: 'wrong',
  InvalidParameterException: 'wrong',
  UserNotFoundException: 'wrong',
  EmptySignInUsername: 'wrong',
  EmptySignInPassword: 'wrong',
  UserNotConfirmedException: 'disabled',
  TooManyRequestsException: 'tooMany',
  LimitExceededException: 'tooMany',
  NetworkError: 'network',
}

export async function makeSso(config: RuntimeConfig): Promise<Sso> {
  // Amplify warns of any user pool that is not Amazon's, at each page load.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  const { signIn: settings } = config
  const endpoint =
    settings.kind === 'password' && settings.endpoint
      ? new URL(settings.endpoint, location.origin).href.replace(/\/$/, '/')
      : undefined
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: settings.userPoolId,
        userPoolClientId: settings.clientId,
        ...(endpoint ? { userPoolEndpoint: endpoint } : {}),
        ...(settings.kind === 'redirect'
          ? {
              loginWith: {
                oauth: {
                  domain: settings.domain,
                  scopes: settings.scopes,
                  redirectSignIn: [`${location.origin}/sign-in`],
                  redirectSignOut: [`${location.origin}/sign-in`],
                  responseType: 'code' as const,
                },
              },
            }
          : {}),
      },
    },
  })
  // Takes the code out of the address that the hosted sign-in comes back to.
  if (settings.kind === 'redirect') await import('aws-amplify/auth/enable-oauth-listener')
  return {
    async signIn(name, password) {
      try {
        if (settings.kind === 'redirect') return await signInWithRedirect()
        // A left-over session of somebody else would make Amplify refuse.
        await signOut({ global: false }).catch(() => undefined)
        const { nextStep } = await signIn({
          username: name.trim(),
          password,
          options: { authFlowType: 'USER_PASSWORD_AUTH' },
        })
        if (nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
          throw new SignInFailed('newPassword')
        if (nextStep.signInStep !== 'DONE') throw new SignInFailed('unknown')
      } catch (error) {
        if (error instanceof SignInFailed) throw error
        throw new SignInFailed(reasons[(error as Error).name] ?? 'unknown', error)
      }
    },
    async token(forceRefresh) {
      const { tokens } = await fetchAuthSession({ forceRefresh })
      return (tokens?.idToken ?? tokens?.accessToken)?.toString()
    },
    async signOut() {
      await signOut({ global: false }).catch(() => undefined)
    },
  }
}
