/** What an export is about, from what the list asks and what is selected in it. */
import type { run } from '../../../../shared/calls/bml/export/run.ts'
import type { search } from '../../../../shared/calls/bml/product/search.ts'
import type { CallInput } from '../../../api/client.ts'
import type { Chosen } from '../../../ui/list-screen.tsx'

type Order = CallInput<typeof run>
export interface Exporting {
  about: Pick<Order, 'ids' | 'attributeFilter' | 'name' | 'except'>
  /** How many they are; undefined where nobody has counted them. */
  count: number | undefined
}
/** What is selected; where nothing is, all that is found. */
export function exportedOf(
  { ids, isAll, count }: Chosen,
  { name, attributeFilter }: CallInput<typeof search>,
): Exporting {
  if (!isAll) return { about: { ids: [...ids] }, count: ids.length }
  return {
    about: {
      ...(name !== undefined && { name }),
      ...(attributeFilter !== undefined && { attributeFilter }),
      ...(ids.length > 0 && { except: [...ids] }),
    },
    count,
  }
}
