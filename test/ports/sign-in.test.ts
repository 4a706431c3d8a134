/** The embedded sign-in and token signer over restarts, and after a process that was killed while writing. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { clientId, openSignIn, poolId } from '../../functions/adapters/embedded/sign-in.ts'
import { openTokenSigner } from '../../functions/adapters/embedded/token-signer.ts'
import { productTokenSeconds } from '../../shared/constants.ts'
import { testClock } from '../fixtures/clock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputlist-sign-in-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const user = { name: 'core', sub: 'sub-core', email: 'core@example.org', password: 'inputlist-demo' }
const open = () => openSignIn({ folder, users: [user], clock: systemClock })
const signIn = async (pool: Awaited<ReturnType<typeof open>>, parameters: Record<string, string>) => {
  const flow = 'REFRESH_TOKEN' in parameters ? 'REFRESH_TOKEN_AUTH' : 'USER_PASSWORD_AUTH'
  return pool.answer('InitiateAuth', { AuthFlow: flow, ClientId: clientId, AuthParameters: parameters })
}
const resultOf = (answer: { body: Record<string, unknown> }) =>
  answer.body['AuthenticationResult'] as { IdToken: string; RefreshToken: string }

describe('the user pool', () => {
  it('keeps sessions over a restart', async () => {
    const first = await open()
    const { IdToken, RefreshToken } = resultOf(
      await signIn(first, { USERNAME: 'core', PASSWORD: 'inputlist-demo' }),
    )
    const second = await open()
    expect(await second.verify(IdToken)).toEqual({ sub: 'sub-core', email: 'core@example.org' })
    const renewed = resultOf(await signIn(second, { REFRESH_TOKEN: RefreshToken }))
    expect((await second.verify(renewed.IdToken)).sub).toBe('sub-core')
  })
  it('signs with a key of its own folder, that only its owner can read', async () => {
    const token = (await (await open()).tokenOf('core')) as string
    const key = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8'))
    expect(key.jwk.d).toBeUndefined()
    expect(statSync(join(folder, 'key.json')).mode & 0o077).toBe(0)
    const elsewhere = mkdtempSync(join(tmpdir(), 'inputlist-sign-in-'))
    const other = await openSignIn({ folder: elsewhere, users: [user], clock: systemClock })
    await expect(other.verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
    rmSync(elsewhere, { recursive: true })
  })
  it('opens again after its file was cut off in the middle', async () => {
    await signIn(await open(), { USERNAME: 'core', PASSWORD: 'inputlist-demo' })
    const file = join(folder, 'pool', `${poolId}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 100))
    writeFileSync(join(folder, 'pool', 'clients.json'), '')
    expect((await signIn(await open(), { USERNAME: 'core', PASSWORD: 'inputlist-demo' })).status).toBe(200)
  })
  it('serves many who sign in at once', async () => {
    const pool = await open()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        signIn(pool, { USERNAME: 'core', PASSWORD: i % 2 ? 'inputlist-demo' : 'wrong' }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? 200 : 400)),
    )
  })
})

describe('product tokens', () => {
  const claims = { sub: 's', account: 'a', role: 'editor', flags: { approval: true }, institutions: ['i'] }
  it('live 15 minutes, and outlive a restart', async () => {
    const clock = testClock()
    const { jwt, expires } = await (await openTokenSigner(folder, clock)).sign(claims)
    expect(expires).toBe(Math.floor(clock.millis() / 1000) + productTokenSeconds)
    const again = await openTokenSigner(folder, clock)
    expect(await again.verify(jwt)).toMatchObject({ ...claims, exp: expires, aud: 'inputlist' })
    clock.advance(productTokenSeconds)
    await expect(again.verify(jwt)).rejects.toMatchObject({
      code: 'token_expired',
      message: 'token is expired',
    })
  })
  it('are known by nobody else’s key', async () => {
    const { jwt } = await (await openTokenSigner(folder, systemClock)).sign(claims)
    const elsewhere = mkdtempSync(join(tmpdir(), 'inputlist-sign-in-'))
    const other = await openTokenSigner(elsewhere, systemClock)
    await expect(other.verify(jwt)).rejects.toMatchObject({ code: 'token_invalid' })
    for (const bad of ['', 'a.b.c', jwt.slice(0, -3)])
      await expect(other.verify(bad)).rejects.toMatchObject({ code: 'token_invalid' })
    rmSync(elsewhere, { recursive: true })
  })
})
