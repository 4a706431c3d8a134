import { base64url, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../functions/ports/clock.ts'
import type { TokenSigner } from '../../functions/ports/token-signer.ts'
import { productTokenSeconds } from '../../shared/constants.ts'
import { type TestClock, testClock } from '../fixtures/clock.ts'
import { refusal } from './store-under-test.ts'

export interface SignerUnderTest {
  signer: TokenSigner
  /** Has another key. */
  stranger: TokenSigner
  close(): Promise<void>
}
const claims = {
  sub: 'person-1',
  account: '11111111-1111-4111-8111-111111111111',
  role: 'editor',
  flags: { approve: true, export: false },
  institutions: ['a', 'ü'],
}
/** A token with one of its three parts changed. */
function changed(jwt: string, part: 0 | 1, change: (content: Record<string, unknown>) => unknown): string {
  const parts = jwt.split('.')
  const content = JSON.parse(Buffer.from(parts[part]!, 'base64url').toString()) as Record<string, unknown>
  parts[part] = base64url.encode(JSON.stringify(change(content)))
  return parts.join('.')
}

export function tokenSignerContract(name: string, open: (clock: Clock) => Promise<SignerUnderTest>) {
  describe(`token signer: ${name}`, () => {
    let t: SignerUnderTest
    let clock: TestClock
    beforeAll(async () => {
      clock = testClock()
      t = await open(clock)
    })
    afterAll(() => t.close())
    const code = async (jwt: string) => (await refusal(t.signer.verify(jwt))).code

    it('gives back what was signed, for 15 minutes', async () => {
      const { jwt, expires } = await t.signer.sign(claims)
      const now = Math.floor(clock.millis() / 1000)
      expect(expires - now).toBeGreaterThanOrEqual(productTokenSeconds - 1)
      expect(expires - now).toBeLessThanOrEqual(productTokenSeconds)
      expect(await t.signer.verify(jwt)).toMatchObject({
        ...claims,
        exp: expires,
        iat: expires - productTokenSeconds,
      })
      expect(decodeProtectedHeader(jwt)).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    })
    it('signs claims of any size, and some are left out', async () => {
      const institutions = Array.from({ length: 500 }, () => claims.account)
      const { jwt } = await t.signer.sign({ ...claims, institutions })
      expect(jwt.length).toBeGreaterThan(4096)
      expect(await t.signer.verify(jwt)).toMatchObject({ institutions })
      const { institutions: _, ...rest } = claims
      expect(await t.signer.verify((await t.signer.sign(rest)).jwt)).not.toHaveProperty('institutions')
    })
    it('signs so that every signature can be checked, whatever its numbers are', async () => {
      // One number in 128 is shorter than the others in the form that some services give it.
      const tokens = await Promise.all(
        Array.from({ length: 200 }, (_, i) => t.signer.sign({ ...claims, sub: `${i}` })),
      )
      const checked = await Promise.all(tokens.map(({ jwt }) => t.signer.verify(jwt)))
      expect(checked.map(({ sub }) => sub)).toEqual(tokens.map((_, i) => `${i}`))
    })
    it('refuses what was changed after it was signed', async () => {
      const { jwt } = await t.signer.sign(claims)
      expect(await code(changed(jwt, 1, (payload) => ({ ...payload, role: 'admin' })))).toBe('token_invalid')
      expect(await code(changed(jwt, 0, (header) => ({ ...header, alg: 'none' })))).toBe('token_invalid')
      expect(await code(changed(jwt, 0, (header) => ({ ...header, alg: 'HS256' })))).toBe('token_invalid')
      expect(await code(changed(jwt, 0, (header) => ({ ...header, kid: 'another' })))).toBe('token_invalid')
      expect(await code(`${jwt.slice(0, -4)}AAAA`)).toBe('token_invalid')
      expect(await code(jwt.split('.').slice(0, 2).join('.'))).toBe('token_invalid')
      for (const nonsense of ['', 'a', 'a.b.c', '..', 'ü.ü.ü'])
        expect(await code(nonsense)).toBe('token_invalid')
    })
    it('refuses what somebody else signed', async () => {
      const { jwt } = await t.stranger.sign(claims)
      expect(await t.stranger.verify(jwt)).toMatchObject({ account: claims.account })
      expect(await code(jwt)).toBe('token_invalid')
      const symmetric = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience('inputlist')
        .sign(new TextEncoder().encode('a secret that is long enough for HS256'))
      expect(await code(symmetric)).toBe('token_invalid')
    })
    it('says of a token for another audience whose it is', async () => {
      const { jwt } = await t.signer.sign(claims)
      expect(
        await refusal(t.signer.verify(changed(jwt, 1, (payload) => ({ ...payload, aud: 'elsewhere' })))),
      ).toMatchObject({
        code: 'token_audience',
        params: { audience: 'inputlist', received: 'elsewhere' },
      })
    })
    it('refuses a token whose time is over', async () => {
      const { jwt } = await t.signer.sign(claims)
      clock.advance(productTokenSeconds - 5)
      expect((await t.signer.verify(jwt)).sub).toBe(claims.sub)
      clock.advance(6)
      expect(await code(jwt)).toBe('token_expired')
    })
  })
}
