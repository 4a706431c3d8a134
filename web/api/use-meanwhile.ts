import { history } from '../../shared/calls/eav/entity/history.ts'
import { useCall } from './use-call.ts'

/** Often enough that it is known within 20 seconds; nothing is asked while the window is not looked at. */
const everyMs = 15_000

export interface Meanwhile {
  /** Who saved the newest revision. */
  name: string
  rev: number
}
/** A revision of an entity that is newer than the one shown; `isAsked` is false where nothing newer would be shown. */
export function useMeanwhile(id: string, rev: number, isAsked: boolean): Meanwhile | undefined {
  const { data } = useCall(history, isAsked ? { id, limit: 1 } : null, {
    refreshInterval: everyMs,
    revalidateOnFocus: true,
  })
  const latest = data?.list[0]
  return isAsked && latest && latest.rev > rev ? { name: latest.updatedByName, rev: latest.rev } : undefined
}
