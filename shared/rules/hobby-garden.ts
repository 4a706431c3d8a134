/** Uses in the hobby garden (decisions §9): lists with the hobby audience assign them to products. */
import type { List } from '../model/administration.ts'
import { issue, type ProductIssue } from './product-validity.ts'

export const hasHobbyUses = (list: Pick<List, 'targetAudience'> | undefined): boolean =>
  list?.targetAudience === 'hobby'

/** What is wrong with the uses of a list. Those that it has already (`before`) stay, whatever became of them. */
export function hobbyIssues(
  list: string,
  uses: readonly string[] | undefined,
  before: readonly string[] | undefined,
  definition: Pick<List, 'targetAudience'> | undefined,
  isOffered: (use: string) => boolean,
): ProductIssue[] {
  const added = (uses ?? []).filter((use) => !before?.includes(use))
  const path = `/listData/${list}/_hobbygarden`
  if (added.length === 0) return []
  if (!hasHobbyUses(definition)) return [issue('hobbyNotHere', path)]
  return added.every(isOffered) ? [] : [issue('hobbyUnknown', path)]
}
