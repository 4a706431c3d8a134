/**
 * Cognito's hosted sign-in as a browser sees it: its paths, its claims and its tokens, with a real OpenID provider
 * behind them. Its only page stands for the organisation's own sign-in.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { type Context } from 'oidc-provider'

export interface HostedOptions {
  region: string
  poolId: string
  clientId: string
  /** Name under which the pool knows the organisation's provider. */
  provider: string
  callbackUrls: string[]
  logoutUrls: string[]
  /** People by the name that they type. */
  people: Record<string, { sub: string; email: string; name: string }>
  /** Address at which the pool itself reaches the provider: plain, on loopback. */
  inside(): string
}
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>
export interface Hosted {
  issuer: string
  keys: { keys: object[] }
  /** The provider alone, as the pool reaches it. */
  provider: Answer
  /** Requests to the hosted sign-in's own name. */
  hosted: Answer
  /** Requests to the pool's name, in Cognito's protocol. */
  pool: Answer
  /** What was asked of either, in order: a path, or a target of the protocol. */
  asked: string[]
  /** Addresses that sign-ins were to lead back to. */
  redirects: string[]
  /** Takes back every session that could still be renewed. */
  revoke(): Promise<void>
}

const resource = 'urn:inputlist:pool'
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}`
const send = (response: ServerResponse, status: number, body: string, type = 'text/html; charset=utf-8') =>
  void response.writeHead(status, { 'content-type': type }).end(body)
async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

export function startHosted(options: HostedOptions): Hosted {
  const { clientId, people } = options
  const issuer = `https://cognito-idp.${options.region}.amazonaws.com/${options.poolId}`
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const named = { kid: 'test', use: 'sig', alg: 'RS256' }
  const grants = new Set<string>()
  const asked: string[] = []
  const redirects: string[] = []
  const personOf = (sub: string) => Object.values(people).find((one) => one.sub === sub)!
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: options.callbackUrls,
        post_logout_redirect_uris: options.logoutUrls,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), ...named }] },
    cookies: { keys: [randomUUID()] },
    clientBasedCORS: () => true,
    // Cognito puts everything into the id token, and says what kind of token it is.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'token_use', 'origin_jti', 'cognito:username'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    findAccount: (_: Context, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        token_use: 'id',
        origin_jti: randomUUID(),
        'cognito:username': `${options.provider}_${sub}`,
        email: personOf(sub).email,
        email_verified: false,
        name: personOf(sub).name,
      }),
    }),
    extraTokenClaims: (_: Context, token: { accountId: string }) => ({
      token_use: 'access',
      origin_jti: randomUUID(),
      username: `${options.provider}_${token.accountId}`,
    }),
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        // Cognito does not ask either.
        logoutSource: (ctx: Context, form: string) => {
          const yes = '<input type=hidden form="op.logoutForm" name=logout value=yes>'
          ctx.body = page('Sign out', `${form}${yes}<script>document.forms[0].submit()</script>`)
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid email profile',
          audience: clientId,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: false,
    expiresWithSession: () => false,
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      grant.addResourceScope(resource, 'openid email profile')
      grants.add(await grant.save())
      return grant
    },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/organisation/${uid}` },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      revocation: '/oauth2/revoke',
      end_session: '/logged-out',
    },
    ttl: {
      AccessToken: 3600,
      IdToken: 3600,
      RefreshToken: 86_400,
      Session: 3600,
      Interaction: 600,
      Grant: 86_400,
    },
  })
  const answer = provider.callback()

  /** The page of the organisation: who are you, or rather not. */
  const organisation: Answer = async (request, response) => {
    if (request.method !== 'POST')
      return send(
        response,
        200,
        page(
          'Organisation',
          '<form method=post><label>Name <input name=name autofocus></label><button name=act value=in>Sign in</button><button name=act value=no>Cancel</button></form>',
        ),
      )
    const form = new URLSearchParams(await bodyOf(request))
    const person = people[form.get('name') ?? '']
    return provider.interactionFinished(
      request,
      response,
      form.get('act') === 'no' || !person
        ? { error: 'access_denied', error_description: 'User cancelled' }
        : { login: { accountId: person.sub } },
    )
  }

  const hosted: Answer = async (request, response) => {
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`)
    if (request.method !== 'OPTIONS') asked.push(url.pathname)
    if (url.pathname.startsWith('/organisation/')) return organisation(request, response)
    if (url.pathname === '/oauth2/authorize' && url.searchParams.has('client_id')) {
      const { redirect_uri: to = '', identity_provider: name } = Object.fromEntries(url.searchParams)
      redirects.push(to)
      // Cognito stays on a page of its own if the client may not use the provider.
      if (name !== options.provider) return send(response, 400, page('Provider is not enabled', ''))
    }
    if (url.pathname === '/logout') {
      const to = url.searchParams.get('logout_uri') ?? ''
      if (url.searchParams.get('client_id') !== clientId || !options.logoutUrls.includes(to))
        return send(response, 400, page('Logout address is not known', ''))
      const onward = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: to })
      response.writeHead(302, { location: `/logged-out?${onward}` }).end()
      return
    }
    return answer(request, response)
  }

  /** Asks the provider as the pool does on the inside. */
  const inside = async (path: string, form: Record<string, string>): Promise<Record<string, unknown>> => {
    const response = await fetch(`${options.inside()}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...form }),
    })
    const text = await response.text()
    return text ? (JSON.parse(text) as Record<string, unknown>) : {}
  }
  const pool: Answer = async (request, response) => {
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*,x-amz-target,x-amz-user-agent,content-type,cache-control',
      'content-type': 'application/x-amz-json-1.1',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(200, cors).end()
    const target = String(request.headers['x-amz-target']).split('.').at(-1)!
    asked.push(target)
    const body = JSON.parse(await bodyOf(request)) as Record<string, string>
    const say = (status: number, value: object) =>
      void response.writeHead(status, cors).end(JSON.stringify(value))
    if (target === 'RevokeToken') {
      await inside('/oauth2/revoke', { token: body['Token']! })
      return say(200, {})
    }
    if (target !== 'GetTokensFromRefreshToken') return say(400, { __type: 'UnknownOperationException' })
    const renewed = await inside('/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: body['RefreshToken']!,
    })
    if (!('id_token' in renewed))
      return say(400, { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' })
    return say(200, {
      AuthenticationResult: {
        AccessToken: renewed['access_token'],
        IdToken: renewed['id_token'],
        ExpiresIn: renewed['expires_in'],
        TokenType: 'Bearer',
      },
    })
  }
  return {
    issuer,
    keys: { keys: [{ ...publicKey.export({ format: 'jwk' }), ...named }] },
    provider: answer,
    hosted,
    pool,
    asked,
    redirects,
    async revoke() {
      for (const grant of grants) await provider.RefreshToken.revokeByGrantId(grant)
    },
  }
}
