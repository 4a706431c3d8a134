import { SESv2Client } from '@aws-sdk/client-sesv2'
import { createMailer } from '../../adapters/aws/mailer.ts'
import { port as clock } from './clock.ts'
import { answeringWithin, client, variable } from './environment.ts'

/** Asked once, and waited for: what was taken without an answer would be mailed again. The job has tries of its own. */
const once = { ...client, ...answeringWithin(30_000), maxAttempts: 1 }
export const port = createMailer(new SESv2Client(once), variable('SENDER'), clock)
