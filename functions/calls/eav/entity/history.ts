import { history } from '../../../../shared/calls/eav/entity/history.ts'
import { notFound } from '../../../../shared/errors.ts'
import type { AccountData } from '../../../../shared/model/actor.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { nameOf } from '../../../../shared/rules/actor.ts'
import { productSight, redactStep } from '../../../../shared/rules/secrecy.ts'
import { visibleEntity } from '../../../domain/entity/visible.ts'
import { isProduct, viewReference } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'

/** The revisions of an entity, newest first, with who made them and why. Errors: not_found. */
export default call(
  history,
  ['entities', 'reference'],
  async ({ id, start, limit }, { entities, reference, actor }) => {
    const current = await entities.get(id)
    const views = await viewReference(reference)
    if (!current || !(await visibleEntity(current, { actor, entities, reference: views }))) throw notFound(id)
    const { revisions, count } = await entities.history(id, { start, limit })
    const accounts = await entities.getMany([...new Set(revisions.map((r) => r.entity.updatedBy))])
    const names = new Map(accounts.map((a) => [a.id, nameOf((a as unknown as Entity<AccountData>).data)]))
    const sight = isProduct(current) ? productSight(actor, current.data, views) : undefined
    return {
      count,
      list: revisions.map((revision) => {
        const { entity } = revision
        const step = sight ? redactStep(revision, sight) : revision
        return {
          rev: entity.rev,
          updated: entity.updated,
          updatedBy: entity.updatedBy,
          updatedByName: names.get(entity.updatedBy) ?? '',
          ...(step.changeset && { changeset: step.changeset }),
          ...(step.events && { events: step.events }),
        }
      }),
    }
  },
)
