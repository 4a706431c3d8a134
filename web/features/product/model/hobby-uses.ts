/** Uses in the hobby garden as options of a field: below the branch of the tree that they stand in. */
import type { Locale } from '../../../../shared/constants.ts'
import type { HobbyUse } from '../../../../shared/model/administration.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import type { Definition } from './fields.ts'

export type HobbyOptions = Pick<Definition, 'options' | 'groups'>

/**
 * In the order of the tree. A use deeper than its branch is told with its way there. What is closed or deleted, or closed
 * above, and the head of a branch keep their names where they are chosen; they are not offered.
 */
export function hobbyOptions(
  uses: ReadonlyMap<string, Entity<HobbyUse>>,
  title: (value: Localized) => string,
  locale: Locale,
): HobbyOptions {
  const below = Map.groupBy(uses.values(), ({ data: { parent } }) =>
    parent !== undefined && uses.has(parent) ? parent : '',
  )
  const said = (value: string): Localized => ({ [locale]: value })
  const found: HobbyOptions = { options: [], groups: [] }
  const walk = (at: Entity<HobbyUse>, branch: string, way: string[], isOpen: boolean) => {
    const own = title(at.data.title)
    const enabled = isOpen && !at.disabled && !at.data.disabled
    const children = inOrder(below.get(at.id))
    found.options.push({
      id: at.id,
      title: said([...way, own].join(' › ')),
      // The head of a branch says nothing by itself.
      enabled: enabled && (at.data.parent !== undefined || children.length === 0),
      group: branch,
    })
    const wayDown = at.id === branch ? [] : [...way, own]
    for (const child of children) walk(child, branch, wayDown, enabled)
  }
  const inOrder = (all: readonly Entity<HobbyUse>[] = []) =>
    all.toSorted((a, b) => a.data.order - b.data.order || (a.id < b.id ? -1 : 1))
  for (const root of inOrder(below.get(''))) {
    found.groups.push({ id: root.id, title: said(title(root.data.title)) })
    walk(root, root.id, [], true)
  }
  return found
}
