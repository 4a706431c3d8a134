import type { Contract } from '../../shared/contract.ts'
import { type CallInput, callApi } from './client.ts'

/**
 * A call on an entity's revision that may have to be made again on a later one. All attempts at a revision carry one
 * key, so that none is done twice. `key` names the action where it outlives this function.
 */
export function attempts<C extends Contract>(
  contract: C,
  input: Omit<CallInput<C>, 'rev'>,
  key: string = crypto.randomUUID(),
) {
  return (rev: number) =>
    callApi(contract, { ...input, rev } as CallInput<C>, {
      quiet: true,
      ...(contract.idempotent && { idempotencyKey: `${key}-${rev}` }),
    })
}
