import type { ProductView } from '../../../../shared/model/product.ts'

/** Name of an account as the answer brought it along; undefined if it is not told. */
export const personIn = (view: ProductView, account: string | undefined): string | undefined =>
  account === undefined ? undefined : view.titles[account]

/** The institution and person responsible for a list: its own, else the base list's. */
export function responsibleIn(
  view: ProductView,
  list: string,
  base: string,
): { institution: string; accountId?: string; isInherited: boolean } | undefined {
  const own = view.data.listData[list]?._responsible
  if (own) return { ...own, isInherited: false }
  const inherited = view.data.listData[base]?._responsible
  return inherited && { ...inherited, isInherited: true }
}
