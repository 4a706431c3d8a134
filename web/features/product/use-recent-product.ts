import type { ProductView } from '../../../shared/model/product.ts'
import { inOrder } from '../../../shared/rules/company.ts'
import { productHref } from '../../frame/links.ts'
import { useRecent } from '../../frame/recent.ts'
import { baseList } from './model/draft.ts'

/**
 * Remembers the product as opened last, with what the search over everything shows of it: its permit numbers and its
 * manufacturer, or distributor. One without a name is not worth coming back to.
 */
export function useRecentProduct(view: ProductView, list: string, name: string): void {
  const base = view.data.listData[baseList]
  const permits = Object.values(base?._permits ?? {}).map((one) => one.number)
  const companies = inOrder(base?._companies ?? {}).map(([, one]) => one)
  const maker =
    companies.find((one) => one.role === 'manufacturer') ??
    companies.find((one) => one.role === 'distributor')
  const detail = [permits.join(', '), maker && view.titles[maker.company]].filter(Boolean).join(' · ')
  useRecent(
    name === ''
      ? undefined
      : {
          kind: 'products',
          id: view.id,
          label: name,
          ...(detail ? { detail } : {}),
          href: productHref(view.id, list),
        },
  )
}
