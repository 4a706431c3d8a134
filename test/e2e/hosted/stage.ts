/**
 * A stage of an organisation with its own sign-in: the built app behind an edge with exactly the stage's content policy,
 * the cloud's own check of tokens, and the hosted sign-in, all under their real names, which only the test's browser
 * finds on this machine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createSignIn } from '../../../functions/adapters/aws/sign-in.ts'
import { createClock } from '../../../functions/adapters/common/clock.ts'
import { configExtra } from '../../../functions/runtime/gateway/extras.ts'
import { startGateway } from '../../../functions/runtime/gateway/server.ts'
import { openEmbedded } from '../../../functions/wiring/embedded.ts'
import {
  callbackUrls,
  hostedName,
  logoutUrls,
  poolName,
  signInConfig,
  signInOrigins,
} from '../../../lib/parts/sign-in.ts'
import { readSettings } from '../../../lib/settings.ts'
import { demoEmail, demoSub, demoUsers } from '../../../scripts/seed/people.ts'
import { seed } from '../../../scripts/seed.ts'
import { contentSecurityPolicy } from '../../../shared/security-policy.ts'
import { selfSigned } from './certificate.ts'
import { type Answer, type Hosted, startHosted } from './cognito.ts'

const settings = readSettings({
  INPUTLIST_STAGE: 'test',
  CDK_DEFAULT_ACCOUNT: '123456789012',
  CDK_DEFAULT_REGION: 'eu-central-1',
  INPUTLIST_SIGN_IN: JSON.stringify({
    kind: 'saml',
    name: 'Verband',
    metadataUrl: 'https://adfs.example.org/m',
  }),
  INPUTLIST_SENDER: 'inputlist@example.org',
  INPUTLIST_ALARMS: 'ops@example.org',
  INPUTLIST_DOMAIN: 'inputlist.example.org',
  INPUTLIST_CERTIFICATE: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
})
const pool = { userPoolId: 'eu-central-1_Inputlist', clientId: '6inputlistclient' }

export interface OrganisationStage {
  /** Address of the app. */
  url: string
  /** For the browser: where the names are, and that their certificate is nobody's. */
  browserArguments: string[]
  hosted: Hosted
  /** How many seconds the server is ahead of the browser. */
  ahead: { seconds: number }
  /** A value of a product as it is stored. */
  stored(product: string, list: string, field: string): Promise<unknown>
  stop(): Promise<void>
}

const listen = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((found) =>
    server.listen(0, '127.0.0.1', () => found((server.address() as AddressInfo).port)),
  )

export async function startOrganisation(): Promise<OrganisationStage> {
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-hosted-'))
  const ahead = { seconds: 0 }
  const millis = () => Date.now() + ahead.seconds * 1000
  const clock = createClock('Europe/Zurich', millis)
  let inside = ''
  const hosted = startHosted({
    region: settings.region,
    poolId: pool.userPoolId,
    clientId: pool.clientId,
    provider: 'Verband',
    callbackUrls: callbackUrls(settings),
    logoutUrls: logoutUrls(settings),
    people: Object.fromEntries(
      [...demoUsers, 'stranger' as const].map((name) => [
        name,
        {
          sub: name === 'stranger' ? 'nobody-here' : demoSub(name),
          email: name === 'stranger' ? 'stranger@example.org' : demoEmail(name),
          name,
        },
      ]),
    ),
    inside: () => inside,
  })
  // Stands for the inside of the cloud: keys of the pool, and the provider without the edge's TLS.
  const inner = createServer((request, response) => {
    if (request.url === '/keys') response.end(JSON.stringify(hosted.keys))
    else void hosted.provider(request, response)
  })
  inside = `http://127.0.0.1:${await listen(inner)}`

  const embedded = await openEmbedded({
    dataDir: folder,
    log: () => {},
    users: [],
    clock,
    environment: { STAGE: settings.stage },
    ports: {
      signIn: createSignIn(
        {
          region: settings.region,
          poolId: pool.userPoolId,
          clientId: pool.clientId,
          jwksUrl: `${inside}/keys`,
        },
        clock,
      ),
    },
  })
  await seed(embedded.ports)
  await embedded.startBackground()
  await embedded.indexed()
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [settings.domain!],
    handle: embedded.handle,
    webFolder: resolve('dist/web'),
    log: () => {},
    extras: [
      configExtra({
        stage: settings.stage,
        version: '1',
        timeZone: settings.timeZone,
        signIn: signInConfig(settings, pool),
      }),
    ],
  })

  const policy = contentSecurityPolicy(signInOrigins(settings))
  const app: Answer = async (from, to) => {
    const onward = plainRequest(
      `${gateway.url}${from.url}`,
      { method: from.method, headers: from.headers },
      (answer) => {
        const { 'cross-origin-opener-policy': _, ...headers } = answer.headers
        to.writeHead(answer.statusCode ?? 502, { ...headers, 'content-security-policy': policy })
        answer.pipe(to)
      },
    )
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  }
  const byName = new Map<string, Answer>([
    [settings.domain!, app],
    [hostedName(settings)!, hosted.hosted],
    [poolName(settings), hosted.pool],
  ])
  const edge = createSecureServer(selfSigned('edge'), (from: IncomingMessage, to: ServerResponse) => {
    byName
      .get(from.headers.host ?? '')?.(from, to)
      .catch(() => to.destroy()) ?? to.destroy()
  })
  const port = await listen(edge as never)
  return {
    url: `https://${settings.domain}`,
    browserArguments: [
      '--ignore-certificate-errors',
      '--no-proxy-server',
      `--host-resolver-rules=${[...byName.keys()].map((name) => `MAP ${name}:443 127.0.0.1:${port}`).join(',')}`,
    ],
    hosted,
    ahead,
    async stored(product, list, field) {
      const entity = (await embedded.ports.entities.get(product))!
      const { listData } = entity.data as { listData: Record<string, Record<string, unknown>> }
      return listData[list]?.[field]
    },
    async stop() {
      for (const server of [edge, inner]) {
        server.close()
        server.closeAllConnections()
      }
      await gateway.stop()
      await embedded.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
