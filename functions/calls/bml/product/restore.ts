import { restore } from '../../../../shared/calls/bml/product/restore.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideArchive } from '../../../domain/product/archive.ts'
import { isProduct, productNotFound } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { restoreEntity } from '../../../services/entity/restore.ts'
import { productCommand } from '../../../services/product/command.ts'
import { productReference } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'

/**
 * Restores a deleted product as it was, or brings an archived one back; one that is both stays archived at first. Errors:
 * not_found, forbidden, revision_conflict, rule_violated (also where what it names is deleted).
 */
export default call(
  restore,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const before = await entities.get(input.id)
    if (!isProduct(before)) return unwrap(productNotFound(input.id))
    if (before.data.archived && !before.disabled) {
      const { id, rev = before.rev } = input
      const ports = { entities, reference, clock, actor }
      return unwrap(
        await productCommand(ports, { id, rev }, (c) => decideArchive(c, false), { mayBeArchived: true }),
      )
    }
    const all = await productReference(reference)
    const scope = { actor, entities, reference: all, classes: reference, now: clock.now() }
    const written = unwrap(await restoreEntity(input, scope))
    if (!isProduct(written)) return unwrap(productNotFound(input.id))
    return unwrap(await presentProduct(entities, written, { actor, reference: all }))
  },
)
