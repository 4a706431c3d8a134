import type { List } from '../../../shared/model/administration.ts'
import type { SearchReference } from '../../../shared/search/catalogue.ts'
import type { ReferenceReader } from '../product/open.ts'

/** Reference data that filters and columns are compiled with. */
export async function searchReference(reference: ReferenceReader): Promise<SearchReference> {
  const [list, fielddefinition] = await Promise.all([
    reference.all<List>('list'),
    reference.all('fielddefinition'),
  ])
  return { list, fielddefinition }
}
