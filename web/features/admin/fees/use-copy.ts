/** Copies a fee schedule, and says which field of the form a refusal is about. */
import { useCallback, useRef, useState } from 'react'
import { copyfeeschedule } from '../../../../shared/calls/bml/invoice/copyfeeschedule.ts'
import { isCallError } from '../../../../shared/errors.ts'
import { feeScopes } from '../../../../shared/model/fee-schedule.ts'
import type { CallInput } from '../../../api/client.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import type { FeeWords } from './use-fee-words.ts'
import type { ScheduleEntity } from './use-schedules.ts'
import { useWritten } from './use-written.ts'

interface Refused {
  /** The year has one; a fee is raised beyond what there is; neither. */
  at: 'year' | 'raise' | 'all'
  error: unknown
}
function refusedAt(error: unknown): Refused['at'] {
  if (!isCallError(error)) return 'all'
  if (error.code === 'duplicate') return 'year'
  const { issues = [] } = error.details
  const isFee = ({ path }: { path: string }) => feeScopes.some((scope) => path.startsWith(`/${scope}/`))
  return error.code === 'invalid_input' && issues.some(isFee) ? 'raise' : 'all'
}

/** `onTaken`: the year has one that nobody here knew of. */
export function useCopy(words: FeeWords, onTaken: () => void) {
  const onWritten = useWritten()
  const { send, isSending } = useSend(copyfeeschedule, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  // One key for what is asked for: again after a lost answer it makes one copy.
  const key = useRef(crypto.randomUUID())
  const forget = useCallback(() => {
    key.current = crypto.randomUUID()
    setRefused(undefined)
  }, [])
  /** The copy; undefined where there is none. */
  const copy = async (
    { id, data }: ScheduleEntity,
    to: Omit<CallInput<typeof copyfeeschedule>, 'id'>,
  ): Promise<ScheduleEntity | undefined> => {
    setRefused(undefined)
    try {
      const made = await send({ id, ...to }, { idempotencyKey: key.current })
      await onWritten(made)
      const text = words.fees('copy.done', { from: words.name(data), name: words.name(made.data) })
      notify.success({ id: `copied:${made.id}`, text })
      return made
    } catch (error) {
      const at = refusedAt(error)
      setRefused({ at, error })
      if (at === 'year') onTaken()
      return undefined
    }
  }
  return { copy, isCopying: isSending, refused, forget }
}
