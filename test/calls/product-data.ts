/** What tests say of products, and read of the answers that show them. */
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ListData, ProductData } from '../../shared/model/product.ts'

interface View {
  data: Record<string, unknown>
}
export const text = (textValue: string) => ({ textValue })
export const at = (list: string, key: string) => `/listData/${list}/${key}`
export const set = (list: string, key: string, value: unknown): JsonPatch[number] => ({
  op: 'add',
  path: at(list, key),
  value,
})
export const dataOf = (view: View) => view.data as unknown as ProductData
export const listIn = (view: View | undefined, list: string): ListData => dataOf(view!).listData[list]!
