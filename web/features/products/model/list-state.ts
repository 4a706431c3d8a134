/** State of the product list in the address: search, conditions, list, sort, page. */
import * as z from 'zod'
import { productPageSize } from '../../../../shared/constants.ts'
import { id } from '../../../../shared/model/basics.ts'
import { readQuery } from '../../../ui/filter-query.ts'

export const pageSizes = [15, 25, 50, 100, 250] as const
export const defaultSort = 'name:asc'

export const listStateSchema = z.object({
  /** Part of a name, as typed. */
  q: z.string().max(200),
  /** Conditions in their short form. */
  f: z.string().refine((text) => readQuery(text) !== undefined, 'expected conditions'),
  /** List whose values the columns show; the base list where empty. */
  list: z.union([id, z.literal('')]),
  sort: z.string().regex(/^[A-Za-z0-9_.-]+:(asc|desc)$/),
  /** 1-based. */
  page: z.number().int().min(1),
  /** Rows of a page, where a link fixes them; 0: as set on this machine. */
  size: z.union([z.literal(0), ...pageSizes.map((n) => z.literal(n))]),
  /** Visible columns in their order; empty: as set on this machine. */
  cols: z.array(z.string().max(200)).max(60),
})
export type ProductListState = z.infer<typeof listStateSchema>
export const listDefaults: ProductListState = {
  q: '',
  f: '',
  list: '',
  sort: defaultSort,
  page: 1,
  size: 0,
  cols: [],
}

export { productPageSize }
