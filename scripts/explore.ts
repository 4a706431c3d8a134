/**
 * `npm run test:explore [-- --rounds 10] [--seconds 300] [--seed 17] [--cloud]`: the property tests again and again, each
 * round with cases of its own, until one fails, the rounds are over or the time is up (what is under way then is cut off, and
 * is no failure). Rounds of the same `--seed` are the same; without it nobody has tried theirs. With `--cloud` those on a
 * real search node and on DynamoDB Local; where what they need is missing, that is said in one line, and is no failure either.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cloudObstacle } from './cloud/obstacle.ts'
import { propertyTests } from './property-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: 'Infinity' },
    seed: { type: 'string' },
    cloud: { type: 'boolean', default: false },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
if (!(rounds > 0 && seconds > 0)) throw new Error('rounds and seconds are numbers above 0')
const first = values.seed === undefined ? randomInt(1, 2 ** 30) : Number(values.seed)
if (!(Number.isInteger(first) && first >= 0 && first < 2 ** 30))
  throw new Error('the seed is a whole number below 2^30')

const missing = values.cloud ? cloudObstacle() : undefined
if (missing !== undefined) {
  console.log(`Nothing was explored on the engines. ${missing}`)
  process.exit()
}
const files = propertyTests(root, values.cloud ? 'cloud' : 'here')
const projects = values.cloud
  ? ['--config', 'vitest.cloud.config.ts', '--project', 'contracts']
  : ['--project', 'node', '--project', 'web']

const end = performance.now() + seconds * 1000
for (let round = 1; round <= rounds && performance.now() < end; round++) {
  const seed = first + round
  console.log(`Round ${round}: PROPERTY_SEED=${seed}`)
  const { status, error } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--bail=1', '--reporter=dot', ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PROPERTY_SEED: String(seed) },
      ...(Number.isFinite(end) ? { timeout: Math.ceil(end - performance.now()) } : {}),
    },
  )
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') {
    console.log('The time is up; nothing has failed.')
    break
  }
  if (status !== 0) {
    console.error(`Failed with PROPERTY_SEED=${seed}; the same again shows the same.`)
    process.exit(1)
  }
}
