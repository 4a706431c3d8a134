import type { Actor } from '../../../shared/model/actor.ts'
import type { Confirmation } from '../../../shared/model/confirmation.ts'
import { confirmationsName } from '../../../shared/model/references.ts'
import { entityNotFound, type Refusal } from '../../../shared/rules/refusal.ts'
import { isConfirmation } from '../../domain/confirmation/rules.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'
import { visibleEntity } from '../entity/visible.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'
import type { RevisionReader } from '../product/parents.ts'

/** Those of a product that are not deleted, page by page. */
export async function* confirmationPages(
  entities: NamingReader,
  productId: string,
): AsyncGenerator<Confirmation[]> {
  for await (const { list } of namingPages(entities, confirmationsName(productId)))
    yield list.filter(isConfirmation).filter(({ disabled }) => !disabled)
}

/** The confirmation, if the actor may know of it; deleted ones are answered like missing ones. */
export async function findConfirmation(
  { entities, reference }: { entities: RevisionReader; reference: ReferenceReader },
  actor: Actor,
  id: string,
): Promise<Confirmation | Refusal> {
  const found = await entities.get(id)
  if (!isConfirmation(found) || found.disabled) return entityNotFound(id)
  const scope = { actor, entities, reference: await viewReference(reference) }
  return (await visibleEntity(found, scope)) ? found : entityNotFound(id)
}
