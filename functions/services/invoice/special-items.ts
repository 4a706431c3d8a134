/** What products are billed beside the scale. */
import type { SpecialItem } from '../../../shared/rules/pricing/price.ts'
import { type BillingContext, payerOf } from '../../domain/invoice/billed.ts'
import type { Product } from '../../domain/product/context.ts'
import { hexDigest } from '../hex-digest.ts'

export interface Special extends SpecialItem {
  institution: string
}

/** Special items of the year in the lists that the company pays for. */
export async function specialItemsOf(
  products: readonly Product[],
  of: { company: string; year: number; lists: BillingContext['lists'] },
): Promise<Special[]> {
  const found: Special[] = []
  for (const product of products)
    for (const [listId, list] of Object.entries(product.data.listData)) {
      if (payerOf(product, listId, of.lists)?.company !== of.company) continue
      for (const { institution, year, text, amount } of Object.values(list._invoiceSpecialItems ?? {}))
        if (year === of.year) {
          const key = new TextEncoder().encode(JSON.stringify([institution, year, text, amount]))
          const hash = await hexDigest('SHA-1', key)
          found.push({ productId: product.id, listId, institution, text, amount, hash })
        }
    }
  return found
}
