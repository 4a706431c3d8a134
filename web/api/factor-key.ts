/** The key of a second factor: to be typed into an authenticator app, and as a link for one on the same device. */
export interface FactorKey {
  secret: string
  link: string
}
/** Of what Amplify says about it. */
export const factorKeyOf = (details: {
  sharedSecret: string
  getSetupUri(appName: string): URL
}): FactorKey => ({ secret: details.sharedSecret, link: details.getSetupUri('Inputlist').href })
