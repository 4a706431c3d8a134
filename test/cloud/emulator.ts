/**
 * The emulated cloud (S3, SQS, SES, KMS, Cognito, SSM) for tests: on loopback, on a free port, in memory. It is a Python
 * package, installed on demand into a folder of the project that git ignores.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/cloud/process.ts'
import { region } from './dynamo-local.ts'

/** Without the second its KMS makes no keys, and its Cognito signs with one that is too short to be believed. */
const packages = ['ministack==1.5.33', 'cryptography==50.0.2']
const folder = fileURLToPath(new URL('../../.cloud/emulator/', import.meta.url))
const inFolder = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')

function findPython(): string | undefined {
  return ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'].find((name) => {
    const { stdout = '' } = spawnSync(name, ['--version'], { encoding: 'utf8' })
    const [, major, minor] = /Python (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
    return Number(major) === 3 && Number(minor) >= 11
  })
}
/** What is missing on this machine, in one line; undefined if all is there. */
export const missingForEmulator = (): string | undefined =>
  findPython() ? undefined : 'the emulated cloud needs Python 3.11 or newer'

function install(): void {
  const done = join(folder, 'installed.json')
  const wanted = JSON.stringify(packages)
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return
  mkdirSync(folder, { recursive: true })
  execFileSync(findPython()!, ['-m', 'venv', folder], { stdio: 'pipe' })
  execFileSync(inFolder, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: 'pipe' })
  writeFileSync(done, wanted)
}

export interface Emulator {
  endpoint: string
  /** Settings of an SDK client that talks to it. */
  client: { endpoint: string; region: string; credentials: { accessKeyId: string; secretAccessKey: string } }
  /** A request of one of the JSON protocols, for services whose client only tests would need. */
  ask<T>(target: string, body: unknown): Promise<T>
  stop(): Promise<void>
}

/** Ends when its input does: so also when whoever started it was killed. */
const untilInputEnds = `
import os, sys, threading
def watch():
    while sys.stdin.buffer.read(1): pass
    os._exit(0)
threading.Thread(target=watch, daemon=True).start()
sys.argv = ['ministack']
from ministack.app import main
main()
`

export async function startEmulator(): Promise<Emulator> {
  install()
  const port = await freePort()
  const temporary = await mkdtemp(join(tmpdir(), 'emulator-'))
  const child = spawn(inFolder, ['-c', untilInputEnds], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      TMPDIR: temporary,
      LOG_LEVEL: 'WARNING',
    },
  })
  let said = ''
  const listen = (text: Buffer) => {
    said = `${said}${text}`.slice(-4000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = once(child, 'exit')
  const endpoint = `http://127.0.0.1:${port}`
  const until = Date.now() + 30_000
  const isReady = () =>
    fetch(`${endpoint}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > until) {
      child.stdin.end()
      throw new Error(`the emulated cloud did not start: ${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return {
    endpoint,
    client: { endpoint, region, credentials },
    async ask<T>(target: string, body: unknown) {
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
    },
    async stop() {
      child.stdin.end()
      await ended
      await rm(temporary, { recursive: true, force: true })
    },
  }
}
