import { idOf } from '../../../shared/id-of.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { visibility } from '../../../shared/search/visibility.ts'
import type { ViewReference } from '../../domain/product/context.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'

/** Short, and the same as long as the viewer may see the same of products. */
export const reportRights = (actor: Actor, { lists, fields }: ViewReference): Promise<string> =>
  idOf(JSON.stringify(visibility('product', actor, { list: lists, fielddefinition: fields })))

/** Refuses where a viewer may see more or less of products than when the report was started. */
export async function reportRightsChanged(
  actor: Actor,
  { rights }: { rights: string },
  reference: ReferenceReader,
): Promise<Refusal | undefined> {
  if ((await reportRights(actor, await viewReference(reference))) === rights) return undefined
  return refuse('forbidden', 'What you may see has changed since. Print the report again.', {
    key: 'reportOtherRights',
  })
}
