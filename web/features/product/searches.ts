/** Choices that are searched on the server: companies, components, products. */

import { search } from '../../../shared/calls/bml/product/search.ts'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { nameSearchLimit, offsetPagingLimit, searchPageSize } from '../../../shared/constants.ts'
import type { Row } from '../../../shared/model/answers.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import { companySearchFilter } from '../../../shared/rules/company-search.ts'
import { productSearchWith } from '../../../shared/rules/product-search.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import { callApi } from '../../api/client.ts'
import type { Choice } from '../../ui/async-select.tsx'
import type { TreeEntry } from '../../ui/tree.ts'

interface Found {
  id: string
  disabled?: boolean
  data?: Record<string, unknown>
}

async function find(
  entityClass: string,
  by: { name?: string; attributeFilter?: Filter },
  signal: AbortSignal,
): Promise<Found[]> {
  const answer = await callApi(
    execute,
    { entityClass, pagination: { start: 0, limit: nameSearchLimit }, ...by },
    { signal, quiet: true, background: true },
  )
  return answer.list.filter((e): e is Exclude<typeof e, string> => typeof e !== 'string') as Found[]
}

interface CompanyBase {
  name?: string
  customerNumber?: number
  companyAbbreviation?: string
}
const cityOf = (data: Record<string, unknown> | undefined): string | undefined => {
  const addresses = Object.values(
    (data?.['addresses'] ?? {}) as Record<string, { type?: string; city?: string }>,
  )
  return (addresses.find((a) => a.type === 'main') ?? addresses[0])?.city
}

/** Companies by customer number, name or abbreviation. */
export async function searchCompanies(query: string, signal: AbortSignal): Promise<Choice[]> {
  const attributeFilter = companySearchFilter(query)
  const found = await find('company', attributeFilter ? { attributeFilter } : {}, signal)
  return found
    .filter((e) => !e.disabled)
    .map((e) => {
      const base = (e.data?.['baseData'] ?? {}) as CompanyBase
      const details = [
        base.companyAbbreviation,
        cityOf(e.data),
        base.customerNumber ? String(base.customerNumber) : undefined,
      ]
      return { id: e.id, label: base.name ?? e.id, description: details.filter(Boolean).join(' · ') }
    })
}

export async function searchComponents(
  query: string,
  signal: AbortSignal,
  title: (value: Localized | undefined) => string,
): Promise<Choice[]> {
  const name = query.trim().slice(0, 200)
  const found = await find('component', name === '' ? {} : { name }, signal)
  return found
    .filter((e) => !e.disabled)
    .map((e) => ({
      id: e.id,
      label: title(e.data?.['title'] as Localized | undefined),
      disabled: e.data?.['disabled'] === true,
    }))
}

/** Every component, for the tree. Errors are for the tree to show. */
export async function allComponents(title: (value: Localized | undefined) => string): Promise<TreeEntry[]> {
  const found: TreeEntry[] = []
  for (let start = 0; start < offsetPagingLimit; ) {
    const page = {
      entityClass: 'component',
      pagination: { start, limit: searchPageSize },
      sorting: ['title:asc'],
    }
    const { list, count } = await callApi(execute, page, { quiet: true })
    for (const entity of list as Found[]) {
      const data = entity.data ?? {}
      found.push({
        id: entity.id,
        title: title(data['title'] as Localized | undefined),
        parent: data['parent'] as string | undefined,
        disabled: entity.disabled === true || data['disabled'] === true,
        order: Number(data['order'] ?? 0),
      })
    }
    // A page of large entities may hold fewer than were asked for.
    start += list.length
    if (list.length === 0 || start >= count) break
  }
  return found
}

const cell = (row: Row, name: string): string | undefined =>
  [row.columns[name] ?? []].flat().map(String).join(', ') || undefined

/** Other products of a main category by name or number, each with what tells it apart. */
export async function searchProducts(
  query: string,
  signal: AbortSignal,
  { mainCategory, without }: { mainCategory: string | undefined; without: string },
  unnamed: string,
): Promise<Choice[]> {
  const ofCategory: Filter | undefined =
    mainCategory === undefined ? undefined : { field: 'mainCategory', comparison: 'eq', value: mainCategory }
  const { list } = await callApi(
    search,
    {
      ...productSearchWith(query.slice(0, 200), ofCategory),
      columns: ['name', 'manufacturer', 'distributor', 'lists.permits'],
      // One more, because the product itself is left out.
      pagination: { start: 0, limit: nameSearchLimit + 1 },
    },
    { signal, quiet: true, background: true },
  )
  return list
    .filter(({ id }) => id !== without)
    .map((row) => ({
      id: row.id,
      label: cell(row, 'name') ?? unnamed,
      description: [cell(row, 'lists.permits'), cell(row, 'manufacturer') ?? cell(row, 'distributor')]
        .filter(Boolean)
        .join(' · '),
    }))
}
