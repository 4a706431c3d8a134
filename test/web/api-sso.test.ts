import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeSso } from '../../web/api/sso.ts'

/** Answers of Cognito's protocol by target, in order; an error is `{__type, message}`. */
let answers: Record<string, object[]>
let asked: { target: string; body: Record<string, unknown> }[]
const part = (claims: object) => btoa(JSON.stringify(claims)).replaceAll('=', '')
const token = (claims: object) =>
  `${part({ alg: 'RS256' })}.${part({ sub: 's', exp: 4e9, iat: 1, ...claims })}.x`
const tokens = {
  AuthenticationResult: {
    AccessToken: token({ username: 'anna' }),
    IdToken: token({ email: 'anna@example.org' }),
    RefreshToken: 'refresh',
    ExpiresIn: 3600,
    TokenType: 'Bearer',
  },
}
beforeEach(() => {
  localStorage.clear()
  asked = []
  answers = {}
  vi.stubGlobal('fetch', async (_url: URL, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const target = String(headers.get('x-amz-target')).split('.')[1]!
    asked.push({ target, body: JSON.parse(String(init.body)) as Record<string, unknown> })
    const answer = answers[target]?.shift() ?? {}
    return new Response(JSON.stringify(answer), { status: '__type' in answer ? 400 : 200 })
  })
})
const open = () =>
  makeSso({
    stage: 'test',
    version: '1',
    timeZone: 'Europe/Zurich',
    signIn: {
      kind: 'password',
      userPoolId: 'eu-central-1_Pool',
      clientId: 'client',
      flow: 'USER_PASSWORD_AUTH',
      canReset: true,
    },
  })
const targets = () => asked.map(({ target }) => target)
const refuse = (name: string, message: string) => ({ __type: name, message })

