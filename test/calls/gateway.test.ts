/** The embedded gateway over HTTP: calls, the web app's files, settings, documents, sign-in and aids for development. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../../functions/runtime/gateway/server.ts'
import { maxBodyBytes } from '../../shared/constants.ts'
import { runtimeConfig } from '../../shared/model/runtime-config.ts'
import { gatewayHosts } from './gateway.hosts.suite.ts'
import { gatewaySignIn } from './gateway.sign-in.suite.ts'
import { type GatewayWorld, openGatewayWorld, script } from './gateway.world.ts'
import { ids } from './harness.ts'

let w: GatewayWorld
beforeAll(async () => {
  w = await openGatewayWorld()
})
afterAll(() => w.close())

describe('calls over HTTP', () => {
  it('run the same steps, by POST and by GET with __payload', async () => {
    const login = await w.post('/api/auth/domain/login', { token: 'sso:core' })
    const { data, id } = await login.json()
    expect([login.status, login.headers.get('x-request-id')]).toEqual([200, id])
    const headers = { authorization: `Bearer ${data.jwt}` }
    const payload = encodeURIComponent(JSON.stringify({ id: ids.product.compost }))
    const product = await w.at(`/api/eav/entity/get?__payload=${payload}`, { headers })
    expect((await product.json()).data.id).toBe(ids.product.compost)
    expect(
      w.told.lines.some((line) => line['call'] === 'eav/entity/get' && line['account'] === ids.account.core),
    ).toBe(true)
  })
  it('are 404 in JSON where there is none, whatever the path', async () => {
    for (const path of ['/api/nothing/there', '/api', '/api/', '/api/../api/x', '/api/system/status/more']) {
      const answer = await w.plain(path)
      expect([path, answer.status, JSON.parse(answer.text).code]).toEqual([path, 404, 'not_found'])
    }
  })
  it('refuse a body that is no text, instead of taking signs that stand for it', async () => {
    const body = Buffer.concat([Buffer.from('{"token":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const answer = await w.at('/api/auth/domain/login', { method: 'POST', body })
    expect([answer.status, (await answer.json()).message]).toEqual([400, '/: expected JSON in UTF-8'])
  })
  it('answer a body of 6 MB with 413, not with a broken connection', async () => {
    const answer = await w.post('/api/auth/domain/login', { token: 'x'.repeat(6 * 1024 * 1024) })
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'too_large'])
    const huge = await w.post('/api/auth/domain/login', { token: 'x'.repeat(4 * maxBodyBytes) })
    expect(huge.status).toBe(413)
  })
  it('are compressed when large and wanted', async () => {
    const { data } = await (await w.post('/api/auth/domain/login', { token: 'sso:core' })).json()
    const path = `/api/eav/reference/load?__payload=${encodeURIComponent('{"classes":["country","fielddefinition"]}')}`
    const headers = { authorization: `Bearer ${data.jwt}` }
    const packed = await w.plain(path, { ...headers, 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    const refused = await w.plain(path, { ...headers, 'accept-encoding': 'gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(refused.text).ok).toBe(true)
    expect(Number(packed.headers['content-length'])).toBeLessThan(
      Number(refused.headers['content-length']) / 3,
    )
  })
  it('survive a client that goes away in the middle', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(w.gateway.port, '127.0.0.1', () => {
        socket.write('POST /api/auth/domain/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"tok')
        socket.destroy()
      })
      socket.on('close', () => resolve())
    })
    expect((await w.at('/api/system/status')).status).toBe(200)
  })
})

describe('the web app', () => {
  it('is one page for all its addresses, asked for anew each time, under a strict policy', async () => {
    for (const path of ['/', '/product/1/2', '/company/list?filter=x']) {
      const answer = await w.at(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('<title>Inputlist</title>')
      const policy = answer.headers.get('content-security-policy') ?? ''
      const scripts = policy.split('; ').find((part) => part.startsWith('script-src'))
      expect(scripts).toBe("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const etag = (await w.at('/')).headers.get('etag') as string
    expect((await w.at('/', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
  it('keeps hashed files for ever, packed as the browser likes', async () => {
    const path = '/assets/app-1a2b.js'
    const brotli = await w.plain(path, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await w.plain(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await w.plain(path)).text).toBe(script)
    const head = await w.plain(path, {}, 'HEAD')
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
      const answer = await w.plain(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.text).not.toContain('not for the web')
    }
    expect((await w.at('/', { method: 'DELETE' })).status).toBe(404)
  })
})

it('tells the web app its settings', async () => {
  const config = runtimeConfig.parse(await (await w.at('/config.json')).json())
  expect(config).toMatchObject({
    stage: 'test',
    signIn: { kind: 'password', endpoint: '/_cognito/', flow: 'USER_PASSWORD_AUTH', canReset: false },
  })
})

it('shows the calls as a document and as a page without scripts', async () => {
  const document = await (await w.at('/api/openapi.json')).json()
  expect(document.paths['/api/bml/product/save'].post.operationId).toBe('bml/product/save')
  const page = await (await w.at('/api/docs')).text()
  expect(page).toContain('Save a product')
  expect(page).toContain('revision_conflict')
  expect(page).not.toMatch(/<script|https?:\/\/(?!127)/)
})

gatewayHosts(() => w)
gatewaySignIn(() => w)

it('says which port is taken', async () => {
  const twice = startGateway({
    host: '127.0.0.1',
    port: w.gateway.port,
    handle: async () => ({ statusCode: 200, headers: {}, body: '' }),
    webFolder: w.folder,
    log: () => {},
    extras: [],
  })
  await expect(twice).rejects.toThrow(`Port ${w.gateway.port} of 127.0.0.1 is taken by another program`)
})

it('finishes what is under way when it is ended', async () => {
  let release = () => {}
  w.told.hold = new Promise((resolve) => {
    release = resolve
  })
  const before = w.told.lines.length
  const waiting = w.at('/api/system/status')
  await expect
    .poll(
      () =>
        new Promise((resolve) =>
          connect(w.gateway.port, '127.0.0.1', function (this: { destroy(): void }) {
            this.destroy()
            resolve(true)
          }),
        ),
    )
    .toBe(true)
  const stopped = w.gateway.stop()
  release()
  w.told.hold = undefined
  expect((await waiting).status).toBe(200)
  await stopped
  expect(w.told.lines.length).toBeGreaterThan(before)
  await expect(w.at('/api/system/status')).rejects.toThrow()
})
