import { history } from '../../../shared/calls/eav/entity/history.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { useCall } from '../../api/use-call.ts'

const everyMs = 20_000

/** Who has saved a newer revision while somebody edits here; asked every 20 seconds. */
export function useMeanwhile(
  view: ProductView,
  isEditing: boolean,
): { name: string; rev: number } | undefined {
  const { data } = useCall(history, isEditing ? { id: view.id, limit: 1 } : null, {
    refreshInterval: everyMs,
  })
  const latest = data?.list[0]
  return isEditing && latest && latest.rev > view.rev
    ? { name: latest.updatedByName, rev: latest.rev }
    : undefined
}
