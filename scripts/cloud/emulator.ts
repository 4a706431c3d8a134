/**
 * The emulated cloud on loopback, in memory: a Python package, installed on demand into a folder of the project that git
 * ignores, and what scripts/cloud/emulated adds to it. It runs functions with the first `node` of the path, so that is ours.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort, type Started, startServer } from './process.ts'
import { pythonPrograms } from './python.ts'
import { findPython, root } from './tools.ts'

export const region = 'eu-central-1'
/** Account that the emulator takes every caller to be of. */
export const account = '000000000000'
/** Without the second its KMS makes no keys, and its Cognito signs with one that is too short to be believed. */
const packages = ['ministack==1.5.33', 'cryptography==50.0.2']
/** What is missing on this machine, in one line; undefined if all is there. */
export const missingForEmulator = (): string | undefined =>
  findPython() ? undefined : 'the emulated cloud needs Python 3.11 or newer'

export interface Emulator extends Started {
  endpoint: string
  /** Settings of an SDK client that talks to it. */
  client: { endpoint: string; region: string; credentials: { accessKeyId: string; secretAccessKey: string } }
  /** File with every request that a function has sent, for test/cloud/deployed/rights.ts. */
  requests: string
}

/** Gives the folder of its programs. Errors: `NotInstalled`. */
export const installEmulator = (): string => pythonPrograms('emulator', packages)

/** `folder` holds its logs and what it unpacks; both are its caller's to remove. */
export async function startEmulator(options: {
  folder: string
  /** Address of the node behind its search domain. */
  indexNode?: string
  port?: number
  isDetached?: boolean
}): Promise<Emulator> {
  const python = join(installEmulator(), process.platform === 'win32' ? 'python.exe' : 'python')
  const port = options.port ?? (await freePort())
  const endpoint = `http://127.0.0.1:${port}`
  const temporary = join(options.folder, 'temporary')
  mkdirSync(temporary, { recursive: true })
  // What it writes there for Node is CommonJS, and must not be taken for modules of this package.
  writeFileSync(join(temporary, 'package.json'), '{}')
  const requests = join(options.folder, 'requests.jsonl')
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const started = await startServer({
    name: 'The emulated cloud',
    command: python,
    args: [join(root, 'scripts/cloud/emulated/main.py'), ...(options.isDetached ? ['alone'] : [])],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      // Functions that CDK brings along expect the SDK to be there.
      NODE_PATH: join(root, 'node_modules'),
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      MINISTACK_HOST: '127.0.0.1',
      AWS_ENDPOINT_URL: endpoint,
      // Signed links are checked with these.
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: undefined,
      TMPDIR: temporary,
      PYTHONDONTWRITEBYTECODE: '1',
      // Functions may do what their roles allow (emulated/rights.py).
      AUTH: 'true',
      REQUEST_LOG: requests,
      INDEX_NODE: options.indexNode,
      LOG_LEVEL: 'WARNING',
    },
    log: join(options.folder, 'emulator.log'),
    isDetached: options.isDetached,
    isReady: async () => (await fetch(`${endpoint}/_ministack/health`)).ok,
    seconds: 30,
  })
  return { ...started, endpoint, client: { endpoint, region, credentials }, requests }
}

/** A request of one of the JSON protocols, for services whose client nothing else needs. */
export async function askEmulator<T>(endpoint: string, target: string, body: unknown): Promise<T> {
  const service = target.startsWith('AWSCognito') ? 'cognito-idp' : 'dynamodb'
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': target,
      authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${target}: ${await answer.text()}`)
  return (await answer.json()) as T
}
