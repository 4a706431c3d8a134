import type { SearchReference } from '../../../shared/search/catalogue.ts'
import type { ReferenceReader } from '../product/open.ts'

/** Reference data that filters and columns are compiled with. */
export async function searchReference(reference: ReferenceReader): Promise<SearchReference> {
  const [list, fielddefinition] = await Promise.all([reference.all('list'), reference.all('fielddefinition')])
  return { list, fielddefinition }
}
