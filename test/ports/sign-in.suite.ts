import { base64url } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../functions/ports/clock.ts'
import type { SignIn } from '../../functions/ports/sign-in.ts'
import { type TestClock, testClock } from '../fixtures/clock.ts'
import { refusal } from './store-under-test.ts'

export interface SignInUnderTest {
  signIn: SignIn
  /** Of the person with this mail address, as the pool gave them. */
  email: string
  idToken: string
  accessToken: string
  /** Of the same pool, for another client of it. */
  otherClient: { idToken: string; accessToken: string }
  /** Id token of a pool with another key. */
  foreign: string
  close(): Promise<void>
}

export function signInContract(name: string, open: (clock: Clock) => Promise<SignInUnderTest>) {
  describe(`sign-in: ${name}`, () => {
    let t: SignInUnderTest
    let clock: TestClock
    beforeAll(async () => {
      clock = testClock(new Date().toISOString())
      t = await open(clock)
    })
    afterAll(() => t.close())
    const code = async (token: string) => (await refusal(t.signIn.verify(token))).code

    it('says who somebody is, by either token, always by the same name', async () => {
      const person = await t.signIn.verify(t.idToken)
      expect(person.email).toBe(t.email)
      expect(person.sub).toMatch(/^\S+$/)
      expect((await t.signIn.verify(t.accessToken)).sub).toBe(person.sub)
    })
    it('refuses tokens that were given to another client', async () => {
      expect(await code(t.otherClient.idToken)).toBe('token_audience')
      expect(await code(t.otherClient.accessToken)).toBe('token_audience')
    })
    it('refuses tokens of another pool, changed ones, and what is no token', async () => {
      expect(await code(t.foreign)).toMatch(/^token_(invalid|audience)$/)
      const [header, payload, signature] = t.idToken.split('.')
      const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object
      const forged = base64url.encode(JSON.stringify({ ...claims, sub: 'somebody-else' }))
      expect(await code([header, forged, signature].join('.'))).toBe('token_invalid')
      expect(await code([base64url.encode('{"alg":"none"}'), payload, ''].join('.'))).toBe('token_invalid')
      for (const nonsense of ['', 'a', 'a.b.c']) expect(await code(nonsense)).toBe('token_invalid')
    })
    it('refuses a token whose time is over', async () => {
      clock.advance(25 * 3600)
      expect(await code(t.idToken)).toBe('token_expired')
    })
  })
}
