/** State of the product list in the address: that of every list, and the list whose values the columns show. */
import * as z from 'zod'
import { productPageSize } from '../../../../shared/constants.ts'
import { id } from '../../../../shared/model/basics.ts'
import { catalogueListDefaults, catalogueListState } from '../../../ui/catalogue-list.ts'

export const listStateSchema = catalogueListState.extend({
  /** The base list where empty. */
  list: z.union([id, z.literal('')]),
})
export type ProductListState = z.infer<typeof listStateSchema>
export const listDefaults: ProductListState = { ...catalogueListDefaults, list: '' }

export { productPageSize }
