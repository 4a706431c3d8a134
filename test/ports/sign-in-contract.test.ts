/** Both sign-ins give and refuse the same; the cloud's with keys that are fetched from an address. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importPKCS8, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createSignIn } from '../../functions/adapters/aws/sign-in.ts'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { clientId, openSignIn, poolId } from '../../functions/adapters/embedded/sign-in.ts'
import { poolKeys } from '../../functions/adapters/embedded/user-pool.ts'
import { isCallError } from '../../shared/errors.ts'
import { temporaryFolder } from './embedded.ts'
import { signInContract } from './sign-in.suite.ts'

type Key = Parameters<SignJWT['sign']>[0]
const email = 'person@firm.example'
const signed = (key: Key, kid: string, issuer: string, claims: JWTPayload) =>
  new SignJWT({ sub: 'person-1', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(issuer)
    .setExpirationTime('1h')
    .sign(key)
/** The two tokens that a user pool gives, as Cognito spells them. */
const tokensOf = async (key: Key, kid: string, issuer: string, client: string) => ({
  idToken: await signed(key, kid, issuer, { email, aud: client, token_use: 'id' }),
  accessToken: await signed(key, kid, issuer, { client_id: client, token_use: 'access' }),
})

signInContract('embedded', async (clock) => {
  const folder = await temporaryFolder()
  const user = { name: 'core', sub: 'sub-core', email, password: 'inputlist-demo' }
  const pool = await openSignIn({ folder: folder.path, users: [user], clock })
  const { body } = await pool.answer('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: 'core', PASSWORD: 'inputlist-demo' },
  })
  const tokens = body['AuthenticationResult'] as { IdToken: string; AccessToken: string }
  const { pem, jwk } = poolKeys(folder.path)
  const issuer = `http://sign-in.inputlist.local/${poolId}`
  const kid = String((jwk as { kid?: unknown }).kid)
  const { privateKey } = await generateKeyPair('RS256')
  return {
    signIn: pool,
    email,
    idToken: tokens.IdToken,
    accessToken: tokens.AccessToken,
    otherClient: await tokensOf(await importPKCS8(pem, 'RS256'), kid, issuer, 'another-client'),
    foreign: (await tokensOf(privateKey, kid, issuer, clientId)).idToken,
    close: folder.remove,
  }
})

describe('the user pool on one machine', () => {
  it('changes a password that keeps to the rules, for who knows the one until now', async () => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const user = { name: 'core', sub: 'sub-core', email, password: 'inputlist-demo' }
    const { answer } = await openSignIn({ folder: folder.path, users: [user], clock: systemClock })
    const signIn = (PASSWORD: string) =>
      answer('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: clientId,
        AuthParameters: { USERNAME: email, PASSWORD },
      })
    const { AccessToken } = (await signIn('inputlist-demo')).body['AuthenticationResult'] as Record<
      string,
      string
    >
    const change = async (PreviousPassword: string, ProposedPassword: unknown) => {
      const { status, body } = await answer('ChangePassword', {
        AccessToken,
        PreviousPassword,
        ProposedPassword,
      })
      return status === 200 ? 'changed' : body['__type']
    }
    const good = 'Mein-eigenes-Wort-1'
    expect(await change('wrong', good)).toBe('NotAuthorizedException')
    for (const bad of [
      'Kurz-1',
      'mein-eigenes-wort-1',
      'MEIN-EIGENES-WORT-1',
      'Mein-eigenes-Wort',
      'MeinEigenesWort1',
      7,
    ])
      expect(await change('inputlist-demo', bad)).toBe('InvalidPasswordException')
    expect(await change('inputlist-demo', good)).toBe('changed')
    expect((await signIn('inputlist-demo')).body['__type']).toBe('NotAuthorizedException')
    expect((await signIn(good)).status).toBe(200)
  })
})

const region = 'eu-central-1'
const pool = { region, poolId: 'eu-central-1_Abc123', clientId: 'web-client' }
const issuer = `https://cognito-idp.${region}.amazonaws.com/${pool.poolId}`

/** Serves keys as a user pool does. */
async function serveKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  let answer = {
    status: 200,
    body: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] }),
  }
  const server = createServer((_, response) => response.writeHead(answer.status).end(answer.body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    privateKey,
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    set answer(given: typeof answer) {
      answer = given
    },
    get answer() {
      return answer
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

signInContract('Cognito, with keys of our own', async (clock) => {
  const keys = await serveKeys()
  const other = await generateKeyPair('RS256')
  return {
    signIn: createSignIn({ ...pool, jwksUrl: keys.jwksUrl }, clock),
    email,
    ...(await tokensOf(keys.privateKey, 'one', issuer, pool.clientId)),
    otherClient: await tokensOf(keys.privateKey, 'one', issuer, 'another-client'),
    foreign: (await tokensOf(other.privateKey, 'two', issuer, pool.clientId)).idToken,
    close: keys.close,
  }
})

describe('Cognito', () => {
  let keys: Awaited<ReturnType<typeof serveKeys>>
  beforeAll(async () => {
    keys = await serveKeys()
  })
  afterAll(() => keys.close())

  it('whose keys cannot be fetched is a fault, and signs nobody out', async () => {
    const good = keys.answer
    const { idToken } = await tokensOf(keys.privateKey, 'one', issuer, pool.clientId)
    const signIn = createSignIn({ ...pool, jwksUrl: keys.jwksUrl }, systemClock)
    for (const answer of [
      { status: 503, body: 'busy' },
      { status: 200, body: '{"keys":"none"}' },
    ]) {
      keys.answer = answer
      const error: unknown = await signIn.verify(idToken).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
      expect(isCallError(error)).toBe(false)
    }
    keys.answer = good
    expect((await signIn.verify(idToken)).email).toBe(email)

    const nowhere = createSignIn({ ...pool, jwksUrl: 'http://127.0.0.1:1/jwks.json' }, systemClock)
    expect(isCallError(await nowhere.verify(idToken).catch((reason: unknown) => reason))).toBe(false)
  })
  it('is believed only as the pool of the settings', async () => {
    const signIn = createSignIn({ ...pool, jwksUrl: keys.jwksUrl }, systemClock)
    const elsewhere = `https://cognito-idp.${region}.amazonaws.com/eu-central-1_Other`
    const { idToken } = await tokensOf(keys.privateKey, 'one', elsewhere, pool.clientId)
    await expect(signIn.verify(idToken)).rejects.toMatchObject({ code: 'token_invalid' })
  })
})
