import { gettimeline } from '../../../../shared/calls/bml/product/gettimeline.ts'
import { endOfDay } from '../../../../shared/rules/dates.ts'
import { productViewerScope } from '../../../../shared/rules/product-viewer-scope.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { approvalEndings } from '../../../../shared/rules/timeline.ts'
import { toldPerson } from '../../../domain/entity/people.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { withSeenMoves } from '../../../domain/product/moves.ts'
import { titlesOf } from '../../../domain/product/view.ts'
import { call } from '../../../runtime/call.ts'
import { readMany } from '../../../services/entity/many.ts'
import { findProduct, viewReference } from '../../../services/product/open.ts'
import { loadParents } from '../../../services/product/parents.ts'
import { timelinePage } from '../../../services/product/timeline-page.ts'

/** What happened to a product, as far as the viewer sees its lists. Errors: not_found. */
export default call(
  gettimeline,
  ['entities:read', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const known = await viewReference(reference)
    const product = unwrap(await findProduct(entities, input.id, actor, known))
    // Lists that were moved to another product are judged by the rights that they would have here.
    const page = await timelinePage(
      entities,
      productViewerScope(actor, product.data, known, [...known.lists.keys()]),
      product.rev,
      input,
      {
        open: approvalEndings(product.data, { standards: known.standards, today: clock.today() }),
        after: (lastDay) => endOfDay(clock.timeZone, lastDay),
      },
    )
    const isOfProducts = ({ kind }: { kind: string }) => kind === 'moved' || kind === 'parentChanged'
    const named = await readMany(
      entities,
      page.list.flatMap((row) => [
        ...(row.by === '' ? [] : [row.by]),
        ...(isOfProducts(row) ? [row.from ?? [], row.to ?? []].flat() : []),
      ]),
    )
    const parents = await loadParents(
      entities,
      named.filter(isProduct).map(({ data }) => data),
    )
    const names = titlesOf(named, { actor, reference: known, parents })
    const nameOf = (id: string | undefined) => (id === undefined ? undefined : names[id])
    return {
      ...page,
      list: page.list.map(withSeenMoves(named, actor, known.lists)).map((row) => {
        const [fromName, toName] = isOfProducts(row) ? [nameOf(row.from), nameOf(row.to)] : []
        return {
          ...row,
          by: toldPerson(row.by, actor),
          byName: names[row.by] ?? '',
          ...(fromName !== undefined && { fromName }),
          ...(toName !== undefined && { toName }),
        }
      }),
    }
  },
)
