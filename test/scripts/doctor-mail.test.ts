/** Whether mail is sent, as the doctor reads it off what SES says. */
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, it } from 'vitest'
import { examine, spell } from '../../scripts/ops/doctor/finding.ts'
import { mail } from '../../scripts/ops/doctor/people.ts'
import { createOperator } from '../../scripts/ops/operator.ts'

const ses = mockClient(SESv2Client)
const client = { region: 'eu-central-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }
const sender = 'inputlist@mail.example.org'
const o = Object.assign(createOperator({ stage: 'test', client, say: () => {} }), {
  output: async () => sender,
})
const look = async (...verified: string[]) => {
  ses.on(GetEmailIdentityCommand).callsFake(({ EmailIdentity }: { EmailIdentity: string }) => {
    if (verified.includes(EmailIdentity)) return { VerifiedForSendingStatus: true }
    throw Object.assign(new Error('no such identity'), { name: 'NotFoundException' })
  })
  return (await examine(o, mail)).map(spell)
}
beforeEach(() => {
  ses.reset()
  ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true })
})

it('the sender may send where its address, its domain or one above is verified', async () => {
  for (const identity of [sender, 'mail.example.org', 'example.org'])
    expect(await look(identity)).toEqual([`✓ Mail is sent from ${sender}`])
})
it('it may not by anything else', async () => {
  for (const others of [[], ['org'], ['another@mail.example.org', 'other.example.org']])
    expect(await look(...others)).toEqual([
      `✗ ${sender} may not send: neither it nor a domain above it is verified → verify it in SES`,
    ])
})
