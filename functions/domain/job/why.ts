import type { JobReason } from '../../../shared/model/job.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'

/** Why something was not done: in English, for logs and scripts, and as a message for readers of any language. */
export type Why = Pick<JobReason, 'message' | 'text'>

/** Why something was not done whose tries are used up. The cause may tell of the server: it is in the log alone, under the job's id. */
export const givenUp = (jobId: string): Why => ({
  message: `Not done in several tries. The log tells the cause of job ${jobId}.`,
  text: { key: 'jobUnitGivenUp', params: { job: jobId } },
})

/** `key`: the sentence, where the refusal itself may name none. */
export const whyOf = (
  { message, details: { key: own, params } }: Pick<Refusal, 'message' | 'details'>,
  key = own,
): Why => ({
  message,
  ...(key && { text: { key, ...(params && { params }) } }),
})
