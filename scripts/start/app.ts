/** The embedded app: everything of `npm start` but the reading of the environment and the signals. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLogFile } from '../../functions/adapters/embedded/log-file.ts'
import { clientId, poolId } from '../../functions/adapters/embedded/sign-in.ts'
import { configExtra, devExtra, documentsExtra } from '../../functions/runtime/gateway/extras.ts'
import { filesExtra } from '../../functions/runtime/gateway/files.ts'
import { isFromThisMachine } from '../../functions/runtime/gateway/hosts.ts'
import { checkPort, startGateway } from '../../functions/runtime/gateway/server.ts'
import { userPoolExtra } from '../../functions/runtime/gateway/user-pool.ts'
import { logRecord } from '../../functions/runtime/log-line.ts'
import { rateLimit } from '../../functions/runtime/rate-limit.ts'
import { throttleBy } from '../../functions/runtime/steps/throttle.ts'
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import { completeFields } from '../complete-fields.ts'
import { demonstrationMark } from '../seed/mark.ts'
import { demoEmail, demoSub, demoUsers } from '../seed/people.ts'
import { seed, seedBase } from '../seed.ts'
import { takeDataFolder } from './data-folder.ts'
import { type StartSettings, warningsOf } from './settings.ts'
import { buildWeb, needsBuild } from './web-build.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const demoPassword = 'inputlist-demo'
/** What each demonstration user shows, for the sign-in screen and the start's last lines. */
export const demoRoles = {
  admin: 'administrator',
  core: 'editor of a core partner, with the approval right',
  core2: 'colleague who confirms approvals',
  national: 'editor of a national partner',
  registered: 'registered user',
  company: 'company user',
} as const

/** Calls without a token, per address: enough for people behind one address, too little for guessing. */
const openCalls = { perSecond: 50, burst: 500 }

export interface RunningApp {
  url: string
  users: { name: string; role: string }[]
  stop(): Promise<void>
}

export async function startApp(settings: StartSettings, say: (line: string) => void): Promise<RunningApp> {
  await checkPort(settings.host, settings.port)
  const folder = takeDataFolder(settings.dataDir)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const logFile = openLogFile(join(folder.path, 'logs'))
  const log = (line: Record<string, unknown>) => {
    logFile.write(logRecord(line))
    const { level, requestId, call, status, error } = line
    if (level === 'error')
      console.error(
        JSON.stringify({ requestId, call, status, error: summary(error), log: 'logs/requests.jsonl' }),
      )
  }
  const isStale = settings.web === 'built' && needsBuild(root)
  if (isStale) say('Building the web app …')
  const building = isStale ? buildWeb(root) : undefined
  // Its failure is told where it is awaited, not while the data is still being made.
  building?.catch(() => {})

  const users = demoUsers.map((name) => ({ name: demoEmail(name), role: demoRoles[name] }))
  const embedded = await openEmbedded({
    dataDir: folder.path,
    log,
    users: demoUsers.map((name) => ({
      name,
      sub: demoSub(name),
      email: demoEmail(name),
      password: demoPassword,
    })),
    environment: { ...process.env, PORT: String(settings.port), VERSION: version },
    throttle: throttleBy(rateLimit({ ...openCalls, millis: Date.now }), ({ call, http }) =>
      call.contract.access === 'public' && call.contract.method === 'POST'
        ? http.requestContext.http.sourceIp
        : undefined,
    ),
  }).catch((error: unknown) => {
    folder.release()
    throw error
  })
  try {
    if (settings.seed === 'demo' && folder.isOlderThan(demonstrationMark()))
      say(
        `The data in ${folder.path} was made by an earlier Inputlist; it stays as it is. For the demonstration of today: DATA_DIR=other npm start`,
      )
    if (folder.needsSeed) {
      if (settings.seed === 'demo') {
        say('Making demonstration data …')
        await seed(embedded.ports, say)
      } else await seedBase(embedded.ports, say)
      folder.seeded(settings.seed === 'demo' ? demonstrationMark() : 'none')
    } else await completeFields(embedded.ports)
    await embedded.startBackground()
    await building
    for (const warning of warningsOf(settings)) say(warning)
    const mayUseDemo = (request: IncomingMessage) =>
      settings.allowDemoSignInFromNetwork === true || isFromThisMachine(request)
    const gateway = await startGateway({
      host: settings.host,
      port: settings.port,
      allowedHosts: settings.allowedHosts,
      handle: embedded.handle,
      webFolder: join(root, 'dist/web'),
      log,
      extras: [
        configExtra(
          {
            stage: embedded.ports.settings.stage(),
            version,
            signIn: {
              kind: 'password',
              userPoolId: poolId,
              clientId,
              endpoint: '/_cognito/',
              flow: 'USER_PASSWORD_AUTH',
              canReset: false,
            },
            timeZone: embedded.ports.clock.timeZone,
            demo: { password: demoPassword, users },
          },
          mayUseDemo,
        ),
        documentsExtra(join(root, 'openapi.json')),
        userPoolExtra({
          answer: embedded.signIn.answer,
          personOf: embedded.signIn.personOf,
          isAllowed: mayUseDemo,
        }),
        filesExtra(embedded.links, embedded.ports.files),
        devExtra({
          isAllowed: mayUseDemo,
          tokenOf: embedded.signIn.tokenOf,
          listMails: embedded.mailer.listMails,
          readMail: embedded.mailer.readMail,
          reindex: embedded.reindex,
        }),
      ],
    })
    folder.listening(gateway.url)
    // Behind the start: people need longer to sign in than this takes.
    embedded.preload().catch((error: unknown) => log({ level: 'error', call: 'preload', error }))
    return {
      url: gateway.url,
      users,
      async stop() {
        await gateway.stop()
        await embedded.close()
        await logFile.flush()
        folder.release()
      },
    }
  } catch (error) {
    await embedded.close()
    await logFile.flush()
    folder.release()
    throw error
  }
}

const summary = (error: unknown) =>
  typeof error === 'object' && error !== null && 'message' in error ? error.message : error
