import { fixedIds } from '../../../shared/constants.ts'
import { type LinkSource, type ListData, listData } from '../../../shared/model/product.ts'
import { can, isResponsible } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { hasOwnValues } from '../../../shared/rules/product-validity.ts'
import { notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { valueKeys } from '../../../shared/rules/resolution.ts'
import { fieldsByPath } from '../../../shared/rules/secrecy.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import type { ProductDecision } from './accept.ts'
import { copiesOf } from './components.ts'
import { listMissing, type WriteContext } from './context.ts'
import { categoryOf } from './contradictions.ts'
import { baseMissing } from './create.ts'
import { withList } from './lists.ts'
import { withNameHistory } from './name-history.ts'

/** What a new list takes over as its own. */
const copiedFrom = ({ _components, _companies, _permits, _display, _preventPublicDisplay }: ListData) => ({
  ...copiesOf(_components),
  _companies,
  ...(_permits && { _permits }),
  ...(_display && { _display }),
  ...(_preventPublicDisplay !== undefined && { _preventPublicDisplay }),
})

/**
 * Adds a list that reads everything from the base list (decisions §11): the category and every field that can be linked
 * are linked; components of all levels, companies with their roles, permits and display settings are copied. Documents,
 * checklist answers, notes and approvals are the base list's own. Refuses: forbidden, rule_violated ("List missing", a
 * list that is there already, "Main categories do not match!").
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
  const fields = fieldsByPath(reference.fields)
  const staysEmpty = (path: string) => fields.get(path)?.emptyInLists.includes(list) ?? false
  for (const field of fields.values())
    if (hasOwnValues(field) && !staysEmpty(field.path)) _linked[field.path] = 'basis'
  for (const key of valueKeys(base)) if (!staysEmpty(key)) _linked[key] = 'basis'

  const subject = productSubject(before.data, reference.lists)
  const own = actor.institutions.find((i) => institutes.includes(i.id))?.id
  const needsOwn = actor.role !== 'admin' && !isResponsible(actor, subject, list)
  const added: ListData = listData.parse({
    _linked,
    ...copiedFrom(base),
    ...(needsOwn && own !== undefined && { _responsible: { institution: own, accountId: actor.account } }),
  })
  const data = withNameHistory(c, withList(before.data, list, added))
  return { data, events: timelineEvents(before.data, data), related: [] }
}
