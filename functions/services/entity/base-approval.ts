import type { Entity } from '../../../shared/model/entity.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { isProduct } from '../../domain/product/context.ts'
import type { EntityReader } from '../../ports/entity-store.ts'

type Naming = Pick<EntityReader, 'listNaming'>
const pageSize = 100

async function isApprovedUnder(standard: string, entities: Naming): Promise<boolean> {
  let cursor: string | undefined
  do {
    const page = await entities.listNaming(standard, { cursor, limit: pageSize, mustBeComplete: true })
    for (const entity of page.list)
      if (
        isProduct(entity) &&
        Object.values(entity.data.listData).some((list) => Object.hasOwn(list._approval, standard))
      )
        return true
    cursor = page.cursor
  } while (cursor !== undefined)
  return false
}

/**
 * Refuses to make a standard a base approval, or no longer one, while any product has an approval under it, also a deleted
 * product: else one person alone could give what takes two, between two changes of the standard.
 * Errors: `rule_violated` (`upgradePending`), while products may be there of which the store does not know what they name.
 */
export async function baseApprovalRefusal(
  before: Entity,
  after: Entity,
  entities: Naming,
): Promise<Refusal | undefined> {
  const isSame = before.data['baseApproval'] === after.data['baseApproval']
  if (before.entityclass !== 'biostandard' || isSame) return undefined
  if (!(await isApprovedUnder(before.id, entities))) return undefined
  const key = 'baseApprovalInUse'
  const sentence =
    'While products have approvals under this standard, whether it is a basic test cannot be changed.'
  return refuseRule(key, sentence, { issues: [{ path: '/baseApproval', expected: sentence, key }] })
}
