/** Mails a note to those who are responsible for its list: each a mail of their own, in their language. */
import { mailNote, type NoteMailConfig, recipientsOfNote } from '../services/product/note-mails.ts'
import { defineJob } from './job/define-job.ts'

export default defineJob({
  kind: 'note-mail',
  // It follows from a note, and asks for each recipient what they may see.
  permission: 'system',
  uses: ['mailer', 'site'],
  seconds: 60,
  atOnce: 4,

  async plan({ phase, config }: { phase: number; config: NoteMailConfig }, ports) {
    if (phase > 0) return undefined
    const recipients = await recipientsOfNote(ports, config)
    return { units: recipients.map((account) => ({ rows: 1, content: account })) }
  },

  async unit({ config, content }, ports) {
    await mailNote(ports, config, content as string)
    return {}
  },
})
