import { idOf } from '../../../shared/id-of.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { type ExportConfig, rightsIn } from '../../domain/export/job.ts'
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

/** Refuses where a viewer may see more or less of the columns than when the export was started. */
export async function rightsChanged(
  scope: Scope,
  { columns, rights }: Pick<ExportConfig, 'columns' | 'rights'>,
): Promise<Refusal | undefined> {
  if ((await rightsOf(scope, columns)) === rights) return undefined
  return refuse('forbidden', 'What you may see has changed since. Start the export again.', {
    key: 'exportOtherRights',
  })
}
