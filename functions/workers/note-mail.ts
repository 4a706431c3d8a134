/** Mails a note to those who are responsible for its list. */
import { mailNote, type NoteMailConfig, recipientsOfNote } from '../services/product/note-mails.ts'
import { defineMailJob } from './job/define-mail-job.ts'

export default defineMailJob<NoteMailConfig>('note-mail', { recipients: recipientsOfNote, mail: mailNote })
