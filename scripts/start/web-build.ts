/** Builds the web app when its sources are newer than what is there, and packs its files for the way to the browser. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const sources = ['web', 'shared', 'index.html', 'vite.config.ts', 'package-lock.json', 'scripts/build-web']
const packable = /\.(js|css|html|svg|json|txt)$/
/** Below so many bytes a packed file is not worth a second file. */
const worthwhile = 1024
/** Nearly as small as the highest quality, in a tenth of the time. */
const brotliQuality = 9

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** True if there is no built app, or one of its sources is newer. */
export function needsBuild(root: string): boolean {
  const built = join(root, 'dist/web/index.html')
  if (!existsSync(built)) return true
  const at = statSync(built).mtimeMs
  return sources.some((source) => newest(join(root, source)) > at)
}

function run(root: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // Whoever starts us may be a test: what is built is always what users get.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web app could not be built.\n${said.trim()}`)),
    )
  })
}

async function pack(file: string) {
  const content = await readFile(file)
  if (content.length < worthwhile) return
  const packed: [string, Promise<Buffer>][] = [
    [
      '.br',
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    ],
    ['.gz', promisify(gzip)(content, { level: 9 })],
  ]
  for (const [suffix, bytes] of packed) {
    await writeFile(`${file}${suffix}.tmp`, await bytes)
    await rename(`${file}${suffix}.tmp`, `${file}${suffix}`)
  }
}

/** Packs what is not packed yet. Milliseconds per file, some seconds for all. */
async function packAll(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => packable.test(file))
  for (const file of files) {
    const [source, packed] = await Promise.all([stat(file), stat(`${file}.br`).catch(() => undefined)])
    if (source.isFile() && (!packed || packed.mtimeMs < source.mtimeMs)) await pack(file)
  }
}

export async function buildWeb(root: string): Promise<void> {
  await run(root, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  await packAll(join(root, 'dist/web'))
}
