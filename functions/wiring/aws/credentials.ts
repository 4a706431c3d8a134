/**
 * A function's credentials are in its environment, always. The bundles take this file instead of the SDK's whole chain
 * of providers (profiles, browsers, metadata servers): a tenth of each bundle, and of its start.
 */
import { fromEnv } from '@aws-sdk/credential-provider-env'

export const defaultProvider = () => fromEnv()
export const credentialsTreatedAsExpired = () => false
export const credentialsWillNeedRefresh = () => false
