import { ids } from '../../../../shared/calls/search/search/ids.ts'
import { peopleNames } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'
import { loadWithinBudget } from '../../../services/entity/within-budget.ts'
import { viewReference } from '../../../services/product/open.ts'

/**
 * Entities by their ids, in the order of the ids; those that the viewer may not know of are left out. Ends where the answer
 * is full; `left` are the ids to ask for next. Staff is told the names of accounts also where it may not see the accounts.
 */
export default call(ids, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const wanted = [...new Set(input.ids)]
  const viewerScope = { actor, entities, reference: await viewReference(reference) }
  const { list, found, taken } = await loadWithinBudget(wanted, viewerScope)
  const left = wanted.slice(taken)
  return { list, people: peopleNames(found, actor), ...(left.length > 0 && { left }) }
})
