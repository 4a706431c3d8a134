import { SESv2Client } from '@aws-sdk/client-sesv2'
import { createMailer } from '../../adapters/aws/mailer.ts'
import { port as clock } from './clock.ts'
import { slowClient, variable } from './environment.ts'

export const port = createMailer(new SESv2Client(slowClient), variable('SENDER'), clock)
