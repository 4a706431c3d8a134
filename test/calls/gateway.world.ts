/** One embedded gateway over HTTP, for all tests of it: its state, and ways to ask it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { createMailer } from '../../functions/adapters/embedded/mailer.ts'
import { clientId, openSignIn } from '../../functions/adapters/embedded/sign-in.ts'
import { configExtra, devExtra, documentsExtra } from '../../functions/runtime/gateway/extras.ts'
import { isFromThisMachine } from '../../functions/runtime/gateway/hosts.ts'
import { startGateway } from '../../functions/runtime/gateway/server.ts'
import { userPoolExtra } from '../../functions/runtime/gateway/user-pool.ts'
import { createRuntime } from '../../functions/runtime/handler.ts'
import { createRouter } from '../../functions/wiring/calls.ts'
import { startHarness } from './harness.ts'

export const sub = '11111111-2222-4333-8444-555555555555'
export const script = 'console.log("x");\n'.repeat(200)

export type GatewayWorld = Awaited<ReturnType<typeof openGatewayWorld>>
export async function openGatewayWorld() {
  const told = {
    reindexed: 0,
    /** Of the limits of sign-in. */
    now: 0,
    pauses: [] as number[],
    hold: undefined as Promise<void> | undefined,
    lines: [] as Record<string, unknown>[],
  }
  const h = await startHarness()
  const folder = mkdtempSync(join(tmpdir(), 'inputlist-gateway-'))
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'not for the web')
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Inputlist</title>')
  writeFileSync(join(web, 'assets/app-1a2b.js'), script)
  writeFileSync(join(web, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  writeFileSync(join(web, 'assets/app-1a2b.js.gz'), gzipSync(script))
  const signIn = await openSignIn({
    folder: join(folder, 'sign-in'),
    users: [{ name: 'core', sub, email: 'core@demo.inputlist.example', password: 'inputlist-demo' }],
    clock: systemClock,
  })
  const mailer = createMailer(join(folder, 'mail'), systemClock)
  const router = createRouter(createRuntime(h.ports, { log: (line) => void told.lines.push(line) }))
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    handle: async (event) => {
      await told.hold
      return router.handle(event)
    },
    webFolder: web,
    allowedHosts: ['inputlist.example.org'],
    log: (line) => void told.lines.push(line),
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
          demo: { password: 'inputlist-demo', users: [] },
        },
        isFromThisMachine,
      ),
      documentsExtra('openapi.json'),
      userPoolExtra({
        answer: signIn.answer,
        personOf: signIn.personOf,
        isAllowed: isFromThisMachine,
        millis: () => told.now,
        pause: async (ms) => void told.pauses.push(ms),
      }),
      devExtra({
        isAllowed: isFromThisMachine,
        tokenOf: signIn.tokenOf,
        listMails: mailer.listMails,
        readMail: mailer.readMail,
        reindex: async () => {
          told.reindexed++
        },
      }),
    ],
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
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
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
  const close = async () => {
    await gateway.stop()
    await h.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { h, folder, gateway, signIn, mailer, told, at, plain, post, close }
}
