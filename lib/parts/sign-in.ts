/** Names and addresses around the user pool, in one place: the pool, the content policy and the web app must agree. */
import { signedOutPath, signInPath } from '../../shared/constants.ts'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'
import type { DeploySettings } from '../settings.ts'

type Named = Pick<DeploySettings, 'stage' | 'account' | 'region' | 'domain' | 'signIn'>

export const signInScopes = ['openid', 'email', 'profile']
export const callbackUrls = ({ domain }: Named) => [`https://${domain}${signInPath}`]
export const logoutUrls = ({ domain }: Named) => [`https://${domain}${signedOutPath}`]

export const hostedPrefix = ({ stage, account }: Named) => `inputlist-${stage}-${account}`
/** Host name where people are sent to sign in, if they are. */
export const hostedName = (settings: Named): string | undefined =>
  settings.signIn.kind === 'password'
    ? undefined
    : `${hostedPrefix(settings)}.auth.${settings.region}.amazoncognito.com`
export const poolName = ({ region }: Named) => `cognito-idp.${region}.amazonaws.com`

/** Origins that the web app talks to for signing in. */
export const signInOrigins = (settings: Named): string[] =>
  [hostedName(settings), poolName(settings)].flatMap((name) => (name ? [`https://${name}`] : []))

/** What the web app has to know of it. */
export function signInConfig(
  settings: Named,
  pool: { userPoolId: string; clientId: string },
): RuntimeConfig['signIn'] {
  const domain = hostedName(settings)
  if (settings.signIn.kind === 'password' || !domain)
    return {
      kind: 'password',
      ...pool,
      flow: 'USER_SRP_AUTH',
      canReset: true,
      secondFactor: settings.signIn.kind === 'password' ? settings.signIn.secondFactor : 'optional',
    }
  return { kind: 'redirect', ...pool, domain, provider: settings.signIn.name, scopes: signInScopes }
}
