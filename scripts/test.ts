/** `npm test`: all tests in one run with one summary. Arguments go to the test runner. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeProblem } from './check-node.mjs'

const problem = nodeProblem(process.version)
if (problem) {
  console.error(problem)
  process.exit(1)
}
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
