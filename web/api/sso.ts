/**
 * Single sign-on with Amplify. Import this file lazily: most page loads find a product token that is still good.
 * Amplify's functions are named one by one, so that the rest of it stays out of the bundle.
 */
import { Amplify } from 'aws-amplify'
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  resetPassword,
  type SignInOutput,
  signIn,
  signOut,
} from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { signedOutPath } from '../../shared/constants.ts'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'
import { type FactorKey, factorKeyOf } from './factor-key.ts'
import type { OwnSignIn } from './own-sign-in.ts'
import { failed, SignInFailed } from './sign-in-failed.ts'
import { oauthSettings, type Returned, watchReturn } from './sso-redirect.ts'

/** What the person is asked next. */
export type SignInStep =
  | { step: 'done' }
  /** Signed in with a temporary password: a lasting one of one's own. */
  | { step: 'newPassword' }
  /** Six digits of the authenticator app. */
  | { step: 'code' }
  /** The pool wants a second factor: the key is put into an authenticator app, then its first code is asked. */
  | ({ step: 'setUpCode' } & FactorKey)

export interface Sso {
  /** Rejects with `SignInFailed`, as the next three do. */
  signIn(name: string, password: string): Promise<SignInStep>
  /** Answers what the last step asked. */
  answer(text: string): Promise<SignInStep>
  /** Sends a code to the person's mail address, with which a forgotten password is set anew. */
  sendCode(name: string): Promise<void>
  setPassword(name: string, code: string, password: string): Promise<void>
  /** Leaves the page for the organisation's sign-in. Resolves if there is no need to. */
  redirect(): Promise<void>
  /** What the way through the organisation's sign-in brought, if this page is its end. */
  returned(): Promise<Returned | undefined>
  /** Token of the single sign-on, renewed if need be; undefined if nobody is signed in or it cannot be renewed. */
  token(forceRefresh: boolean): Promise<string | undefined>
  /** What one may change about one's own sign-in, where it is by password. */
  own(): Promise<OwnSignIn>
  /** Gives up the tokens. Resolves to true if the page is left, for the organisation's sign-out as a rule. */
  signOut(): Promise<boolean>
}

function stepOf({ nextStep }: Pick<SignInOutput, 'nextStep'>): SignInStep {
  switch (nextStep.signInStep) {
    case 'DONE':
      return { step: 'done' }
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return { step: 'newPassword' }
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return { step: 'code' }
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return { step: 'setUpCode', ...factorKeyOf(nextStep.totpSetupDetails) }
    case 'RESET_PASSWORD':
      throw new SignInFailed('mustReset')
    case 'CONFIRM_SIGN_UP':
      throw new SignInFailed('disabled')
    default:
      throw new SignInFailed('unknown')
  }
}

export async function makeSso(config: RuntimeConfig): Promise<Sso> {
  // Amplify warns of any user pool that is not Amazon's, at each page load.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  const { signIn: settings } = config
  const password = settings.kind === 'password' ? settings : undefined
  const endpoint = password?.endpoint
    ? new URL(password.endpoint, location.origin).href.replace(/\/$/, '/')
    : undefined
  const redirect = settings.kind === 'redirect' ? watchReturn(settings) : undefined
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: settings.userPoolId,
        userPoolClientId: settings.clientId,
        ...(endpoint ? { userPoolEndpoint: endpoint } : {}),
        ...(settings.kind === 'redirect' ? { loginWith: { oauth: oauthSettings(settings) } } : {}),
      },
    },
  })
  await redirect?.finish()
  return {
    async signIn(name, secret) {
      try {
        // A left-over session of somebody else would make Amplify refuse.
        await signOut({ global: false }).catch(() => undefined)
        return stepOf(
          await signIn({
            username: name.trim(),
            password: secret,
            options: { authFlowType: password?.flow ?? 'USER_SRP_AUTH' },
          }),
        )
      } catch (error) {
        throw failed(error)
      }
    },
    async answer(text) {
      try {
        return stepOf(await confirmSignIn({ challengeResponse: text }))
      } catch (error) {
        throw failed(error, 'sessionOver')
      }
    },
    async sendCode(name) {
      try {
        await resetPassword({ username: name.trim() })
      } catch (error) {
        throw failed(error, 'notYet')
      }
    },
    async setPassword(name, code, newPassword) {
      try {
        await confirmResetPassword({
          username: name.trim(),
          confirmationCode: code.trim(),
          newPassword,
        })
      } catch (error) {
        throw failed(error, 'code')
      }
    },
    async redirect() {
      await redirect?.leave()
    },
    returned: async () => redirect?.returned(),
    async token(forceRefresh) {
      const { tokens } = await fetchAuthSession({ forceRefresh })
      return (tokens?.idToken ?? tokens?.accessToken)?.toString()
    },
    own: async () => (await import('./own-sign-in.ts')).ownSignIn,
    async signOut() {
      const isLeaving = redirect?.isKnownThere() === true
      await signOut({ global: false }).catch(() => undefined)
      if (redirect && !isLeaving) location.replace(signedOutPath)
      return redirect !== undefined
    },
  }
}
