import { history } from '../../../../shared/calls/eav/entity/history.ts'
import { notFound } from '../../../../shared/errors.ts'
import { productViewerScope, redactStep } from '../../../../shared/rules/product-viewer-scope.ts'
import { companyStep } from '../../../domain/company/view.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { titlesOf } from '../../../domain/product/view.ts'
import { call } from '../../../runtime/call.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/** The revisions of an entity, newest first, with who made them and why. Errors: not_found. */
export default call(
  history,
  ['entities:read', 'reference'],
  async ({ id, start, limit }, { entities, reference, actor }) => {
    const current = await entities.get(id)
    const views = await viewReference(reference)
    if (!current || !(await visibleEntity(current, { actor, entities, reference: views }))) throw notFound(id)
    const { revisions, count } = await entities.history(id, { start, limit })
    const accounts = await entities.getMany([...new Set(revisions.map((r) => r.entity.updatedBy))])
    const names = titlesOf(accounts, { actor, reference: views, parents: () => undefined })
    const viewerScope = isProduct(current) ? productViewerScope(actor, current.data, views) : undefined
    return {
      count,
      list: revisions.map((revision) => {
        const { entity } = revision
        const step = viewerScope ? redactStep(revision, viewerScope) : companyStep(current, revision, actor)
        return {
          rev: entity.rev,
          updated: entity.updated,
          updatedBy: entity.updatedBy,
          updatedByName: names[entity.updatedBy] ?? '',
          ...(step.changeset && { changeset: step.changeset }),
          ...(step.events && { events: step.events }),
        }
      }),
    }
  },
)
