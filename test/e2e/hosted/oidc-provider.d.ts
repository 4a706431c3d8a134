/** What the tests use of this package, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }
  export interface Context {
    oidc: { client: { clientId: string }; session: { accountId: string } }
    body: unknown
  }
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string; error_description: string },
    ): Promise<void>
    readonly Grant: new (of: {
      clientId: string
      accountId: string
    }) => Grant
    readonly RefreshToken: { revokeByGrantId(id: string): Promise<void> }
  }
}
