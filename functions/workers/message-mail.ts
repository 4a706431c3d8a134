/** Tells the people of the other party of a message: each by a mail of their own, in their language. */
import { mailMessage, recipientsOfMessage } from '../services/conversation/mails.ts'
import { defineJob } from './job/define-job.ts'

interface Config {
  message: string
  [key: string]: unknown
}

export default defineJob({
  kind: 'message-mail',
  // It follows from a message, and asks for each recipient what they may see.
  permission: 'system',
  uses: ['mailer', 'site'],
  seconds: 60,
  atOnce: 4,

  async plan({ phase, config }: { phase: number; config: Config }, ports) {
    if (phase > 0) return undefined
    const recipients = await recipientsOfMessage(ports, config.message)
    return { units: recipients.map((account) => ({ rows: 1, content: account })) }
  },

  async unit({ config, content }, ports) {
    await mailMessage(ports, config.message, content as string)
    return {}
  },
})
