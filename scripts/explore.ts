/**
 * `npm run test:explore [-- ROUNDS [--cloud]]`: the property tests again and again, each round with cases of its own,
 * until one fails or the rounds are over. With `--cloud` those on a real search node and on DynamoDB Local.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const isCloud = args.includes('--cloud')
const rounds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 10)

/** Tests and suites with properties; a suite is run by the tests that name it. */
const all = globSync(isCloud ? 'test/cloud/*.ts' : 'test/{domain,calls,ports,web}/**/*.{ts,tsx}', {
  cwd: root,
})
const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const files = all.filter(
  (path) => /\.test\.tsx?$/.test(path) && /'fast-check'|\.suite\.ts'/.test(textOf(path)),
)
const projects = isCloud
  ? ['--config', 'vitest.cloud.config.ts', '--project', 'contracts']
  : ['--project', 'node', '--project', 'web']

for (let round = 1; round <= rounds; round++) {
  const seed = randomInt(1, 2 ** 31 - 1)
  console.log(`Round ${round} of ${rounds}: PROPERTY_SEED=${seed}`)
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--reporter=dot', ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PROPERTY_SEED: String(seed) } },
  )
  if (status !== 0) {
    console.error(`Failed with PROPERTY_SEED=${seed}; the same again shows the same.`)
    process.exit(1)
  }
}
