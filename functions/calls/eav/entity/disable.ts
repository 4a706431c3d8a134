import { disable } from '../../../../shared/calls/eav/entity/disable.ts'
import {
  forbidden,
  isCallError,
  notFound,
  revisionConflict,
  ruleViolated,
} from '../../../../shared/errors.ts'
import type { CompanyData } from '../../../../shared/model/company.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { companySubject } from '../../../domain/company/save.ts'
import { descendants, treeClasses } from '../../../domain/entity/class-rules.ts'
import { decideProductDisable } from '../../../domain/entity/product-write.ts'
import { classOf, decideDisable, disabledBy } from '../../../domain/entity/write.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { saveEntity } from '../../../services/entity/save.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { productReference } from '../../../services/product/open.ts'

const attempts = 3

/**
 * Deletes an entity so that it can be restored. Entries of a tree take what is below them along, the deepest first.
 * Errors: not_found, forbidden, revision_conflict, rule_violated.
 */
export default call(
  disable,
  ['entities', 'reference', 'index:read', 'clock'],
  async ({ id, rev }, { entities, reference, index, clock, actor }) => {
    const all = await productReference(reference)
    const before = await entities.get(id)
    if (!before || !(await visibleEntity(before, { actor, entities, reference: all }))) throw notFound(id)
    if (rev !== undefined && rev !== before.rev) throw revisionConflict(rev, before.rev)
    const entityclass = unwrap(classOf(before.entityclass))
    const now = clock.now()
    const gone = disabledBy(before, actor, now)

    if (isProduct(before)) {
      const events = unwrap(decideProductDisable(before, actor, all))
      await saveEntity(entities, before, gone, { events })
      return { id }
    }
    if (entityclass === 'company') {
      const subject = companySubject(before as unknown as Entity<CompanyData>)
      if (!can(actor, 'company:edit', subject)) throw forbidden()
      if (await index.count('product', { op: 'terms', field: 'companies', values: [id] }))
        throw ruleViolated('The company still has roles on products.', { key: 'companyInUse' })
      await saveEntity(entities, before, gone)
      return { id }
    }
    unwrap(decideDisable(before, actor, now))
    if (treeClasses.has(entityclass))
      for (const child of descendants(id, await reference.all(entityclass))) await disableChild(child.id)
    await saveEntity(entities, before, gone)
    return { id }

    /** A child may have been changed meanwhile: it is gone all the same. */
    async function disableChild(child: string): Promise<void> {
      for (let attempt = 1; ; attempt++) {
        const entity = await entities.get(child)
        if (!entity || entity.disabled) return
        try {
          await saveEntity(entities, entity, unwrap(decideDisable(entity, actor, now)))
          return
        } catch (error) {
          if (!isCallError(error) || error.code !== 'revision_conflict' || attempt === attempts) throw error
        }
      }
    }
  },
)
