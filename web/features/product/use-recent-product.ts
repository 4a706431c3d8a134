import type { ProductView } from '../../../shared/model/product.ts'
import { productHref } from '../../frame/links.ts'
import { useRecent } from '../../frame/recent.ts'
import { baseList } from './model/draft.ts'

/** Remembers the product as opened last, with its permit numbers; one without a name is not worth coming back to. */
export function useRecentProduct(view: ProductView, list: string, name: string): void {
  const permits = Object.values(view.data.listData[baseList]?._permits ?? {}).map((one) => one.number)
  useRecent(
    name === ''
      ? undefined
      : {
          kind: 'products',
          id: view.id,
          label: name,
          ...(permits.length > 0 ? { detail: permits.join(', ') } : {}),
          href: productHref(view.id, list),
        },
  )
}
