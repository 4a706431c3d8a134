import type { ProductView } from '../../../../shared/model/product.ts'
import type { Lookup } from './lookup.ts'

/** The flags that are set, each with the revision that it was set at. */
export const flagsIn = ({ data }: Pick<ProductView, 'data'>): Readonly<Record<string, number>> =>
  (data['invoiceFlags'] as Record<string, number> | undefined) ?? {}

export const flagTitle = (id: string, lookup: Pick<Lookup, 'selectOption' | 'title'>): string | undefined => {
  const option = lookup.selectOption(id)
  return option && lookup.title(option.title)
}
