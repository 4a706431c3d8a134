import { allowedHosts } from '../../functions/adapters/embedded/site.ts'
import { hostNameOf, isLoopbackName } from '../../functions/runtime/gateway/hosts.ts'

/** What `npm start` takes from the environment. */
export interface StartSettings {
  host: string
  port: number
  dataDir: string
  seed: 'demo' | 'none'
  /** `none` leaves the web app out, for those who only need the calls. */
  web: 'built' | 'none'
  /** Names that it answers under, besides `host` and those of this machine. */
  allowedHosts?: string[]
  /** Whether demonstration users, whose password everybody knows, may sign in from other machines. */
  allowDemoSignInFromNetwork?: boolean
}

/** Addresses that stand for all of the machine: nobody calls it by them. */
const everyAddress = ['0.0.0.0', '::']

/** Reads the settings. Fails with a sentence about the one that is wrong. */
export function readSettings(environment: Record<string, string | undefined>): StartSettings {
  const wanted = environment['PORT'] || '3000'
  const port = Number(wanted)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, it is "${wanted}".`)
  const seed = environment['SEED'] || 'demo'
  if (seed !== 'demo' && seed !== 'none') throw new Error(`SEED must be "demo" or "none", it is "${seed}".`)
  const web = environment['WEB'] || 'built'
  if (web !== 'built' && web !== 'none') throw new Error(`WEB must be "built" or "none", it is "${web}".`)
  const host = environment['HOST'] || '127.0.0.1'
  const names = allowedHosts(environment)
  const wrong = names.find((name) => hostNameOf(name) === undefined)
  if (wrong !== undefined)
    throw new Error(
      `ALLOWED_HOSTS must be names like "inputlist.example.org", with commas between them; "${wrong}" is none.`,
    )
  const allow = environment['ALLOW_DEMO_SIGN_IN_FROM_NETWORK'] || 'no'
  if (allow !== 'yes' && allow !== 'no')
    throw new Error(`ALLOW_DEMO_SIGN_IN_FROM_NETWORK must be "yes" or "no", it is "${allow}".`)
  return {
    host,
    port,
    dataDir: environment['DATA_DIR'] || '.data',
    seed,
    web,
    allowedHosts: [host, ...names].filter((name) => !everyAddress.includes(name) && !isLoopbackName(name)),
    allowDemoSignInFromNetwork: allow === 'yes',
  }
}

/** What the person who starts it must know before others can reach it. */
export function warningsOf(settings: StartSettings): string[] {
  const { host, allowedHosts = [], allowDemoSignInFromNetwork } = settings
  if (allowDemoSignInFromNetwork)
    return [
      'Warning: whoever reaches this address can sign in as any demonstration user, the administrator too (ALLOW_DEMO_SIGN_IN_FROM_NETWORK=yes).',
    ]
  if (isLoopbackName(host) && allowedHosts.length === 0) return []
  return [
    'Warning: other machines may reach this address. Demonstration users can sign in at this machine only; ALLOW_DEMO_SIGN_IN_FROM_NETWORK=yes lets everybody in.',
    ...(allowedHosts.length === 0
      ? [
          'Warning: it answers under the names of this machine only. ALLOWED_HOSTS=inputlist.example.org,192.168.1.5 names others.',
        ]
      : []),
  ]
}
