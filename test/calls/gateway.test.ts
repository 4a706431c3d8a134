/** The embedded gateway over HTTP: calls, the web app's files, settings, documents, sign-in and aids for development. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { createMailer, type EmbeddedMailer } from '../../functions/adapters/embedded/mailer.ts'
import { clientId, type EmbeddedSignIn, openSignIn } from '../../functions/adapters/embedded/sign-in.ts'
import { configExtra, devExtra, documentsExtra } from '../../functions/runtime/gateway/extras.ts'
import { isFromThisMachine } from '../../functions/runtime/gateway/hosts.ts'
import { type Gateway, startGateway } from '../../functions/runtime/gateway/server.ts'
import { userPoolExtra } from '../../functions/runtime/gateway/user-pool.ts'
import { createRuntime } from '../../functions/runtime/handler.ts'
import { createRouter } from '../../functions/wiring/calls.ts'
import { maxBodyBytes } from '../../shared/constants.ts'
import { runtimeConfig } from '../../shared/model/runtime-config.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const sub = '11111111-2222-4333-8444-555555555555'
const script = 'console.log("x");\n'.repeat(200)
let h: Harness
let folder: string
let gateway: Gateway
let signIn: EmbeddedSignIn
let mailer: EmbeddedMailer
let reindexed = 0
/** Of the limits of sign-in. */
let now = 0
const pauses: number[] = []
let hold: Promise<void> | undefined
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  h = await startHarness()
  folder = mkdtempSync(join(tmpdir(), 'inputlist-gateway-'))
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'not for the web')
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Inputlist</title>')
  writeFileSync(join(web, 'assets/app-1a2b.js'), script)
  writeFileSync(join(web, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  writeFileSync(join(web, 'assets/app-1a2b.js.gz'), gzipSync(script))
  signIn = await openSignIn({
    folder: join(folder, 'sign-in'),
    users: [{ name: 'core', sub, email: 'core@demo.inputlist.example', password: 'inputlist-demo' }],
    clock: systemClock,
  })
  mailer = createMailer(join(folder, 'mail'), systemClock)
  const router = createRouter(createRuntime(h.ports, { log: (line) => void lines.push(line) }))
  gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    handle: async (event) => {
      await hold
      return router.handle(event)
    },
    webFolder: web,
    allowedHosts: ['inputlist.example.org'],
    log: (line) => void lines.push(line),
    extras: [
      configExtra(
        {
          stage: 'test',
          version: '1.2.3',
          timeZone: 'Europe/Zurich',
          signIn: {
            kind: 'password',
            userPoolId: 'local_inputlist',
            clientId,
            endpoint: '/_cognito/',
            flow: 'USER_PASSWORD_AUTH',
            canReset: false,
          },
          presence: true,
          demo: { password: 'inputlist-demo', users: [] },
        },
        isFromThisMachine,
      ),
      documentsExtra('openapi.json'),
      userPoolExtra({
        answer: signIn.answer,
        personOf: signIn.personOf,
        isAllowed: isFromThisMachine,
        millis: () => now,
        pause: async (ms) => void pauses.push(ms),
      }),
      devExtra({
        isAllowed: isFromThisMachine,
        tokenOf: signIn.tokenOf,
        listMails: mailer.listMails,
        readMail: mailer.readMail,
        reindex: async () => {
          reindexed++
        },
      }),
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await h.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string, init: RequestInit = {}) => fetch(`${gateway.url}${path}`, init)
/** `fetch` sets Host and cleans paths by itself; this sends what it is told. */
const plain = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: gateway.port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  at(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('calls over HTTP', () => {
  it('run the same steps, by POST and by GET with __payload', async () => {
    const login = await post('/api/auth/domain/login', { token: 'sso:core' })
    const { data, id } = await login.json()
    expect([login.status, login.headers.get('x-request-id')]).toEqual([200, id])
    const headers = { authorization: `Bearer ${data.jwt}` }
    const payload = encodeURIComponent(JSON.stringify({ id: ids.product.compost }))
    const product = await at(`/api/eav/entity/get?__payload=${payload}`, { headers })
    expect((await product.json()).data.id).toBe(ids.product.compost)
    expect(
      lines.some((line) => line['call'] === 'eav/entity/get' && line['account'] === ids.account.core),
    ).toBe(true)
  })
  it('are 404 in JSON where there is none, whatever the path', async () => {
    for (const path of ['/api/nothing/there', '/api', '/api/', '/api/../api/x', '/api/system/status/more']) {
      const answer = await plain(path)
      expect([path, answer.status, JSON.parse(answer.text).code]).toEqual([path, 404, 'not_found'])
    }
  })
  it('refuse a body that is no text, instead of taking signs that stand for it', async () => {
    const body = Buffer.concat([Buffer.from('{"token":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const answer = await at('/api/auth/domain/login', { method: 'POST', body })
    expect([answer.status, (await answer.json()).message]).toEqual([400, '/: expected JSON in UTF-8'])
  })
  it('answer a body of 6 MB with 413, not with a broken connection', async () => {
    const answer = await post('/api/auth/domain/login', { token: 'x'.repeat(6 * 1024 * 1024) })
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'too_large'])
    const huge = await post('/api/auth/domain/login', { token: 'x'.repeat(4 * maxBodyBytes) })
    expect(huge.status).toBe(413)
  })
  it('are compressed when large and wanted', async () => {
    const { data } = await (await post('/api/auth/domain/login', { token: 'sso:core' })).json()
    const path = `/api/eav/reference/load?__payload=${encodeURIComponent('{"classes":["country","fielddefinition"]}')}`
    const headers = { authorization: `Bearer ${data.jwt}` }
    const packed = await plain(path, { ...headers, 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    const refused = await plain(path, { ...headers, 'accept-encoding': 'gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(refused.text).ok).toBe(true)
    expect(Number(packed.headers['content-length'])).toBeLessThan(
      Number(refused.headers['content-length']) / 3,
    )
  })
  it('survive a client that goes away in the middle', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(gateway.port, '127.0.0.1', () => {
        socket.write('POST /api/auth/domain/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"tok')
        socket.destroy()
      })
      socket.on('close', () => resolve())
    })
    expect((await at('/api/system/status')).status).toBe(200)
  })
})

describe('the web app', () => {
  it('is one page for all its addresses, asked for anew each time, under a strict policy', async () => {
    for (const path of ['/', '/product/1/2', '/company/list?filter=x']) {
      const answer = await at(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('<title>Inputlist</title>')
      const policy = answer.headers.get('content-security-policy') ?? ''
      const scripts = policy.split('; ').find((part) => part.startsWith('script-src'))
      expect(scripts).toBe("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const etag = (await at('/')).headers.get('etag') as string
    expect((await at('/', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
  it('keeps hashed files for ever, packed as the browser likes', async () => {
    const path = '/assets/app-1a2b.js'
    const brotli = await plain(path, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await plain(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await plain(path)).text).toBe(script)
    const head = await plain(path, {}, 'HEAD')
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(script.length)])
  })
  it('answers a missing file with 404, never with a page, and never leaves its folder', async () => {
    for (const path of [
      '/assets/gone.js',
      '/favicon.ico',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/%00.txt',
      '/%E0%A4%A.txt',
    ]) {
      const answer = await plain(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.text).not.toContain('not for the web')
    }
    expect((await at('/', { method: 'DELETE' })).status).toBe(404)
  })
})

describe('another name', () => {
  const paths = [
    '/',
    '/config.json',
    '/api/system/status',
    '/api/docs',
    '/_cognito/',
    '/_dev/mail',
    '/files/x',
    '/assets/app-1a2b.js',
  ]
  it('of a stranger, that leads here, gets nothing on any path', async () => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil.example:3000',
      'a@localhost',
    ])
      for (const path of paths) {
        const answer = await plain(path, { host })
        expect([host, path, answer.status]).toEqual([host, path, 403])
        expect(JSON.parse(answer.text).code).toBe('forbidden')
      }
    expect(lines.at(-1)).toMatchObject({ level: 'warn', host: 'a@localhost' })
  })
  it('of this machine, or one that is allowed, is answered', async () => {
    for (const host of [
      'localhost',
      'LOCALHOST:3000',
      'app.localhost',
      '127.0.0.1:1',
      '127.8.9.1',
      '[::1]:3000',
      'Inputlist.example.org.:443',
    ])
      expect([host, (await plain('/api/system/status', { host })).status]).toEqual([host, 200])
  })
  it('shows nobody from elsewhere the demonstration, and signs nobody in', async () => {
    const config = async (host: string) => JSON.parse((await plain('/config.json', { host })).text)
    expect((await config('localhost')).demo.password).toBe('inputlist-demo')
    expect((await config('inputlist.example.org')).demo).toBeUndefined()
    const body = JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: clientId,
      AuthParameters: { USERNAME: 'core', PASSWORD: 'inputlist-demo' },
    })
    const target = { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' }
    const from = (headers: Record<string, string>) =>
      plain('/_cognito/', { ...target, ...headers }, 'POST', body)
    expect((await from({ host: 'localhost' })).status).toBe(200)
    for (const headers of [
      { host: 'inputlist.example.org' },
      { host: 'localhost', forwarded: 'for=203.0.113.7' },
    ] as Record<string, string>[])
      expect(JSON.parse((await from(headers)).text).__type).toBe('ForbiddenException')
  })
  it('of another page may not change anything', async () => {
    const path = '/api/auth/domain/login'
    const from = async (host: string, origin: string) =>
      (
        await plain(
          path,
          { host, origin, 'content-type': 'application/json' },
          'POST',
          '{"token":"sso:core"}',
        )
      ).status
    expect(await from('localhost:3000', 'http://localhost:3000')).toBe(200)
    expect(await from('127.0.0.1:3000', 'https://inputlist.example.org')).toBe(200)
    for (const origin of ['null', 'http://evil.example', 'http://localhost:8080', 'file://'])
      expect([origin, await from('localhost:3000', origin)]).toEqual([origin, 403])
  })
})

it('tells the web app its settings', async () => {
  const config = runtimeConfig.parse(await (await at('/config.json')).json())
  expect(config).toMatchObject({
    stage: 'test',
    signIn: { kind: 'password', endpoint: '/_cognito/', flow: 'USER_PASSWORD_AUTH', canReset: false },
  })
})

it('shows the calls as a document and as a page without scripts', async () => {
  const document = await (await at('/api/openapi.json')).json()
  expect(document.paths['/api/bml/product/save'].post.operationId).toBe('bml/product/save')
  const page = await (await at('/api/docs')).text()
  expect(page).toContain('Save a product')
  expect(page).toContain('revision_conflict')
  expect(page).not.toMatch(/<script|https?:\/\/(?!127)/)
})

describe('sign-in', () => {
  const ask = (target: string, body: unknown) =>
    at('/_cognito/', {
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
    for (const name of ['core', 'core@demo.inputlist.example']) {
      const answer = await signInAs(name, 'inputlist-demo')
      expect(answer.status).toBe(200)
      const tokens = (await answer.json()).AuthenticationResult
      expect(await signIn.verify(tokens.IdToken)).toEqual({ sub, email: 'core@demo.inputlist.example' })
      expect((await signIn.verify(tokens.AccessToken)).sub).toBe(sub)
      // The older way to ask, and the one of browsers.
      for (const renewed of [
        await ask('InitiateAuth', {
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          ClientId: clientId,
          AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken },
        }),
        await ask('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: tokens.RefreshToken }),
      ])
        expect((await signIn.verify((await renewed.json()).AuthenticationResult.IdToken)).sub).toBe(sub)
    }
  })
  it('refuses a wrong password, an unknown name, and what only administrators may ask', async () => {
    for (const answer of [
      await signInAs('core', 'wrong'),
      await signInAs('nobody', 'inputlist-demo'),
      await ask('AdminCreateUser', { UserPoolId: 'local_inputlist', Username: 'x' }),
      await ask('ListUsers', { UserPoolId: 'local_inputlist' }),
      await ask('GetUser', { AccessToken: `${(await signIn.tokenOf('core'))?.slice(0, -6)}AAAAAA` }),
      await at('/_cognito/', { method: 'POST', body: '{' }),
    ]) {
      expect(answer.status).toBe(400)
      expect((await answer.json()).__type).toMatch(/Exception$/)
    }
  })
  it('tells nobody whether a name exists', async () => {
    pauses.length = 0
    const answers = await Promise.all([
      signInAs('core', 'wrong'),
      signInAs('core@demo.inputlist.example', 'wrong'),
      signInAs('nobody', 'wrong'),
    ])
    const told = await Promise.all(
      answers.map(async (one) => [one.status, [...one.headers.keys()].sort(), await one.json()]),
    )
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    expect(pauses).toEqual([250, 250, 250])
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
    now += 3_600_000
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
        ['CUSTOM_AUTH', 'USER_SRP_AUTH', 'USER_AUTH', 'ADMIN_USER_PASSWORD_AUTH', undefined].map((AuthFlow) =>
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
    now += 3_600_000
  })
  it('counts failures by person, under whatever name, and also by the own password', async () => {
    now += 3_600_000
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
    now += 3_600_000
  })
  it('slows down who guesses, by person and by address, and lets others in', async () => {
    now += 3_600_000
    const typeOf = async (answer: Response) => (answer.ok ? 'in' : (await answer.json()).__type)
    const guesses = await Promise.all(Array.from({ length: 11 }, () => signInAs('Core', 'wrong')))
    const types = await Promise.all(guesses.map(typeOf))
    expect(types.filter((type) => type === 'NotAuthorizedException')).toHaveLength(10)
    expect(types.filter((type) => type === 'TooManyRequestsException')).toHaveLength(1)
    expect(await typeOf(await signInAs('core', 'inputlist-demo'))).toBe('TooManyRequestsException')
    expect(await typeOf(await signInAs('nobody', 'inputlist-demo'))).toBe('NotAuthorizedException')
    now += 30_000
    expect(await typeOf(await signInAs('core', 'inputlist-demo'))).toBe('in')
    // Right ones are not counted.
    for (let i = 0; i < 12; i++) expect(await typeOf(await signInAs('core', 'inputlist-demo'))).toBe('in')

    now += 3_600_000
    const all = await Promise.all(Array.from({ length: 70 }, (_, i) => signInAs(`somebody${i}`, 'wrong')))
    const late = (await Promise.all(all.map(typeOf))).filter((type) => type === 'TooManyRequestsException')
    expect(late).toHaveLength(10)
    now += 3_600_000
  })
  it('refuses tokens that are expired, forged or for somebody else', async () => {
    const token = (await signIn.tokenOf('core')) as string
    const later = await openSignIn({
      folder: join(folder, 'sign-in'),
      users: [],
      clock: { ...systemClock, millis: () => Date.now() + 25 * 3600 * 1000 },
    })
    await expect(later.verify(token)).rejects.toMatchObject({
      code: 'token_expired',
      message: 'token is expired',
    })
    const other = await openSignIn({ folder: join(folder, 'other'), users: [], clock: systemClock })
    await expect(other.verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
    await expect(signIn.verify(await h.tokenOf('core'))).rejects.toMatchObject({ code: 'token_audience' })
    await expect(signIn.verify('x')).rejects.toMatchObject({ code: 'token_invalid' })
  })
})

describe('aids for development', () => {
  it('give a single-sign-on token without a browser', async () => {
    const answer = await post('/_dev/token', { user: 'core' })
    expect((await signIn.verify((await answer.json()).token)).sub).toBe(sub)
    expect((await post('/_dev/token', { user: 'nobody' })).status).toBe(404)
    expect((await post('/_dev/token', null)).status).toBe(404)
  })
  it('are not for pages of other sites, nor for other machines', async () => {
    for (const more of [
      { host: 'evil.example' },
      // An allowed name is one that others may come by.
      { host: 'inputlist.example.org' },
      { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' },
      { host: 'localhost:3000', origin: 'http://localhost:3001' },
    ] as Record<string, string>[]) {
      const asOther = await plain(
        '/_dev/token',
        { ...more, 'content-type': 'application/json' },
        'POST',
        '{"user":"core"}',
      )
      expect([more, asOther.status, asOther.text.includes('token":')]).toEqual([more, 403, false])
    }
    const asForm = await plain(
      '/_dev/token',
      { host: 'localhost:3000', 'content-type': 'text/plain' },
      'POST',
      '{"user":"core"}',
    )
    expect([asForm.status, asForm.text.includes('token":')]).toEqual([404, false])
  })
  it('show the mails that would have been sent', async () => {
    await mailer.send({ to: ['a@example.org'], subject: 'Grüße <b>', text: 'Hello & <i>you</i>' })
    const list = await (await at('/_dev/mail')).text()
    expect(list).toContain('Grüße &lt;b&gt;')
    const id = /\/_dev\/mail\/([0-9a-f-]+)"/.exec(list)?.[1]
    expect(await (await at(`/_dev/mail/${id}`)).text()).toContain('Hello &amp; &lt;i&gt;you&lt;/i&gt;')
    expect((await at(`/_dev/mail/${id}.eml`)).headers.get('content-type')).toBe('message/rfc822')
    expect((await at('/_dev/mail/1234')).status).toBe(404)
  })
  it('build the index anew', async () => {
    expect((await post('/_dev/reindex', {})).status).toBe(200)
    expect(reindexed).toBe(1)
    expect((await at('/_dev/reindex')).status).toBe(404)
  })
})

it('says which port is taken', async () => {
  const twice = startGateway({
    host: '127.0.0.1',
    port: gateway.port,
    handle: async () => ({ statusCode: 200, headers: {}, body: '' }),
    webFolder: folder,
    log: () => {},
    extras: [],
  })
  await expect(twice).rejects.toThrow(`Port ${gateway.port} of 127.0.0.1 is taken by another program`)
})

it('finishes what is under way when it is ended', async () => {
  let release = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  const before = lines.length
  const waiting = at('/api/system/status')
  await expect
    .poll(
      () =>
        new Promise((resolve) =>
          connect(gateway.port, '127.0.0.1', function (this: { destroy(): void }) {
            this.destroy()
            resolve(true)
          }),
        ),
    )
    .toBe(true)
  const stopped = gateway.stop()
  release()
  hold = undefined
  expect((await waiting).status).toBe(200)
  await stopped
  expect(lines.length).toBeGreaterThan(before)
  await expect(at('/api/system/status')).rejects.toThrow()
})
