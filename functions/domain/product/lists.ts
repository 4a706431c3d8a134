/** Changed copies of a product's data. */
import type { ListData, ProductData } from '../../../shared/model/product.ts'

/** The list with some of its fixed keys changed. */
export const withKeys = (list: ListData, changes: { [K in FixedKey]?: ListData[K] }): ListData =>
  Object.assign({}, list, changes)

/** The product with one list replaced. */
export const withList = (data: ProductData, id: string, list: ListData): ProductData => ({
  ...data,
  listData: { ...data.listData, [id]: list },
})

type FixedKey =
  | '_responsible'
  | '_approval'
  | '_components'
  | '_fromBase'
  | '_invoiceSpecialItems'
  | '_documents'
  | '_notes'
  | '_checklist'
  | '_nameHistory'
  | '_linked'
  | '_active'
  | '_archived'
  | 'activatedOn'
  | 'activatedBy'
  | 'deactivatedOn'
  | 'deactivatedBy'
