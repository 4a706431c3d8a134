/**
 * `npm run test:secrecy [-- --sequences 10000]`: sequences of calls on data sets that differ in what is hidden alone find no
 * difference. The suite asks a fifth of that; `PROPERTY_SEED=…` gives other data sets and other sequences.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { sequences: { type: 'string', default: '10000' } } })
const sequences = Number(values.sequences)
if (!(Number.isInteger(sequences) && sequences > 0))
  throw new Error('the sequences are a whole number above 0')
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'test/calls/secrecy.test.ts'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, SECRECY_SEQUENCES: String(sequences) },
  },
)
process.exitCode = status ?? 1
