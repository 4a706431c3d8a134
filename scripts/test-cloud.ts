/**
 * `npm run test:cloud`: the contract suites and the whole deployment on this machine. Arguments go to the test runner;
 * `--only-install` fetches what they need and runs nothing.
 * Where something is missing for it, and cannot be fetched, says so in one line, and is no failure.
 */
import { spawn } from 'node:child_process'
import { cloudObstacle } from './cloud/obstacle.ts'
import { root } from './cloud/tools.ts'

const missing = cloudObstacle()
if (missing !== undefined) {
  console.log(`The tests of the cloud were not run. ${missing}`)
} else if (!process.argv.includes('--only-install')) {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.cloud.config.ts', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    console.log(`The tests of the cloud took ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`)
    process.exit(code ?? (signal ? 1 : 0))
  })
}
