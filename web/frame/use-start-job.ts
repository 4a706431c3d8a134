/** Starts a job that somebody asks for: it is followed to its end, and a notice says that it has begun. */
import { useCallback, useRef, useState } from 'react'
import type * as z from 'zod'
import type { Contract } from '../../shared/contract.ts'
import { errorStatus, isCallError } from '../../shared/errors.ts'
import type { CallInput } from '../api/client.ts'
import { useSend } from '../api/use-call.ts'
import { startedNotice } from './job-toasts.ts'
import { notify } from './notify.ts'
import { followJob } from './use-job-watch.ts'

type StartContract = Contract<z.ZodType, z.ZodType<{ jobId: string }>>

/** No answer, one that tells of a fault, or that the same request still runs: the job may be there all the same. */
const mayHaveStarted = (error: unknown) =>
  isCallError(error) && (errorStatus[error.code] >= 500 || error.details.key === 'requestStillRunning')

export function useStartJob<C extends StartContract>(
  contract: C,
  { started, onStarted }: { started: string; onStarted(jobId: string): void },
) {
  const { send, isSending } = useSend(contract, { quiet: true })
  const [error, setError] = useState<unknown>()
  /** Keys of the orders that may have been taken: each is sent again under its own, so that it makes one job. */
  const keys = useRef(new Map<string, string>())
  const start = async (order: CallInput<C>): Promise<void> => {
    const asked = JSON.stringify(order)
    const key = keys.current.get(asked) ?? crypto.randomUUID()
    keys.current.set(asked, key)
    try {
      const { jobId } = await send(order, { idempotencyKey: key })
      keys.current.delete(asked)
      followJob(jobId)
      notify.info({ id: startedNotice(jobId), text: started })
      onStarted(jobId)
    } catch (cause) {
      if (!mayHaveStarted(cause)) keys.current.delete(asked)
      setError(cause)
    }
  }
  const forgetError = useCallback(() => setError(undefined), [])
  return { start, isStarting: isSending, error, forgetError }
}
