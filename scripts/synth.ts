/**
 * `npm run synth`: makes the templates of all stacks in cdk.out and checks them, without an account. Settings that are
 * not set are those of an example. Without built functions (`npm run build:functions`) the templates name stand-ins.
 * Arguments go to the CDK.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { smallStage } from './stage-examples.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isBuilt = ['dist/functions/sizes.json', 'dist/web/index.html'].every((file) =>
  existsSync(join(root, file)),
)
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
    ...(isBuilt ? [] : ['--context', 'inputlist:stub=true']),
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
