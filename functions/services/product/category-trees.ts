import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { readMany } from '../entity/many.ts'
import type { EntityReader } from './parents.ts'

/** Deeper trees are not read to their end. */
const maxDepth = 20

/**
 * By list, the categories from the main category down to the list's own, as far as the viewer sees which that is: one
 * read for each level of the tree, for all lists together.
 */
export async function categoryTrees(
  entities: Pick<EntityReader, 'getMany'>,
  { data, resolved }: Pick<ProductView, 'data' | 'resolved'>,
): Promise<Record<string, string[]>> {
  const ofList = new Map<string, string>()
  for (const [list, { _category }] of Object.entries(data.listData)) {
    const category = _category ?? resolved[list]?.['_category']?.value
    if (typeof category === 'string' && category !== '') ofList.set(list, category)
  }
  const parents = new Map<string, string | undefined>()
  let open = [...new Set(ofList.values())]
  for (let depth = 0; depth < maxDepth && open.length > 0; depth++) {
    for (const one of await readMany(entities, open))
      if (isOfClass('category', one)) parents.set(one.id, one.data.parent)
    open = [...new Set(open.flatMap((id) => parents.get(id) ?? []))].filter((id) => !parents.has(id))
  }
  const trees: Record<string, string[]> = {}
  for (const [list, category] of ofList) {
    const tree: string[] = []
    for (
      let at: string | undefined = category;
      at && parents.has(at) && !tree.includes(at);
      at = parents.get(at)
    )
      tree.unshift(at)
    if (tree.length > 0) trees[list] = tree
  }
  return trees
}
