/** The way from a category up to its main category. */
import type { Category } from '../model/administration.ts'

type Categories = ReadonlyMap<string, { data: Pick<Category, 'parent'> }>

/** The category's id and those of all above it, from itself upwards; ends at what is unknown, and at a circle. */
export function categoryPath(id: string | undefined, categories: Categories): string[] {
  const path: string[] = []
  for (let at = id; at !== undefined && !path.includes(at); at = categories.get(at)?.data.parent)
    if (categories.has(at)) path.push(at)
    else break
  return path
}
