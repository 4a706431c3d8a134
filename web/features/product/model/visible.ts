/** What the viewer sees of a product, by the rules of the server. */
import type { Actor } from '../../../../shared/model/actor.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { visibleTo } from '../../../../shared/rules/secrecy.ts'
import { baseList } from './draft.ts'
import { responsibleIn } from './person.ts'

/** No component of the list can be hidden from the viewer; some of them may be the base list's. */
export const seesAllComponents = (view: ProductView, list: string, actor: Actor): boolean =>
  [baseList, list].every((home) => {
    const institution = responsibleIn(view, home, baseList)?.institution
    const isResponsible = actor.institutions.some(({ id }) => id === institution)
    return visibleTo('base-data-responsible', actor, isResponsible)
  })
