import { idOf } from '../../../shared/id-of.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { rightsIn } from '../../domain/export/job.ts'
import { columnsOf } from '../../domain/export/order.ts'
import { type Scope, scopeOf } from '../../domain/search-calls/plan.ts'
import type { ReferenceReader } from '../product/open.ts'
import { searchReference } from '../search/reference.ts'

/** What the actor may see of products now. */
export const exportScope = async (
  actor: Actor,
  reference: ReferenceReader,
  { timeZone }: { timeZone: string },
): Promise<Scope | Refusal> => scopeOf('product', actor, await searchReference(reference), timeZone)

/** Short, and the same as long as the viewer may see the same of these columns. Refuses `invalid_input`. */
export async function rightsOf(scope: Scope, columns: readonly string[]): Promise<string | Refusal> {
  const fields = columnsOf(scope, columns)
  return isRefusal(fields) ? fields : idOf(rightsIn(scope.viewer, fields))
}
