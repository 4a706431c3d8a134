/** What a job is about, from what is selected in the list. */
import type { search } from '../../../../shared/calls/bml/product/search.ts'
import type { FlagInput } from '../../../../shared/jobs/flag.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import type { CallInput } from '../../../api/client.ts'
import type { Chosen } from '../../../ui/list-screen.tsx'

type About = Pick<FlagInput, 'ids' | 'attributeFilter' | 'name' | 'except'>
export interface Flagging {
  about: About
  /** How many are chosen; undefined where nobody has counted them. */
  count: number | undefined
}

/** The rows by their ids; of all that is found, what finds them and which are left out. */
export function flaggedOf(
  { ids, isAll }: Chosen,
  { name, attributeFilter }: CallInput<typeof search>,
): About {
  if (!isAll) return { ids: [...ids] }
  return {
    ...(name !== undefined && { name }),
    ...(attributeFilter !== undefined && { attributeFilter: attributeFilter as Filter }),
    ...(ids.length > 0 && { except: [...ids] }),
  }
}
