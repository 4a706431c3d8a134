/** Which fields a tab shows, in order, from the field definitions. */
import type { FieldDefinition } from '../../../../shared/model/administration.ts'
import { isFieldShown } from '../../../../shared/rules/product-validity.ts'

export interface Definition extends FieldDefinition {
  id: string
}

const bySorting = (a: Definition, b: Definition) => a.sorting - b.sorting || (a.path < b.path ? -1 : 1)

/** Fields of a tab in a list: an empty restriction means none; without a category only unrestricted ones show. */
export const fieldsOfTab = (
  definitions: readonly Definition[],
  tab: string,
  list: string,
  mainCategory: string | undefined,
): Definition[] =>
  definitions
    .filter(
      (d) =>
        d.displayType === 'tab' &&
        d.displayKey === tab &&
        d.type !== 'button' &&
        isFieldShown(d, list, mainCategory),
    )
    .sort(bySorting)

export const columnsOf = (definitions: readonly Definition[], table: string): Definition[] =>
  definitions.filter((d) => d.displayType === 'table' && d.displayKey === table).sort(bySorting)

/** Titles from the root to the category. A cycle in the data ends the walk. */
export function categoryPath<T extends { parent?: string }>(
  categories: ReadonlyMap<string, T>,
  id: string | undefined,
): Array<T & { id: string }> {
  const path: Array<T & { id: string }> = []
  const seen = new Set<string>()
  for (let at = id; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    const entry = categories.get(at)
    if (!entry) break
    path.unshift({ ...entry, id: at })
    at = entry.parent
  }
  return path
}
