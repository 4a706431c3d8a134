/** Sign-in at the embedded gateway, as a Cognito user pool answers. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { clientId, openSignIn } from '../../functions/adapters/embedded/sign-in.ts'
import { type GatewayWorld, sub } from './gateway.world.ts'

export function gatewaySignIn(world: () => GatewayWorld) {
  let w: GatewayWorld
  beforeAll(() => {
    w = world()
  })

  describe('sign-in', () => {
    const ask = (target: string, body: unknown) =>
      w.at('/_cognito/', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
        },
        body: JSON.stringify(body),
      })
    const signInAs = (USERNAME: string, PASSWORD: string) =>
      ask('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: clientId,
        AuthParameters: { USERNAME, PASSWORD },
      })
    it('takes name or address with the password, and gives tokens that are checked and renewed', async () => {
      for (const name of ['core', 'core@demo.inputlist.example', 'CORE@demo.Inputlist.example', ' Core ']) {
        const answer = await signInAs(name, 'inputlist-demo')
        expect(answer.status).toBe(200)
        const tokens = (await answer.json()).AuthenticationResult
        expect(await w.signIn.verify(tokens.IdToken)).toEqual({ sub, email: 'core@demo.inputlist.example' })
        expect((await w.signIn.verify(tokens.AccessToken)).sub).toBe(sub)
        // The older way to ask, and the one of browsers.
        for (const renewed of [
          await ask('InitiateAuth', {
            AuthFlow: 'REFRESH_TOKEN_AUTH',
            ClientId: clientId,
            AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken },
          }),
          await ask('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: tokens.RefreshToken }),
        ])
          expect((await w.signIn.verify((await renewed.json()).AuthenticationResult.IdToken)).sub).toBe(sub)
      }
    })
    it('refuses a wrong password, an unknown name, and what only administrators may ask', async () => {
      for (const answer of [
        await signInAs('core', 'wrong'),
        await signInAs('nobody', 'inputlist-demo'),
        await ask('AdminCreateUser', { UserPoolId: 'local_inputlist', Username: 'x' }),
        await ask('ListUsers', { UserPoolId: 'local_inputlist' }),
        await ask('GetUser', { AccessToken: `${(await w.signIn.tokenOf('core'))?.slice(0, -6)}AAAAAA` }),
        await w.at('/_cognito/', { method: 'POST', body: '{' }),
      ]) {
        expect(answer.status).toBe(400)
        expect((await answer.json()).__type).toMatch(/Exception$/)
      }
    })
    it('tells nobody whether a name exists', async () => {
      w.told.pauses.length = 0
      const answers = await Promise.all([
        signInAs('core', 'wrong'),
        signInAs('core@demo.inputlist.example', 'wrong'),
        signInAs('nobody', 'wrong'),
        signInAs('__proto__', 'wrong'),
        signInAs('toString', 'wrong'),
      ])
      const told = await Promise.all(
        answers.map(async (one) => [one.status, [...one.headers.keys()].sort(), await one.json()]),
      )
      expect(told[1]).toEqual(told[0])
      for (const other of told.slice(2)) expect(other).toEqual(told[0])
      expect(w.told.pauses).toEqual([250, 250, 250, 250, 250])
    })
    it('finds no user in what is no name', async () => {
      for (const name of ['__proto__', 'constructor', 'toString', ['core'], null, 7, {}])
        for (const AuthParameters of [{ USERNAME: name }, { USERNAME: name, PASSWORD: 'x' }]) {
          const answer = await ask('InitiateAuth', {
            AuthFlow: 'USER_PASSWORD_AUTH',
            ClientId: clientId,
            AuthParameters,
          })
          expect([name, answer.status]).toEqual([name, 400])
        }
    })
    it('believes no answer to a challenge, which it never sets, and knows the flows of the web app only', async () => {
      w.told.now += 3_600_000
      const answers = [
        await ask('RespondToAuthChallenge', {
          ClientId: clientId,
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: 'anything',
          ChallengeResponses: { USERNAME: 'core', NEW_PASSWORD: 'x' },
        }),
        ...(await Promise.all(
          [
            'ForgotPassword',
            'ConfirmForgotPassword',
            'SignUp',
            'ConfirmSignUp',
            'ResendConfirmationCode',
            'GlobalSignOut',
            'UpdateUserAttributes',
            'DeleteUser',
          ].map((target) =>
            ask(target, { ClientId: clientId, Username: 'core', Password: 'x', ConfirmationCode: '1' }),
          ),
        )),
        ...(await Promise.all(
          ['CUSTOM_AUTH', 'USER_SRP_AUTH', 'USER_AUTH', 'ADMIN_USER_PASSWORD_AUTH', undefined].map(
            (AuthFlow) =>
              ask('InitiateAuth', {
                AuthFlow,
                ClientId: clientId,
                AuthParameters: { USERNAME: 'core', PASSWORD: 'inputlist-demo' },
              }),
          ),
        )),
        await ask('InitiateAuth', {
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: 'another',
          AuthParameters: { USERNAME: 'core', PASSWORD: 'inputlist-demo' },
        }),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(400)
        expect(await answer.json()).not.toHaveProperty('AuthenticationResult')
      }
      expect((await signInAs('core', 'inputlist-demo')).status).toBe(200)
      w.told.now += 3_600_000
    })
    it('counts failures by person, under whatever name, and also by the own password', async () => {
      w.told.now += 3_600_000
      const typeOf = async (answer: Response) => (answer.ok ? 'in' : (await answer.json()).__type)
      const tokens = (await (await signInAs('core', 'inputlist-demo')).json()).AuthenticationResult
      const names = ['core', ' Core', 'core@demo.inputlist.example', 'CORE@demo.inputlist.example', sub]
      for (let i = 0; i < 8; i++) {
        const name = names[i % names.length] ?? ''
        expect([name, await typeOf(await signInAs(name, 'wrong'))]).toEqual([name, 'NotAuthorizedException'])
      }
      const change = () =>
        ask('ChangePassword', {
          AccessToken: tokens.AccessToken,
          PreviousPassword: 'wrong',
          ProposedPassword: 'Mein-eigenes-Wort-1',
        })
      for (let i = 0; i < 2; i++) expect(await typeOf(await change())).toBe('NotAuthorizedException')
      expect(await typeOf(await change())).toBe('TooManyRequestsException')
      for (const name of names)
        expect([name, await typeOf(await signInAs(name, 'inputlist-demo'))]).toEqual([
          name,
          'TooManyRequestsException',
        ])
      // A name in a place that is not read counts for nobody.
      const renewed = await ask('InitiateAuth', {
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        ClientId: clientId,
        AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken, USERNAME: 'core' },
      })
      expect(await typeOf(renewed)).toBe('in')
      w.told.now += 3_600_000
    })
    it('slows down who guesses, by person and by address, and lets others in', async () => {
      w.told.now += 3_600_000
      const typeOf = async (answer: Response) => (answer.ok ? 'in' : (await answer.json()).__type)
      const guesses = await Promise.all(Array.from({ length: 11 }, () => signInAs('Core', 'wrong')))
      const types = await Promise.all(guesses.map(typeOf))
      expect(types.filter((type) => type === 'NotAuthorizedException')).toHaveLength(10)
      expect(types.filter((type) => type === 'TooManyRequestsException')).toHaveLength(1)
      expect(await typeOf(await signInAs('core', 'inputlist-demo'))).toBe('TooManyRequestsException')
      expect(await typeOf(await signInAs('nobody', 'inputlist-demo'))).toBe('NotAuthorizedException')
      w.told.now += 30_000
      expect(await typeOf(await signInAs('core', 'inputlist-demo'))).toBe('in')
      // Right ones are not counted.
      for (let i = 0; i < 12; i++) expect(await typeOf(await signInAs('core', 'inputlist-demo'))).toBe('in')

      w.told.now += 3_600_000
      const all = await Promise.all(Array.from({ length: 70 }, (_, i) => signInAs(`somebody${i}`, 'wrong')))
      const late = (await Promise.all(all.map(typeOf))).filter((type) => type === 'TooManyRequestsException')
      expect(late).toHaveLength(10)
      w.told.now += 3_600_000
    })
    it('refuses tokens that are expired, forged or for somebody else', async () => {
      const token = (await w.signIn.tokenOf('core')) as string
      const later = await openSignIn({
        folder: join(w.folder, 'sign-in'),
        users: [],
        clock: { ...systemClock, millis: () => Date.now() + 25 * 3600 * 1000 },
      })
      await expect(later.verify(token)).rejects.toMatchObject({
        code: 'token_expired',
        message: 'token is expired',
      })
      const other = await openSignIn({ folder: join(w.folder, 'other'), users: [], clock: systemClock })
      await expect(other.verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
      await expect(w.signIn.verify(await w.h.tokenOf('core'))).rejects.toMatchObject({
        code: 'token_audience',
      })
      await expect(w.signIn.verify('x')).rejects.toMatchObject({ code: 'token_invalid' })
    })
  })
}
