/** The set of columns that the product list opens with: of each person, stored with the account. */
import type { ColumnSetEntity } from '../../../api/kept.ts'
import { useSession } from '../../../api/session.tsx'
import { showError } from '../../../frame/notify.ts'
import { startColumnsOf, startSetOf } from '../../../frame/start-view.ts'

export function useStartSet(): {
  id: string | undefined
  /** Undefined: the list opens with the usual columns. */
  choose(set: ColumnSetEntity | undefined): Promise<void>
} {
  const { userData, updateSettings } = useSession()
  return {
    id: startSetOf(userData.defaultProductColumns),
    choose: (set) =>
      updateSettings({ defaultProductColumns: set ? startColumnsOf(set) : '' }, { quiet: true }).catch(
        showError,
      ),
  }
}
