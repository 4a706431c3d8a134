/** A kind of job that tells people of one thing: each by a mail of their own, in their language. */
import type { BatchJob } from '../../../shared/model/administration.ts'
import type { WorkContext } from '../../runtime/worker.ts'
import { defineJob } from './define-job.ts'

type Ports = WorkContext<'mailer' | 'site' | 'entities' | 'reference'>

export const defineMailJob = <C>(
  kind: BatchJob['kind'],
  mails: {
    /** Accounts that are to get one. */
    recipients(ports: Ports, config: C): Promise<string[]>
    mail(ports: Ports, config: C, account: string): Promise<void>
  },
) =>
  defineJob({
    kind,
    // It follows from what somebody else did, and asks for each recipient what they may see.
    permission: 'system',
    uses: ['mailer', 'site'],
    seconds: 60,
    atOnce: 4,

    async plan({ phase, config }, ports) {
      if (phase > 0) return undefined
      const recipients = await mails.recipients(ports, config as C)
      return { units: recipients.map((account) => ({ rows: 1, content: account })) }
    },

    async unit({ config, content }, ports) {
      await mails.mail(ports, config as C, content as string)
      return {}
    },
  })
