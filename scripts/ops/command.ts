import type { Operator } from './operator.ts'

/** What was written behind the command. */
export interface Args {
  positionals: string[]
  sub?: string
  email?: string
  name?: string
  to?: string
  promote?: boolean
  yes?: boolean
  long?: boolean
  again?: boolean
}
export interface Command {
  /** What may be written behind its name. */
  usage: string
  /** False: something is wrong, or was not done; the exit code says so. */
  run(operator: Operator, args: Args): Promise<boolean>
}

/** A mistake of who typed the command; told without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
