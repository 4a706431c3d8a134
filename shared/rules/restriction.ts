/** Which restriction texts an approval may use. */
import type { RestrictionText } from '../model/administration.ts'

/**
 * May an approval under the standard carry the text? It must be active, and fit the standard and the category;
 * `categories` is the product's category with all above it. An empty restriction is none.
 */
export const restrictionFits = (
  text: Pick<RestrictionText, 'active' | 'standards' | 'categories'>,
  standard: string,
  categories: readonly string[],
): boolean =>
  text.active &&
  (text.standards.length === 0 || text.standards.includes(standard)) &&
  (text.categories.length === 0 || categories.some((id) => text.categories.includes(id)))
