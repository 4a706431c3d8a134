/** A run: how far it is, and once it is over what it has billed, or would bill. */
import { useState } from 'react'
import { checkstatus } from '../../../../shared/calls/batch/job/checkstatus.ts'
import { runresult } from '../../../../shared/calls/bml/invoice/runresult.ts'
import type { Bill } from '../../../../shared/model/invoice.ts'
import { callApi } from '../../../api/client.ts'
import { type Send, useCall } from '../../../api/use-call.ts'

/** While somebody looks at a run that is under way. */
const refreshMs = 2_000

/** All pages of it. */
const loadAll: Send<typeof runresult> = async (asked, options) => {
  const list: Bill[] = []
  let page = await callApi(runresult, asked, options)
  list.push(...page.list)
  while (page.next !== undefined) {
    page = await callApi(runresult, { ...asked, start: page.next }, options)
    list.push(...page.list)
  }
  return { ...page, list }
}

export function useRun(jobId: string) {
  const [isRunning, setRunning] = useState(true)
  const job = useCall(checkstatus, { id: jobId, limit: 1 }, { refreshInterval: isRunning ? refreshMs : 0 })
  const isOver = job.data?.status === 'complete' || job.data?.status === 'aborted'
  if (isOver && isRunning) setRunning(false)
  const result = useCall(runresult, isOver ? { jobId } : null, { send: loadAll })
  return {
    job: job.data,
    isOver,
    bills: result.data?.list,
    error: job.error ?? result.error,
    retry: () => void (job.error ? job.mutate() : result.mutate()),
  }
}
