/**
 * `npm run test:cloud`: the contract suites and the whole deployment on this machine. Arguments go to the test runner.
 * Where something is missing for it, says so in one line, and is no failure.
 */
import { spawn } from 'node:child_process'
import { findTools, root } from './cloud/tools.ts'

const tools = findTools()
if (typeof tools === 'string') {
  console.log(`The tests of the cloud were not run. ${tools}`)
} else {
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
