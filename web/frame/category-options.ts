/** Categories as options of a choice. */
import type { useReference } from '../api/reference.ts'
import type { FilterOption } from '../ui/filter-field.ts'
import type { useTitle } from '../ui/localized.tsx'

/** `1-2 Liquid fertilisers`: numbered along the path to the root, in that order. */
export function categoryOptions(
  reference: ReturnType<typeof useReference>,
  title: ReturnType<typeof useTitle>,
): FilterOption[] {
  const numberOf = (id: string, depth = 0): number[] => {
    const entity = reference.categories.get(id)
    if (!entity || depth > 20) return []
    return [...(entity.data.parent ? numberOf(entity.data.parent, depth + 1) : []), entity.data.order]
  }
  return [...reference.categories.values()]
    .filter((e) => !e.disabled)
    .map((e) => ({ value: e.id, number: numberOf(e.id), title: title(e.data.title) }))
    .sort((a, b) => {
      const at = a.number.findIndex((n, i) => n !== b.number[i])
      return at < 0 ? a.number.length - b.number.length : (a.number[at] ?? 0) - (b.number[at] ?? 0)
    })
    .map(({ value, number, title: label }) => ({ value, label: `${number.join('-')} ${label}` }))
}
