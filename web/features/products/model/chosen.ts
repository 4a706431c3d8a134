/** What a job is about, from what is selected in the list and what that asks. */
import type { run } from '../../../../shared/calls/bml/export/run.ts'
import type { search } from '../../../../shared/calls/bml/product/search.ts'
import type { CallInput } from '../../../api/client.ts'
import type { Chosen } from '../../../ui/list-screen.tsx'

export interface ChosenProducts {
  about: Pick<CallInput<typeof run>, 'ids' | 'attributeFilter' | 'name' | 'except'>
  /** How many they are; undefined where nobody has counted them. */
  count: number | undefined
}

/** The rows by their ids; of all that is found, what finds them and which are left out. */
export function chosenProducts(
  { ids, isAll, count }: Chosen,
  { name, attributeFilter }: CallInput<typeof search>,
): ChosenProducts {
  if (!isAll) return { about: { ids: [...ids] }, count }
  return {
    about: {
      ...(name !== undefined && { name }),
      ...(attributeFilter !== undefined && { attributeFilter }),
      ...(ids.length > 0 && { except: [...ids] }),
    },
    count,
  }
}
