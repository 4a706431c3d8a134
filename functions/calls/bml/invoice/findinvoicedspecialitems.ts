import { findinvoicedspecialitems } from '../../../../shared/calls/bml/invoice/findinvoicedspecialitems.ts'
import { isToldToCompany } from '../../../../shared/model/invoice.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { counts } from '../../../domain/invoice/history.ts'
import { call } from '../../../runtime/call.ts'
import { invoicesOfProducts } from '../../../services/invoice/of-products.ts'

/** Special items of products that are on invoices of the institution, as far as the caller may know of these. Errors: invalid_input. */
export default call(
  findinvoicedspecialitems,
  ['entities:read', 'index:read', 'reference', 'clock'],
  async ({ ids, institutionId }, { actor, ...ports }) => {
    const invoices = unwrap(await invoicesOfProducts(ports, actor, ids, institutionId))
    const asked = new Set(ids)
    const list = invoices.filter(counts).flatMap(({ id, data }) =>
      data.sums.flatMap(({ scope, rule, text, price, products }) =>
        scope !== undefined || rule === 'custom' || text === undefined
          ? []
          : products
              .filter((product) => asked.has(product))
              .map((productId) => ({
                productId,
                invoiceId: id,
                ...(data.number !== undefined && { number: data.number }),
                isSent: isToldToCompany(data),
                year: data.targetYear,
                text,
                amount: price,
              })),
      ),
    )
    const place = ({ productId, year, invoiceId }: (typeof list)[number]) =>
      `${productId} ${year} ${invoiceId}`
    return { list: list.sort((a, b) => (place(a) < place(b) ? -1 : 1)) }
  },
)
