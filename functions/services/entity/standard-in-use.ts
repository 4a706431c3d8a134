import { isCallError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { isOnlyRemarked } from '../../../shared/rules/approval.ts'
import { isRefusal, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { isProduct } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { judgeKept } from './kept-limit.ts'
import { type NamingReader, namingPages } from './naming.ts'
import { saveEntity } from './save.ts'
import { parentTurns, untilTurn } from './turns.ts'

/** Standards under which the product has approvals, in whatever state; what is only remarked on them is none. */
function standardsOf({ listData }: Pick<ProductData, 'listData'>): Set<string> {
  const rows = Object.values(listData).flatMap(({ _approval }) => Object.entries(_approval))
  return new Set(rows.flatMap(([standard, row]) => (isOnlyRemarked(row) ? [] : standard)))
}
const hasApprovalUnder = (standard: string) => (entity: Entity) =>
  isProduct(entity) && standardsOf(entity.data).has(standard)

async function isApprovedUnder(standard: string, entities: NamingReader): Promise<boolean> {
  for await (const { list } of namingPages(entities, standard, { mustBeComplete: true }))
    if (list.some(hasApprovalUnder(standard))) return true
  return false
}

/** What approvals under the standard were given by, and why it stays. */
const fixedInUse = {
  baseApproval: {
    key: 'baseApprovalInUse',
    sentence:
      'While products have approvals under this standard, whether it is a basic test cannot be changed.',
  },
  dependency: {
    key: 'dependencyInUse',
    sentence: 'While products have approvals under this standard, what it depends on cannot be changed.',
  },
} as const
type Fixed = keyof typeof fixedInUse

const mainCategorySentence = 'The main category cannot be changed while something uses this category.'
const mainCategoryInUse = (): Refusal =>
  refuseRule('mainCategoryInUse', mainCategorySentence, {
    issues: [{ path: '/mainCategoryKey', expected: mainCategorySentence, key: 'mainCategoryInUse' }],
  })
/** Products in it, and those derived from them, would be parted: one main category holds for all of them. */
export const changesMainCategory = (before: Entity, after: Entity): boolean =>
  before.entityclass === 'category' && before.data['mainCategoryKey'] !== after.data['mainCategoryKey']

const changedOf = (before: Entity, after: Entity): Fixed | undefined =>
  before.entityclass === 'biostandard'
    ? (Object.keys(fixedInUse) as Fixed[]).find((name) => before.data[name] !== after.data[name])
    : undefined

function inUse(name: Fixed): Refusal {
  const { key, sentence } = fixedInUse[name]
  return refuseRule(key, sentence, { issues: [{ path: `/${name}`, expected: sentence, key }] })
}

/**
 * Refuses to make a standard a base approval, or no longer one, or dependent on another one or none, while any product has
 * an approval under it, also a deleted product: else an approval could be given without the people or the other approval
 * that it takes, between two changes of the standard.
 * Errors: `rule_violated` (`upgradePending`), while products may be there of which the store does not know what they name.
 */
export async function standardInUseRefusal(
  before: Entity,
  after: Entity,
  entities: NamingReader,
): Promise<Refusal | undefined> {
  const changed = changedOf(before, after)
  return changed && (await isApprovedUnder(before.id, entities)) ? inUse(changed) : undefined
}

/**
 * Writes a changed entry. One that `standardInUseRefusal` is about only while no product begins to have an approval under
 * it; who gives one at the same time does so on the standard that they have read (`standardsAt`), or not at all. A category gets
 * another main category only while nothing names it. What a person keeps grows only as far as they may (`judgeKept`).
 */
export async function saveEntry(
  entities: Parameters<typeof saveEntity>[0] & Pick<EntityStore, 'counter' | 'listNaming'>,
  before: Entity,
  after: Entity,
  actor: Actor,
  step: Parameters<typeof saveEntity>[3] = {},
): Promise<Entity | Refusal> {
  const changed = changedOf(before, after)
  const isMoved = changesMainCategory(before, after)
  if (!changed && !isMoved)
    return untilTurn(async () => {
      const turn = await judgeKept(before, after, actor, entities)
      return isRefusal(turn) ? turn : saveEntity(entities, before, after, { ...step, turn })
    })
  const save = async () =>
    saveEntity(entities, before, after, {
      ...step,
      // Whoever chooses the category at the same time takes the turn, too.
      ...(isMoved && {
        onlyIfUnnamed: true,
        turn: { counter: parentTurns, at: await entities.counter(parentTurns) },
      }),
      ...(changed && { onlyIfUnnamedBy: 'product', ifNamedSo: hasApprovalUnder(before.id) }),
    })
  try {
    return await untilTurn(save)
  } catch (error) {
    if (!isCallError(error) || error.details.key !== 'stillNamed') throw error
    return changed ? inUse(changed) : mainCategoryInUse()
  }
}

/** Revisions, by id, of the standards under which a product gets its first approval in any list. */
export function standardsAt(
  before: Pick<ProductData, 'listData'> | undefined,
  after: Pick<ProductData, 'listData'>,
  standards: ReadonlyMap<string, { rev: number }>,
): Record<string, number> {
  const known = before ? standardsOf(before) : new Set()
  const added = [...standardsOf(after)].filter((id) => !known.has(id))
  return Object.fromEntries(added.flatMap((id) => [[id, standards.get(id)?.rev ?? 0] as const]))
}
