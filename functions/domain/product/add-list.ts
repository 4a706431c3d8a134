import { fixedIds } from '../../../shared/constants.ts'
import { type LinkSource, type ListData, listData } from '../../../shared/model/product.ts'
import { can, isResponsible } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { isFieldShown } from '../../../shared/rules/product-validity.ts'
import { notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { valueKeys } from '../../../shared/rules/resolution.ts'
import { fieldsByPath } from '../../../shared/rules/secrecy.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import type { ProductDecision } from './accept.ts'
import { carriedRows } from './components.ts'
import { listMissing, type WriteContext } from './context.ts'
import { baseMissing } from './create.ts'
import { categoryOf } from './list-issues.ts'
import { withList } from './lists.ts'

/**
 * Adds a list that reads everything from the base list: all of its fields and the category are linked, components
 * that the base list carries to others are copied, companies are not. Refuses: forbidden, rule_violated ("List
 * missing", a list that is there already, "Main categories do not match!").
 */
export function decideAddList(c: WriteContext, list: string): ProductDecision | Refusal {
  const { before, actor, reference } = c
  const definition = reference.lists.get(list)
  if (!definition || definition.disabled) return listMissing(list)
  const { institutes, isBasedata, mainCategories } = definition.data
  if (!can(actor, 'product:add-list', { list, isBasedata, institutes })) return notAllowed()
  const base = before.data.listData[fixedIds.list.base]
  if (!base) return baseMissing()
  if (before.data.listData[list]) return refuseRule('listExists', 'The product already has this list.')
  const { mainCategory } = categoryOf(c, before.data, fixedIds.list.base)
  if (mainCategory !== undefined && mainCategories.length && !mainCategories.includes(mainCategory))
    return refuseRule('mainCategoriesDiffer', 'Main categories do not match!')

  const _linked: Record<string, LinkSource> = { _category: 'basis' }
  for (const field of fieldsByPath(reference.fields).values())
    if (field.displayType === 'tab' && field.type !== 'button' && isFieldShown(field, list, mainCategory))
      _linked[field.path] = 'basis'
  const hidden = (key: string) => fieldsByPath(reference.fields).get(key)?.emptyInLists.includes(list)
  for (const key of valueKeys(base)) if (!hidden(key)) _linked[key] = 'basis'

  const subject = productSubject(before.data, reference.lists)
  const own = actor.institutions.find((i) => institutes.includes(i.id))?.id
  const needsOwn = actor.role !== 'admin' && !isResponsible(actor, subject, list)
  const added: ListData = listData.parse({
    _linked,
    _components: {
      base: carriedRows(base._components.base),
      additional: carriedRows(base._components.additional),
    },
    ...(needsOwn && own !== undefined && { _responsible: { institution: own, accountId: actor.account } }),
  })
  const data = withList(before.data, list, added)
  return { data, events: timelineEvents(before.data, data), related: [] }
}
