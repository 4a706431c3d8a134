import { fileKey } from '../export/job.ts'
import type { Job } from '../job/job.ts'
import { reportConfig, reportKind } from '../report/job.ts'
import { printConfig, printKind, resultKey } from './job.ts'

/** What a ticket stands for, of whatever kind its job is. */
export interface Ticket {
  /** Where its file lies, and the name that this has as a download. */
  key: string
  fileName: string
  /** Entity that is printed: who may not see it any more does not get the document either. */
  about?: string | undefined
  /** Of many entities: who may see more or less of them than then does not get it either. */
  rights?: string | undefined
  /** One document: where it could not be printed there is nothing. */
  isWhole: boolean
}
/** Undefined where the job prints nothing. */
export function ticketOf(job: Job): Ticket | undefined {
  if (job.data.kind === printKind) {
    const { fileName, about } = printConfig(job)
    return { key: resultKey(job.id, 0), fileName, about, isWhole: true }
  }
  if (job.data.kind !== reportKind) return undefined
  const { fileName, rights, form } = reportConfig(job)
  return { key: fileKey(job.id), fileName, rights, isWhole: form === 'pdf' }
}
