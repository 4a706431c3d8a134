/** Small products for the tests of the product page. */
import type { ListData, ProductData, ProductView } from '../../../shared/model/product.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'

export const productId = '11111111-0000-4000-8000-000000000001'
export const nationalList = '22222222-0000-4000-8000-000000000001'
const account = '44444444-0000-4000-8000-000000000001'

export const listOf = (data: Record<string, unknown> = {}): ListData =>
  ({
    _approval: {},
    _companies: {},
    _components: { base: {}, additional: {} },
    _documents: {},
    _checklist: {},
    _notes: {},
    _active: true,
    _archived: false,
    _nameHistory: {},
    _linked: {},
    ...data,
  }) as unknown as ListData

export const productWith = (listData: Record<string, ListData>): ProductData => ({
  isNationalPartner: false,
  isNationalPartnerInitial: false,
  invoiceFlags: {},
  listData,
})

export const viewOf = (data: ProductData, change: Partial<ProductView> = {}): ProductView => ({
  id: productId,
  entityclass: 'product',
  attributeset: 'default',
  rev: 3,
  created: '2026-01-05T09:00:00.000Z',
  createdBy: account,
  updated: '2026-03-02T10:30:00.000Z',
  updatedBy: account,
  disabled: false,
  data,
  resolved: {},
  titles: { [account]: 'Ada Kern' },
  may: { [baseList]: ['product:edit'], [nationalList]: ['product:edit'] },
  ...change,
})
