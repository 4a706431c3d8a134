/**
 * `npm run ops -- <what> --stage <stage>`: what has to be done on a deployed stage now and then, with the operator's own
 * credentials (docs/operations.md). One file per command in scripts/ops.
 */
import { parseArgs } from 'node:util'
import { errorMessage } from '../shared/errors.ts'
import { type Command, UsageError } from './ops/command.ts'
import { createAdmin } from './ops/create-admin.ts'
import { doctor } from './ops/doctor.ts'
import { maintenance } from './ops/maintenance.ts'
import { names } from './ops/names.ts'
import { createOperator } from './ops/operator.ts'
import { reindex } from './ops/reindex.ts'
import { replay } from './ops/replay.ts'
import { restore } from './ops/restore.ts'
import { rotateOriginSecret } from './ops/rotate-origin-secret.ts'
import { smoke } from './ops/smoke.ts'
import { sweep } from './ops/sweep.ts'
import { upgrade } from './ops/upgrade.ts'

const commands: Record<string, Command> = {
  doctor,
  'create-admin': createAdmin,
  maintenance,
  names,
  reindex,
  replay,
  restore,
  'rotate-origin-secret': rotateOriginSecret,
  smoke,
  sweep,
  upgrade,
}
const usage = [
  'Usage: npm run ops -- <what> --stage <stage>',
  ...Object.entries(commands).map(([name, command]) => `  ${name} ${command.usage}`.trimEnd()),
].join('\n')

async function run(args: string[], environment: Record<string, string | undefined>): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      stage: { type: 'string', default: environment['INPUTLIST_STAGE'] },
      address: { type: 'string' },
      sub: { type: 'string' },
      email: { type: 'string' },
      name: { type: 'string' },
      to: { type: 'string' },
      promote: { type: 'boolean' },
      yes: { type: 'boolean' },
      long: { type: 'boolean' },
      again: { type: 'boolean' },
    },
  })
  const [what = '', ...rest] = positionals
  const command = Object.hasOwn(commands, what) ? commands[what] : undefined
  if (!command) throw new UsageError(what ? `There is no ${what}.` : 'What is to be done?')
  const { stage, address, ...options } = values
  if (!stage) throw new UsageError('Which stage? --stage prod')
  const operator = createOperator({
    stage,
    address,
    client: { region: environment['AWS_REGION'] ?? environment['CDK_DEFAULT_REGION'] },
    indexUrl: environment['INDEX_LOCAL'],
  })
  return command.run(operator, { ...options, positionals: rest })
}

/** Does what the arguments say. Gives the exit code: 1 if something is wrong, 2 if the arguments are. */
export async function main(
  args: string[],
  environment: Record<string, string | undefined>,
  complain: (line: string) => void,
): Promise<number> {
  try {
    return (await run(args, environment)) ? 0 : 1
  } catch (error) {
    const isUsage =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    complain(errorMessage(error))
    if (isUsage) complain(usage)
    return isUsage ? 2 : 1
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env, console.error)
