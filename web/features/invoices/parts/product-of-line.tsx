import type { TFunction } from 'i18next'
import { Link } from 'react-router-dom'
import { fixedIds } from '../../../../shared/constants.ts'
import { productHref } from '../../../frame/links.ts'
import type { ShownLine } from '../../../ui/invoice-groups.ts'

/** What the products of an invoice were called when it was made, by their ids. */
export const productNames = (lines: readonly ShownLine[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap(({ productId, productName }) =>
      productId !== undefined && productName ? [[productId, productName] as const] : [],
    ),
  )

/** A product that a line bills, in the list that it is billed in. */
export function ProductOfLine({
  line,
  id,
  names,
  t,
}: {
  line: ShownLine
  id: string
  names: ReadonlyMap<string, string>
  t: TFunction
}) {
  return (
    <Link to={productHref(id, line.listId ?? fixedIds.list.base)}>{names.get(id) ?? t('line.product')}</Link>
  )
}