describe('signing in by the protocol of the user pool', () => {
  it('goes on from a temporary password to one of one’s own', async () => {
    const sso = await open()
    const challenge = {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: 'session',
      ChallengeParameters: { USER_ID_FOR_SRP: 'anna', userAttributes: '{}', requiredAttributes: '[]' },
    }
    answers = {
      InitiateAuth: [challenge],
      RespondToAuthChallenge: [refuse('InvalidPasswordException', 'too short'), tokens],
    }
    expect(await sso.signIn(' anna ', 'temporary')).toEqual({ step: 'newPassword' })
    await expect(sso.answer('short')).rejects.toMatchObject({ reason: 'weak' })
    expect(await sso.answer('long enough')).toEqual({ step: 'done' })
    expect(asked.at(-1)?.body).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeResponses: { USERNAME: 'anna', NEW_PASSWORD: 'long enough' },
    })
    expect(await sso.token(false)).toBe(tokens.AuthenticationResult.IdToken)
  })

  it('sets up a second factor where the pool requires one', async () => {
    const sso = await open()
    answers = {
      InitiateAuth: [
        {
          ChallengeName: 'MFA_SETUP',
          Session: 'one',
          ChallengeParameters: { USER_ID_FOR_SRP: 'anna', MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
        },
      ],
      AssociateSoftwareToken: [{ SecretCode: 'SECRETKEY', Session: 'two' }],
      VerifySoftwareToken: [
        refuse('EnableSoftwareTokenMFAException', 'Code mismatch'),
        { Status: 'SUCCESS', Session: 'three' },
      ],
      RespondToAuthChallenge: [tokens],
    }
    const step = await sso.signIn('anna', 'secret')
    expect(step).toMatchObject({ step: 'setUpCode', secret: 'SECRETKEY' })
    expect('link' in step && step.link).toMatch(/^otpauth:\/\/totp\/Inputlist:anna\?secret=SECRETKEY/)
    await expect(sso.answer('000000')).rejects.toMatchObject({ reason: 'code' })
    expect(await sso.answer('123456')).toEqual({ step: 'done' })
    expect(targets().filter((target) => target !== 'RevokeToken')).toEqual([
      'InitiateAuth',
      'AssociateSoftwareToken',
      'VerifySoftwareToken',
      'VerifySoftwareToken',
      'RespondToAuthChallenge',
    ])
  })

  it.each([
    ['NotAuthorizedException', 'Incorrect username or password.', 'wrong'],
    [
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
      'temporaryOver',
    ],
    ['NotAuthorizedException', 'Password attempts exceeded', 'tooMany'],
    ['PasswordResetRequiredException', 'Password reset required for the user', 'mustReset'],
    ['UserNotConfirmedException', 'User is not confirmed.', 'disabled'],
    ['NotAuthorizedException', 'User is disabled.', 'disabled'],
    ['InternalErrorException', 'Something', 'unknown'],
  ])('says what %s (%s) means', async (name, message, reason) => {
    const sso = await open()
    answers = { InitiateAuth: [refuse(name, message)] }
    await expect(sso.signIn('anna', 'secret')).rejects.toMatchObject({ name: 'SignInFailed', reason })
  })

  it('says that a code came too late', async () => {
    const sso = await open()
    answers = {
      InitiateAuth: [
        {
          ChallengeName: 'SOFTWARE_TOKEN_MFA',
          Session: 's',
          ChallengeParameters: { USER_ID_FOR_SRP: 'anna' },
        },
      ],
      RespondToAuthChallenge: [
        refuse('CodeMismatchException', 'Invalid code received for user'),
        refuse('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
      ],
    }
    expect(await sso.signIn('anna', 'secret')).toEqual({ step: 'code' })
    await expect(sso.answer('1')).rejects.toMatchObject({ reason: 'code' })
    await expect(sso.answer('2')).rejects.toMatchObject({ reason: 'sessionOver' })
  })

  it('sets a forgotten password, and says what is wrong with the code', async () => {
    const sso = await open()
    answers = {
      ForgotPassword: [
        refuse('NotAuthorizedException', 'User password cannot be reset in the current state.'),
        { CodeDeliveryDetails: { Destination: 'a***', DeliveryMedium: 'EMAIL', AttributeName: 'email' } },
      ],
      ConfirmForgotPassword: [
        refuse('CodeMismatchException', 'Invalid verification code provided, please try again.'),
        refuse('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
        {},
      ],
    }
    await expect(sso.sendCode('anna')).rejects.toMatchObject({ reason: 'notYet' })
    await sso.sendCode('anna')
    await expect(sso.setPassword('anna', '1', 'long enough')).rejects.toMatchObject({ reason: 'code' })
    await expect(sso.setPassword('anna', '2', 'long enough')).rejects.toMatchObject({ reason: 'codeOver' })
    await sso.setPassword('anna', ' 3 ', 'long enough')
    expect(asked.at(-1)?.body).toMatchObject({ ConfirmationCode: '3', Password: 'long enough' })
  })
})

describe('what a person changes about the own sign-in', () => {
  const signedIn = async () => {
    const sso = await open()
    answers = { InitiateAuth: [tokens] }
    await sso.signIn('anna', 'secret')
    asked = []
    return sso.own()
  }

  it('is the password, if the one until now is right', async () => {
    const own = await signedIn()
    answers = {
      ChangePassword: [
        refuse('NotAuthorizedException', 'Incorrect username or password.'),
        refuse('InvalidPasswordException', 'Password does not conform to policy'),
        refuse('NotAuthorizedException', 'Access Token has been revoked'),
        {},
      ],
    }
    for (const reason of ['wrongNow', 'weak', 'signInAgain'])
      await expect(own.changePassword('old', 'new')).rejects.toMatchObject({ reason })
    await own.changePassword('old', 'new')
    expect(asked.at(-1)).toMatchObject({
      target: 'ChangePassword',
      body: { PreviousPassword: 'old', ProposedPassword: 'new' },
    })
  })

  it('is a second factor, which holds from its first right code until it is ended', async () => {
    const own = await signedIn()
    answers = {
      GetUser: [
        { Username: 'anna' },
        { Username: 'anna', UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] },
        // Amplify reads what is set before it sets something.
        {},
        {},
      ],
      AssociateSoftwareToken: [{ SecretCode: 'SECRETKEY' }],
      VerifySoftwareToken: [
        refuse('EnableSoftwareTokenMFAException', 'Code mismatch'),
        { Status: 'SUCCESS' },
      ],
    }
    expect(await own.hasFactor()).toBe(false)
    expect(await own.hasFactor()).toBe(true)
    const { secret, link } = await own.makeFactor()
    expect([secret, new URL(link).searchParams.get('secret')]).toEqual(['SECRETKEY', 'SECRETKEY'])
    await expect(own.confirmFactor('000000')).rejects.toMatchObject({ reason: 'code' })
    expect(targets()).not.toContain('SetUserMFAPreference')
    await own.confirmFactor('123456')
    expect(asked.at(-1)).toMatchObject({
      target: 'SetUserMFAPreference',
      body: { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } },
    })
    await own.endFactor()
    expect(asked.at(-1)).toMatchObject({
      target: 'SetUserMFAPreference',
      body: { SoftwareTokenMfaSettings: { Enabled: false } },
    })
  })

  it('cannot be changed by somebody whose sign-in is over', async () => {
    const own = await (await open()).own()
    await expect(own.changePassword('old', 'new')).rejects.toMatchObject({ reason: 'signInAgain' })
    await expect(own.hasFactor()).rejects.toMatchObject({ reason: 'signInAgain' })
    expect(asked).toEqual([])
  })
})
