/** Puts the browser of the workers that print, and what drives it, where its Lambda layer is made from: dist/layers/chromium. */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { packedChromium } from '../functions/adapters/embedded/pdf-maker.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Bytes that a function and its layers may have together, unzipped. */
export const maxUnzippedBytes = 250 * 1024 * 1024
/** The package's other archive draws in three dimensions. */
const parts = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']

/** Gives the layer's bytes. It is a package, so that functions find it wherever layers are put. */
export async function buildChromiumLayer(): Promise<number> {
  const layer = join(root, 'dist/layers/chromium')
  const folder = join(layer, 'nodejs/node_modules/inputlist-chromium')
  rmSync(layer, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"name":"inputlist-chromium","version":"1.0.0"}\n')
  for (const part of parts)
    cpSync(join(packedChromium(), part), join(folder, part), { preserveTimestamps: true })
  await build({
    stdin: { contents: `export { launch } from 'puppeteer-core'`, resolveDir: root },
    outfile: join(folder, 'puppeteer.cjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    legalComments: 'none',
    logLevel: 'error',
  })
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
