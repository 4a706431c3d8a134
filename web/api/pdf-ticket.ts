/** Documents that are being printed: the one way to wait for what a ticket stands for (`bml/product/getpdfandstatus`). */
import { useCallback, useEffect, useRef, useState } from 'react'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import { pdfPollMs, pdfTimeoutMs } from '../../shared/constants.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { ErrorDetails } from '../../shared/errors.ts'
import { apiError, isAbort } from './api-error.ts'
import { callApi, sleep } from './client.ts'
import { isOffline } from './connection.ts'

const failed = (message: string, details: ErrorDetails) =>
  apiError(getpdfandstatus.name, `/api/${getpdfandstatus.name}`, { code: 'rule_violated', message, details })

type Answer = OutputOf<typeof getpdfandstatus>
/** What was printed; `leftOut` and `missing` as the call says them. */
export type Printed = Pick<Answer, 'leftOut' | 'missing'> & { url: string }

/**
 * The document, once it is printed; `onProgress` hears how far it is. Rejects with an `ApiError` that says why there is none, or
 * with the signal's reason.
 */
export async function waitForPdf(
  ticketNumber: string,
  signal: AbortSignal,
  onProgress: (progress: Answer['progress']) => void = () => {},
): Promise<Printed> {
  const how = { quiet: true, background: true, signal }
  const end = Date.now() + pdfTimeoutMs
  while (Date.now() < end) {
    const answer = await callApi(getpdfandstatus, { ticketNumber }, how).catch((error: unknown) => {
      // It is printed all the same: asked again once there is a connection.
      if (isOffline(error)) return undefined
      throw error
    })
    if (answer?.result !== undefined) {
      const { result: url, leftOut, missing } = answer
      return { url, ...(leftOut && { leftOut }), ...(missing && { missing }) }
    }
    if (answer?.done) {
      const { error = '', text } = answer
      throw failed(error, text ? { key: text.key, params: text.params as ErrorDetails['params'] & {} } : {})
    }
    if (answer) onProgress(answer.progress)
    await sleep(pdfPollMs, signal)
  }
  throw failed('timeout on retrieving pdf', { key: 'pdfTimeout' })
}

/** What was asked for, and how far it is. */
export type PdfState =
  | { of: string; step: 'printing'; ticketNumber?: string | undefined; progress?: Answer['progress'] }
  | ({ of: string; step: 'ready' } & Printed)
  | { of: string; step: 'failed'; error: unknown }

interface Asked {
  ticketNumber?: string | undefined
  result?: string | undefined
}
/** One document at a time: whoever asks for another gives up waiting for this one. */
export function usePdf(): {
  pdf: PdfState | undefined
  /** `ask` gives a ticket, or the document's address at once. `of` names what it is of. */
  print(of: string, ask: (signal: AbortSignal) => Promise<Asked>): Promise<void>
} {
  const [pdf, setPdf] = useState<PdfState>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const print = useCallback(async (of: string, ask: (signal: AbortSignal) => Promise<Asked>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setPdf({ of, step: 'printing' })
    try {
      const { ticketNumber, result } = await ask(signal)
      const tell = (progress?: Answer['progress']) => {
        if (!signal.aborted) setPdf({ of, step: 'printing', ticketNumber, progress })
      }
      if (result === undefined) tell()
      const printed =
        result === undefined ? await waitForPdf(ticketNumber ?? '', signal, tell) : { url: result }
      signal.throwIfAborted()
      setPdf({ of, step: 'ready', ...printed })
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) setPdf({ of, step: 'failed', error })
    }
  }, [])
  return { pdf, print }
}
