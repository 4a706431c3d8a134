/** What the conditions of a search name and what was deleted since: such a condition finds nothing, and the rest is asked. */
import { useMemo } from 'react'
import type { Localized } from '../../../../shared/model/basics.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { entityClasses, isEntityClass } from '../../../../shared/model/entity-classes.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue-field.ts'
import type { SearchNode } from '../../../../shared/search/tree.ts'
import { namedInTree } from '../../../../shared/search/tree-fields.ts'
import { useByIds } from '../../../api/by-ids.ts'
import { useTitle } from '../../../ui/localized.tsx'

const titleOf = ({ entityclass, data }: Entity, title: (text: Localized) => string): string => {
  const path = isEntityClass(entityclass) ? entityClasses[entityclass].title : ''
  const found = path
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], data)
  return typeof found === 'string' ? found : title((found ?? {}) as Localized)
}

/** Titles of what is deleted. What nobody knows any more, or the viewer may not know of, is told by nothing. */
export function useGone(tree: SearchNode | undefined, catalogue: CatalogueField[]): string[] {
  const title = useTitle()
  const ids = useMemo(() => (tree ? namedInTree(tree, catalogue).sort() : []), [tree, catalogue])
  const { data } = useByIds(ids)
  return useMemo(
    () =>
      (data?.list ?? []).flatMap((entity) =>
        entity.disabled && ids.includes(entity.id) ? titleOf(entity, title) : [],
      ),
    [data, ids, title],
  )
}
