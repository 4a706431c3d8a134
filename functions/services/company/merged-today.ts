/** Products of any time with their companies as they are today. */
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { type Merged, withMerges } from '../../domain/company/repoint.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { readMany } from '../entity/many.ts'

const companiesIn = ({ listData }: ProductData): string[] =>
  Object.values(listData).flatMap(({ _companies = {} }) =>
    Object.values(_companies).map(({ company }) => company),
  )

export type MergedToday = (data: ProductData) => Promise<ProductData>
/** Who was merged is the one that stayed, as the merge left its rows. Each company is read once. */
export function mergedToday(entities: Pick<EntityReader, 'getMany'>): MergedToday {
  const known = new Map<string, Promise<Merged | undefined>>()
  const mergesOf = (ids: readonly string[]) => {
    const unread = [...new Set(ids)].filter((id) => !known.has(id))
    const read = unread.length > 0 ? readMerges(entities, unread) : undefined
    for (const id of unread)
      known.set(
        id,
        read!.then((merges) => merges.get(id)),
      )
    return Promise.all(ids.map((id) => known.get(id)))
  }
  return async (data) => {
    const merges = new Map<string, Merged>()
    for (let named = companiesIn(data); named.length > 0; ) {
      const found = (await mergesOf(named)).filter((one) => one !== undefined && !merges.has(one.from))
      named = []
      for (const one of found as Merged[]) {
        merges.set(one.from, one)
        named.push(one.to)
      }
    }
    return withMerges(data, [...merges.values()])
  }
}
async function readMerges(
  entities: Pick<EntityReader, 'getMany'>,
  ids: string[],
): Promise<ReadonlyMap<string, Merged>> {
  const companies = (await readMany(entities, ids)).filter((one) => isOfClass('company', one))
  return new Map(
    companies.flatMap(({ id, data: { mergedInto } }) =>
      mergedInto ? [[id, { from: id, to: mergedInto.company, at: mergedInto.at }] as const] : [],
    ),
  )
}
