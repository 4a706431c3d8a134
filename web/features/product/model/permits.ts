/** Permits of a product's list in the draft. */
import type { ProductData } from '../../../../shared/model/product.ts'
import { permitApplies } from '../../../../shared/rules/permits.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import type { Lookup } from './lookup.ts'

export const permitsOf = (data: ProductData, list: string) => data.listData[list]?._permits

export function livePermit(lookup: Pick<Lookup, 'permits'>, id: string) {
  const entity = lookup.permits.get(id)
  return entity?.disabled ? undefined : entity
}

/** Kinds that a row of the list may take, beside the one that it has. */
export function permitKinds(
  lookup: Lookup,
  list: string,
  mainCategory: string | undefined,
  chosen: string | undefined,
): { id: string; title: string }[] {
  const compare = titleOrder(lookup.locale)
  return [...lookup.permits.values()]
    .filter(
      ({ id, disabled, data }) => id === chosen || (!disabled && permitApplies(data, list, mainCategory)),
    )
    .map(({ id, data }) => ({ id, title: lookup.title(data.title) }))
    .sort((a, b) => compare(a.title, b.title))
}
