import type { Actor } from '../../../../shared/model/actor.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { baseList } from './draft.ts'
import { responsibleIn } from './person.ts'
import type { Words } from './words.ts'

/** Why a person may not edit a list of the product that is not archived, in words. */
export function readOnlyText(
  view: ProductView,
  list: string,
  actor: Actor,
  { t, lookup }: Pick<Words, 't' | 'lookup'>,
): string {
  const institution = responsibleIn(view, list, baseList)?.institution
  const isOurs = actor.institutions.some(({ id }) => id === institution)
  const name = lookup.institutionTitle(institution)
  return !isOurs && name ? t('readOnlyWhy.responsible', { name }) : t('readOnlyWhy.right')
}
