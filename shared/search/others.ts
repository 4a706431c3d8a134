/**
 * What documents of the index take of other entities. A document is made of these parts and of nothing else of another
 * entity; a change of one of them, and of nothing else, makes the documents anew that took it. So a new value of
 * another entity is added here, and is followed from then on.
 */
import type { Biostandard, Category } from '../model/administration.ts'
import type { CompanyData } from '../model/company.ts'
import type { ListData } from '../model/product.ts'
import { audienceOf } from '../rules/product-subject.ts'
import { isLinkable, type Readable, type ReadableList } from '../rules/resolution.ts'

export interface Taken {
  /** What derived products read, and who may know of the product. */
  product: Readable & { audience: string[] }
  company: { name: string | undefined }
  category: Pick<Category, 'title' | 'parent' | 'order' | 'mainCategoryKey'>
  component: { title: unknown }
  biostandard: Pick<Biostandard, 'baseApproval' | 'dependency'>
}
export type TakenClass = keyof Taken
/** Looks other entities up by id; undefined where there is none. */
export type Others = { [C in TakenClass]: (id: string) => Taken[C] | undefined }

/** What is stored may be older than today's rules, so nothing is taken for granted. */
const readableList = (list: Partial<ListData> | null): ReadableList => ({
  ...Object.fromEntries(Object.entries(list ?? {}).filter(([key]) => isLinkable(key))),
  _linked: list?._linked ?? {},
  ...(list?._responsible && { _responsible: { institution: list._responsible.institution } }),
})

/** The parts, by the entity's class, of its data. */
export const partsTaken: { [C in TakenClass]: (data: Record<string, unknown>) => Taken[C] } = {
  product: (data) => {
    const lists = (data['listData'] ?? {}) as Record<string, Partial<ListData> | null>
    return {
      derivedProductId: data['derivedProductId'] as string | undefined,
      listData: Object.fromEntries(Object.entries(lists).map(([id, list]) => [id, readableList(list)])),
      audience: audienceOf(lists),
    }
  },
  company: (data) => ({ name: (data as Partial<CompanyData>).baseData?.name }),
  category: (data) => {
    const { title, parent, order, mainCategoryKey } = data as unknown as Category
    return { title, parent, order, mainCategoryKey }
  },
  component: (data) => ({ title: data['title'] }),
  biostandard: (data) => {
    const { dependency } = data as Partial<Biostandard>
    return { baseApproval: data['baseApproval'] === true, ...(dependency !== undefined && { dependency }) }
  },
}
export const isTakenClass = (name: string): name is TakenClass => Object.hasOwn(partsTaken, name)

/** For documents that are made without other entities. */
export const noOthers: Others = {
  product: () => undefined,
  company: () => undefined,
  category: () => undefined,
  component: () => undefined,
  biostandard: () => undefined,
}
