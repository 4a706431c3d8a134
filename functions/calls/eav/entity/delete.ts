import { deleteEntity } from '../../../../shared/calls/eav/entity/delete.ts'
import { forbidden } from '../../../../shared/errors.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { contentKey } from '../../../domain/file/upload.ts'
import { call } from '../../../runtime/call.ts'
import { eraseEntity } from '../../../services/entity/remove.ts'
import { viewReference } from '../../../services/product/open.ts'

/**
 * Erases an entity with its revisions; who and when remains. Errors: not_found, forbidden, rule_violated (also while
 * something names it, deleted or not, with what).
 */
export default call(
  deleteEntity,
  ['entities', 'reference', 'clock', 'files'],
  async ({ id }, { entities, reference, clock, files, actor }) => {
    if (!can(actor, 'entity:erase', undefined)) throw forbidden()
    const scope = { actor, entities, reference: await viewReference(reference), now: clock.now() }
    const refused = await eraseEntity(id, scope)
    // Of a file its content goes too, also where the request was cut off after the entity went.
    const isGone = !refused || (await entities.erasedAmong([id])).length > 0
    if (isGone) await files.delete(contentKey(id))
    unwrap(refused)
    return { id }
  },
)
