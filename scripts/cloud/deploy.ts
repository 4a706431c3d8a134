/** Deploys all stacks into the emulated cloud, and takes them away again. */
import { spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'
import { account, type Emulator, region } from './emulator.ts'
import { root } from './tools.ts'

/** Name of the stage where there is one only. */
const stage = 'local'
export interface Target {
  /** Another name than that. */
  stage?: string
  cloud: Pick<Emulator, 'endpoint' | 'client'>
  /** Address of the search node, past the domain that functions reach it by. */
  indexUrl: string
  /** Folder for templates, outputs and the log. */
  folder: string
}
export const stageOf = (target: Pick<Target, 'stage'>): string => target.stage ?? stage
/** What the stacks say about themselves. */
export interface Deployed {
  table: string
  files: string
  site: string
  apiId: string
  poolId: string
  clientId: string
  /** Host name of the emulated edge. */
  edge: string
  config: RuntimeConfig
}

const sender = 'inputlist@mail.example.org'

/** What whoever has an account does once, by hand: a domain above the sender's may send. */
export const verifySender = (target: Target) =>
  new SESv2Client(target.cloud.client).send(new CreateEmailIdentityCommand({ EmailIdentity: 'example.org' }))

/** Environment of everything that talks to the emulated cloud as an operator would to the real one. */
export const operatorEnvironment = (target: Target): Record<string, string | undefined> => ({
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  AWS_ENDPOINT_URL: target.cloud.endpoint,
  AWS_ACCESS_KEY_ID: target.cloud.client.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: target.cloud.client.credentials.secretAccessKey,
  AWS_SESSION_TOKEN: undefined,
  AWS_PROFILE: undefined,
  AWS_REGION: region,
  AWS_EC2_METADATA_DISABLED: 'true',
  CDK_DEFAULT_ACCOUNT: account,
  CDK_DEFAULT_REGION: region,
  INPUTLIST_STAGE: stageOf(target),
  INPUTLIST_SIGN_IN: '{"kind":"password"}',
  INPUTLIST_SENDER: sender,
  INPUTLIST_ALARMS: 'ops@example.org',
  INPUTLIST_DOMAIN: undefined,
  INPUTLIST_CERTIFICATE: undefined,
  INPUTLIST_LOCAL: 'on',
  INPUTLIST_WAF: 'off',
  INPUTLIST_LOCAL_ENDPOINT: target.cloud.endpoint,
  INPUTLIST_LOCAL_INDEX: `${target.cloud.endpoint}/_index`,
})

/** Runs the CDK. Gives what it said; errors: its last lines. */
function cdk(target: Target, ...args: string[]): Promise<string> {
  const log = createWriteStream(join(target.folder, 'cdk.log'), { flags: 'a' })
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/aws-cdk/bin/cdk'), ...args, '--no-notices', '--no-version-reporting', '--ci'],
    { cwd: root, env: operatorEnvironment(target), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  const listen = (text: Buffer) => {
    said += String(text)
    log.write(text)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      log.end()
      if (code === 0) resolve(said)
      else reject(new Error(`cdk ${args[0]} failed:\n${said.split('\n').slice(-25).join('\n')}`))
    })
  })
}

export const bootstrap = (target: Target) => cdk(target, 'bootstrap', `aws://${account}/${region}`)

/** Deploys every stack. `changed` are those that were not as they should be. */
export async function deploy(target: Target): Promise<Deployed & { changed: string[] }> {
  const outputs = join(target.folder, 'outputs.json')
  const said = await cdk(
    target,
    'deploy',
    '--all',
    ...['--require-approval', 'never'],
    ...['--concurrency', '2'],
    ...['--output', join(target.folder, 'cdk.out')],
    ...['--outputs-file', outputs],
  )
  const all = [...said.matchAll(/✅ {2}(\S+)( \(no changes\))?/g)]
  const values = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, Record<string, string>>
  const value = (stack: string, name: string) => {
    const found = values[`Inputlist-${stageOf(target)}-${stack}`]?.[name]
    if (!found) throw new Error(`the stack ${stack} has no output ${name}`)
    return found
  }
  return {
    table: value('Data', 'TableName'),
    files: value('Data', 'FilesBucket'),
    site: value('Web', 'SiteBucket'),
    apiId: value('Api', 'ApiId'),
    poolId: value('Identity', 'PoolId'),
    clientId: value('Identity', 'ClientId'),
    edge: new URL(value('Web', 'Address')).host,
    config: JSON.parse(value('Web', 'Config')) as RuntimeConfig,
    changed: all.filter((match) => !match[2]).map((match) => match[1]!),
  }
}

export const destroy = (target: Target) =>
  cdk(target, 'destroy', '--all', '--force', '--output', join(target.folder, 'cdk.out'))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** Puts the built web app into its bucket: what a deployment in the real cloud does by itself. */
export async function uploadSite(target: Target, deployed: Deployed, config: RuntimeConfig): Promise<void> {
  const s3 = new S3Client({ ...target.cloud.client, forcePathStyle: true })
  const put = (Key: string, Body: Uint8Array | string) =>
    s3.send(
      new PutObjectCommand({
        Bucket: deployed.site,
        Key,
        Body,
        ContentType: types[extname(Key)] ?? 'application/octet-stream',
        CacheControl: /^(assets|fonts)\//.test(Key) ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
    )
  const folder = join(root, 'dist/web')
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    await put(path.slice(folder.length + 1).replaceAll('\\', '/'), await readFile(path))
  }
  await put('config.json', JSON.stringify(config))
}
