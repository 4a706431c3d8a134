export interface SingleSignOnUser {
  /** Stable id of the person at the identity provider. */
  sub: string
  email?: string
  name?: string
}
/** Checks single-sign-on tokens. Errors: the four `token_…` codes. */
export interface SignIn {
  verify(token: string): Promise<SingleSignOnUser>
}
