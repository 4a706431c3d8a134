/** Import this file lazily: few people change how they sign in. Amplify has to be configured (`makeSso`). */
import {
  fetchMFAPreference,
  setUpTOTP,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { type FactorKey, factorKeyOf } from './factor-key.ts'
import { failed, type SignInFailed } from './sign-in-failed.ts'

/** What a person may change about the own sign-in by password. All reject with `SignInFailed`. */
export interface OwnSignIn {
  changePassword(now: string, next: string): Promise<void>
  /** Whether a code of an authenticator app is asked besides the password. */
  hasFactor(): Promise<boolean>
  /** Makes a key. What was set up before holds until a code of the new one is confirmed. */
  makeFactor(): Promise<FactorKey>
  confirmFactor(code: string): Promise<void>
  endFactor(): Promise<void>
}

/** Runs what Amplify does; `wrong` is what a refusal means here. */
async function attempt<T>(wrong: SignInFailed['reason'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failed(error, wrong)
  }
}

export const ownSignIn: OwnSignIn = {
  changePassword: (oldPassword, newPassword) =>
    attempt('wrongNow', () => updatePassword({ oldPassword, newPassword })),
  hasFactor: () =>
    attempt('signInAgain', async () => (await fetchMFAPreference()).enabled?.includes('TOTP') === true),
  makeFactor: () => attempt('signInAgain', async () => factorKeyOf(await setUpTOTP())),
  confirmFactor: (code) =>
    attempt('code', async () => {
      await verifyTOTPSetup({ code })
      await updateMFAPreference({ totp: 'PREFERRED' })
    }),
  endFactor: () => attempt('signInAgain', () => updateMFAPreference({ totp: 'DISABLED' })),
}
