/** `npm run build`: what a deployment takes along, web app and functions, where it is not there or older than its sources. */
import { fileURLToPath } from 'node:url'
import { errorMessage } from '../shared/errors.ts'
import { areFunctionsBuilt, buildFunctions } from './build-functions.ts'
import { buildWeb, needsBuild } from './start/web-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  console.error(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
}
try {
  if (needsBuild(root)) await timed('Web app built', () => buildWeb(root))
  if (!areFunctionsBuilt()) await timed('Functions built', buildFunctions)
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
