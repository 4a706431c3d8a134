/**
 * `npm run test:cloud`: the contract suites and the whole deployment on this machine. Arguments go to the test runner;
 * `--only-install` fetches what they need and runs nothing.
 * Where something is missing for it, and cannot be fetched, says so in one line, and is no failure.
 */
import { spawn } from 'node:child_process'
import { installEmulator } from './cloud/emulator.ts'
import { installSearchNode } from './cloud/search-node.ts'
import { findTools, NotInstalled, root } from './cloud/tools.ts'

/** Why they cannot be run here; undefined if everything is there. */
function obstacle(): string | undefined {
  const tools = findTools()
  if (typeof tools === 'string') return tools
  try {
    installEmulator()
    installSearchNode(tools)
    return undefined
  } catch (error) {
    if (error instanceof NotInstalled) return error.message
    throw error
  }
}

const missing = obstacle()
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
