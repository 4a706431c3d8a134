import { isoOfCountries } from '../../../shared/rules/company.ts'
import type { FactsOfSave } from '../../domain/company/save.ts'
import type { ReferenceReader } from '../product/open.ts'

/**
 * What a company is judged by, beside itself. The plans of phone and tax numbers take as long to load as a sixth of a function's start: they
 * come with the first company that is judged.
 */
export async function companyFacts(reference: Pick<ReferenceReader, 'all'>): Promise<FactsOfSave> {
  const [countries, { companyFormats }] = await Promise.all([
    reference.all('country'),
    import('../../../shared/rules/company-formats.ts'),
  ])
  return { isoOf: isoOfCountries(countries), formats: companyFormats }
}
