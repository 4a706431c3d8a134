/** Institutions and companies by their names. */
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { companySearchFilter } from '../../../shared/rules/company-search.ts'
import { callApi } from '../../api/client.ts'
import { isRow } from '../../api/hits.ts'
import type { Choice } from '../../ui/async-select.tsx'

const offered = 25

export async function searchCompanies(query: string, signal: AbortSignal): Promise<Choice[]> {
  const attributeFilter = companySearchFilter(query)
  const { list } = await callApi(
    execute,
    {
      entityClass: 'company',
      columns: ['name', 'customerNumber'],
      pagination: { start: 0, limit: offered },
      ...(attributeFilter && { attributeFilter }),
    },
    { quiet: true, signal },
  )
  return list.filter(isRow).map(({ id, columns }) => ({
    id,
    label: String(columns['name'] ?? id),
    ...(columns['customerNumber'] !== undefined && { description: String(columns['customerNumber']) }),
  }))
}

/** Institutions first: there are few. */
export const partySearch =
  (institutions: readonly Choice[], hasCompanies: boolean) =>
  async (query: string, signal: AbortSignal): Promise<Choice[]> => {
    const typed = query.trim().toLowerCase()
    const found = institutions.filter(({ label }) => label.toLowerCase().includes(typed))
    return hasCompanies ? [...found, ...(await searchCompanies(query, signal))] : found
  }
