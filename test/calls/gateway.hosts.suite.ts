/** What the embedded gateway answers under which name, and what for this machine alone. */
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { clientId } from '../../functions/adapters/embedded/sign-in.ts'
import { type GatewayWorld, sub } from './gateway.world.ts'

/** What is answered to these bytes. */
const raw = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

export function gatewayHosts(world: () => GatewayWorld) {
  let w: GatewayWorld
  beforeAll(() => {
    w = world()
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
          const answer = await w.plain(path, { host })
          expect([host, path, answer.status]).toEqual([host, path, 403])
          expect(JSON.parse(answer.text).code).toBe('forbidden')
        }
      expect(w.told.lines.at(-1)).toMatchObject({ level: 'warn', host: 'a@localhost' })
    })
    it('beside one of this machine is refused, whichever comes first: a request names one host', async () => {
      for (const hosts of [
        ['localhost', 'evil.example'],
        ['evil.example', 'localhost'],
        ['localhost', 'localhost'],
      ]) {
        const lines = [
          'GET /api/system/status HTTP/1.1',
          ...hosts.map((host) => `Host: ${host}`),
          'Connection: close',
        ]
        const answer = await raw(w.gateway.port, `${lines.join('\r\n')}\r\n\r\n`)
        expect(answer).toMatch(/^HTTP\/1\.1 400 /)
        expect(answer).toContain('A request names one host.')
      }
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
        expect([host, (await w.plain('/api/system/status', { host })).status]).toEqual([host, 200])
    })
    it('shows nobody from elsewhere the demonstration, and signs nobody in', async () => {
      const config = async (host: string) => JSON.parse((await w.plain('/config.json', { host })).text)
      expect((await config('localhost')).demo.password).toBe('inputlist-demo')
      expect((await config('inputlist.example.org')).demo).toBeUndefined()
      const body = JSON.stringify({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: clientId,
        AuthParameters: { USERNAME: 'core', PASSWORD: 'inputlist-demo' },
      })
      const target = { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' }
      const from = (headers: Record<string, string>) =>
        w.plain('/_cognito/', { ...target, ...headers }, 'POST', body)
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
          await w.plain(
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

  describe('aids for development', () => {
    it('give a single-sign-on token without a browser', async () => {
      const answer = await w.post('/_dev/token', { user: 'core' })
      expect((await w.signIn.verify((await answer.json()).token)).sub).toBe(sub)
      for (const user of ['nobody', '__proto__', 'toString', ''])
        expect([user, (await w.post('/_dev/token', { user })).status]).toEqual([user, 404])
      expect((await w.post('/_dev/token', null)).status).toBe(404)
    })
    it('are not for pages of other sites, nor for other machines', async () => {
      for (const more of [
        { host: 'evil.example' },
        // An allowed name is one that others may come by.
        { host: 'inputlist.example.org' },
        { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' },
        { host: 'localhost:3000', origin: 'http://localhost:3001' },
      ] as Record<string, string>[]) {
        const asOther = await w.plain(
          '/_dev/token',
          { ...more, 'content-type': 'application/json' },
          'POST',
          '{"user":"core"}',
        )
        expect([more, asOther.status, asOther.text.includes('token":')]).toEqual([more, 403, false])
      }
      const asForm = await w.plain(
        '/_dev/token',
        { host: 'localhost:3000', 'content-type': 'text/plain' },
        'POST',
        '{"user":"core"}',
      )
      expect([asForm.status, asForm.text.includes('token":')]).toEqual([404, false])
    })
    it('show the mails that would have been sent', async () => {
      await w.mailer.send({ to: ['a@example.org'], subject: 'Grüße <b>', text: 'Hello & <i>you</i>' })
      const list = await (await w.at('/_dev/mail')).text()
      expect(list).toContain('Grüße &lt;b&gt;')
      const id = /\/_dev\/mail\/([0-9a-f-]+)"/.exec(list)?.[1]
      expect(await (await w.at(`/_dev/mail/${id}`)).text()).toContain('Hello &amp; &lt;i&gt;you&lt;/i&gt;')
      expect((await w.at(`/_dev/mail/${id}.eml`)).headers.get('content-type')).toBe('message/rfc822')
      expect((await w.at('/_dev/mail/1234')).status).toBe(404)
    })
    it('build the index anew', async () => {
      expect((await w.post('/_dev/reindex', {})).status).toBe(200)
      expect(w.told.reindexed).toBe(1)
      expect((await w.at('/_dev/reindex')).status).toBe(404)
    })
  })
}
