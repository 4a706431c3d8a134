/** Sends one confirmation: prints it, keeps the document, mails it, and only then is it sent. A unit that comes again goes on. */
import { isCallError } from '../../shared/errors.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
import {
  failedWith,
  giveUpSending,
  type SendConfig,
  sendConfirmation,
} from '../services/confirmation/send.ts'
import { defineJob } from './job/define-job.ts'

export default defineJob({
  kind: 'confirmation',
  permission: 'confirmation:edit',
  uses: ['entities', 'files', 'pdf', 'mailer', 'clock', 'statements', 'qrCodes'],
  seconds: 120,
  atOnce: 4,
  // A browser needs the memory of a function for itself.
  batch: 1,

  plan: async ({ phase }: { phase: number; config: SendConfig }) =>
    phase > 0 ? undefined : { units: [{ rows: 1, content: {} }] },

  async unit({ job, config, actor }, ports) {
    if (!actor) throw new Error('a confirmation is sent by a person')
    try {
      const sent = await sendConfirmation(ports, actor, job.id, config)
      return isRefusal(sent) ? failedWith(sent) : {}
    } catch (error) {
      // Such a document can never be printed. Other faults are tried again.
      if (!isCallError(error) || error.code !== 'too_large') throw error
      return failedWith(error)
    }
  },

  finish: ({ job, config }, ports) => giveUpSending(ports, job.id, config),
})
