import type * as z from 'zod'
import type { Contract } from '../../shared/contract.ts'
import type { Actor } from '../../shared/model/actor.ts'
import type { SingleSignOnUser } from '../ports/sign-in.ts'
import type { Use, Used } from './ports.ts'

/** What a call gets besides its input: the ports that it names, who acts, and the request's id and log. */
export type Context<U extends Use> = Used<U> & {
  /** Absent only for calls whose access is `public` or `single-sign-on`. */
  actor: Actor
  /** Present only for calls whose access is `single-sign-on`. */
  person?: SingleSignOnUser
  requestId: string
  log: (fields: Record<string, unknown>) => void
}
export interface Call<C extends Contract = Contract, U extends Use = Use> {
  readonly kind: 'call'
  readonly contract: C
  readonly uses: readonly U[]
  // A method, so that a call of any contract is a call.
  run(input: z.infer<C['input']>, context: Context<U>): Promise<z.input<C['output']>>
}
/** Binds a contract to what it does. `uses` narrows the ports that `run` gets. */
export function call<C extends Contract, U extends Use>(
  contract: C,
  uses: readonly U[],
  run: (input: z.infer<C['input']>, context: Context<U>) => Promise<z.input<C['output']>>,
): Call<C, U> {
  return { kind: 'call', contract, uses, run }
}
