/** What the viewer sees of a product, by the rules of the server. */
import type { Actor } from '../../../../shared/model/actor.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { strictest, visibleTo } from '../../../../shared/rules/secrecy.ts'
import { baseList } from './draft.ts'
import { responsibleIn } from './person.ts'

const seesEverySecret = (view: ProductView, homes: readonly string[], actor: Actor): boolean =>
  homes.every((home) => {
    const institution = responsibleIn(view, home, baseList)?.institution
    const isResponsible = actor.institutions.some(({ id }) => id === institution)
    return visibleTo(strictest, actor, isResponsible)
  })
/** No component of the list can be hidden from the viewer; some of them may be the base list's. */
export const seesAllComponents = (view: ProductView, list: string, actor: Actor): boolean =>
  seesEverySecret(view, [baseList, list], actor)
/** No document of the list can be hidden from the viewer. */
export const seesAllDocuments = (view: ProductView, list: string, actor: Actor): boolean =>
  seesEverySecret(view, [list], actor)
