/** Tells the people of the other party of a message. */
import { mailMessage, recipientsOfMessage } from '../services/conversation/mails.ts'
import { defineMailJob } from './job/define-mail-job.ts'

export default defineMailJob<{ message: string }>('message-mail', {
  recipients: (ports, { message }) => recipientsOfMessage(ports, message),
  mail: (ports, { message }, account) => mailMessage(ports, message, account),
})
