import { deleteEntity } from '../../../../shared/calls/eav/entity/delete.ts'
import { forbidden, notFound } from '../../../../shared/errors.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { fixedRefusal } from '../../../domain/entity/class-rules.ts'
import { call } from '../../../runtime/call.ts'

/** Erases an entity with its revisions; who and when remains. Errors: not_found, forbidden, rule_violated. */
export default call(deleteEntity, ['entities', 'clock'], async ({ id }, { entities, clock, actor }) => {
  if (!can(actor, 'entity:erase', undefined)) throw forbidden()
  const entity = await entities.get(id)
  if (!entity) throw notFound(id)
  const refused = fixedRefusal(id)
  if (refused) unwrap(refused)
  await entities.erase(id, actor.account, clock.now())
  return { id }
})
