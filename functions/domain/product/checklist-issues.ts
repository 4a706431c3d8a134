/** What is wrong with the checklist entries of a product's list (file 1 §3, §5). */
import type { ProductData } from '../../../shared/model/product.ts'
import { categoryPath } from '../../../shared/rules/category-path.ts'
import { belongsTo, entryIssues } from '../../../shared/rules/checklist.ts'
import { checklistKeys } from '../../../shared/rules/patch-paths.ts'
import { issue, type ProductIssue } from '../../../shared/rules/product-validity.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { pointerToken, sameValue } from '../../../shared/rules/values.ts'
import type { ProductReference } from './context.ts'

/** Entries of one list; `category` is the list's category as it is read. */
export function checklistIssues(
  c: { before: { data: ProductData }; reference: Pick<ProductReference, 'categories' | 'checklists'> },
  data: ProductData,
  list: string,
  category: string | undefined,
): ProductIssue[] {
  const categories = categoryPath(category, c.reference.categories)
  const before = c.before.data.listData[list]?._checklist ?? {}
  return Object.entries(data.listData[list]?._checklist ?? {}).flatMap(([id, row]): ProductIssue[] => {
    const path = `/listData/${list}/_checklist/${pointerToken(id)}`
    const entity = c.reference.checklists.get(id)
    if (!entity) return [issue('checklistUnknown', path)]
    // What was entered stays when the category changes; it is only not to be entered where it does not belong.
    const isChanged = !sameValue(before[id], row)
    const definition = entity.data
    const belongs = !entity.disabled && belongsTo(definition, { list, categories })
    if (isChanged && !belongs) return [issue('checklistNotHere', path)]
    return entryIssues(path, definition, row)
  })
}

const open: ReadonlySet<string> = new Set(checklistKeys)
/** A change of a whole entry takes no other keys than a change of its parts does. */
export function checklistKeyRefusal(before: ProductData, after: ProductData): Refusal | undefined {
  for (const [list, { _checklist }] of Object.entries(after.listData))
    for (const [id, row] of Object.entries(_checklist ?? {})) {
      const was: Record<string, unknown> = before.listData[list]?._checklist?.[id] ?? {}
      const wrong = Object.entries(row ?? {}).find(
        ([key, value]) => !open.has(key) && !sameValue(was[key], value),
      )
      if (wrong)
        return refuseRule('checklistUnknown', 'invalid checklist key', {
          issues: [
            {
              path: `/listData/${list}/_checklist/${pointerToken(id)}/${pointerToken(wrong[0])}`,
              expected: `one of ${checklistKeys.join(', ')}`,
            },
          ],
        })
    }
  return undefined
}
