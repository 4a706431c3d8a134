/**
 * `npm run synth`: makes the templates of all stacks in cdk.out and checks them, without an account. Settings that are
 * not set are those of an example. Functions and site are built before, if they are not there or stale; with
 * `--context inputlist:stub=true` stand-ins take their place. Arguments go to the CDK.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stubContext } from '../lib/parts/stub.ts'
import { smallStage } from './stage-examples.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { env } = process
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/aws-cdk/bin/cdk'),
    'synth',
    '--quiet',
    '--strict',
    '--no-lookups',
    '--no-notices',
    '--no-version-reporting',
    // Stand-ins for functions and site need no build before.
    ...(process.argv.includes(`${stubContext}=true`) ? ['--build', ''] : []),
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      AWS_EC2_METADATA_DISABLED: 'true',
      ...smallStage,
      // The tool takes the region from here, and gives it to the stacks.
      AWS_REGION: env['CDK_DEFAULT_REGION'] ?? smallStage['CDK_DEFAULT_REGION'],
      ...env,
    },
  },
)
process.exit(status ?? 1)
