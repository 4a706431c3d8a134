import { gettimeline } from '../../../../shared/calls/bml/product/gettimeline.ts'
import { productSight } from '../../../../shared/rules/product-sight.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { findProduct, viewReference } from '../../../domain/product/context.ts'
import { timelinePage } from '../../../domain/product/timeline-page.ts'
import { titlesOf } from '../../../domain/product/view.ts'
import { call } from '../../../runtime/call.ts'

/** What happened to a product, as far as the viewer sees its lists. Errors: not_found. */
export default call(
  gettimeline,
  ['entities:read', 'reference'],
  async (input, { entities, reference, actor }) => {
    const known = await viewReference(reference)
    const product = accepted(await findProduct(entities, input.id, actor, known))
    const page = await timelinePage(entities, productSight(actor, product.data, known), product.rev, input)
    const people = await entities.getMany([...new Set(page.list.map((row) => row.by))])
    const names = titlesOf(people, { actor, reference: known, derived: () => undefined })
    return { ...page, list: page.list.map((row) => ({ ...row, byName: names[row.by] ?? '' })) }
  },
)
