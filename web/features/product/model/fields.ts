/** Which fields a tab shows, in order, from the field definitions. */
import type { FieldDefinition } from '../../../../shared/model/administration.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import { fieldTabs } from '../../../../shared/rules/product-tabs.ts'

/** Tabs that one form draws from the definitions of their fields. */
export const formTabs = fieldTabs.filter((tab) => tab !== 'main')
export type FormTab = (typeof formTabs)[number]

export const isFormTab = (tab: string): tab is FormTab => (formTabs as readonly string[]).includes(tab)

export interface Definition extends FieldDefinition {
  id: string
}

const bySorting = (a: Definition, b: Definition) => a.sorting - b.sorting || (a.path < b.path ? -1 : 1)

export interface FieldGroup {
  /** Path of the field that begins it. */
  id: string
  /** Without a heading, where no field ahead of these has one. */
  heading?: Localized
  fields: Definition[]
  /** Keys without a definition, ahead of the fields. */
  fixed?: string[]
}

/** Puts the keys into the first group, or, where that has a heading, into one ahead of it. */
export function withFixed(groups: readonly FieldGroup[], fixed: string[]): readonly FieldGroup[] {
  if (fixed.length === 0) return groups
  const [first, ...others] = groups
  return first && !first.heading
    ? [{ ...first, fixed }, ...others]
    : [{ id: fixed[0]!, fields: [], fixed }, ...groups]
}

/**
 * Fields of a tab in their order, in groups: each heading begins one, also where its own field is not shown. Buttons
 * hold nothing and are left out, as are groups of which nothing is shown.
 */
export function groupsOfTab(
  definitions: readonly Definition[],
  tab: string,
  isShown: (definition: Definition) => boolean,
): FieldGroup[] {
  const groups: FieldGroup[] = []
  const ofTab = definitions.filter((d) => d.displayType === 'tab' && d.displayKey === tab)
  for (const definition of ofTab.sort(bySorting)) {
    if (definition.heading || groups.length === 0)
      groups.push({
        id: definition.path,
        fields: [],
        ...(definition.heading && { heading: definition.heading }),
      })
    if (definition.type !== 'button' && isShown(definition)) groups.at(-1)!.fields.push(definition)
  }
  return groups.filter(({ fields }) => fields.length > 0)
}

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
