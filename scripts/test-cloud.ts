/** `npm run test:cloud`: the contract suites and the whole deployment on this machine. Arguments go to the test runner. */
import { spawn } from 'node:child_process'
import { findTools, root } from './cloud/tools.ts'

const tools = findTools()
if (typeof tools === 'string') {
  console.log(`Not run. ${tools}`)
} else {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.cloud.config.ts', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
