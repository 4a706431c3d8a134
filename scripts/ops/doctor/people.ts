/** Who may come in, and who is told what. */
import { X509Certificate } from 'node:crypto'
import {
  CognitoIdentityProviderClient,
  DescribeIdentityProviderCommand,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns'
import type { Operator } from '../operator.ts'
import { isAdministrators, providersOf, readAccounts } from '../people.ts'
import { daysUntil } from './edge.ts'
import { type Check, type Finding, fine, see, unknown, wrong } from './finding.ts'

export const administrators: Check = {
  name: 'Administrators',
  async look(o) {
    const admins = (await readAccounts(o)).filter(isAdministrators)
    return admins.length > 0
      ? fine(`${admins.length} active accounts are administrators'`)
      : wrong('No active account is an administrator’s', see('first-administrator'))
  },
}

async function lookAtProvider(o: Operator, ProviderName: string): Promise<Finding[]> {
  const UserPoolId = await o.output('Identity', 'PoolId')
  const { IdentityProvider } = await new CognitoIdentityProviderClient(o.client).send(
    new DescribeIdentityProviderCommand({ UserPoolId, ProviderName }),
  )
  const { ProviderType, ProviderDetails = {} } = IdentityProvider ?? {}
  const address =
    ProviderType === 'SAML'
      ? ProviderDetails['MetadataURL']
      : `${ProviderDetails['oidc_issuer']?.replace(/\/$/, '')}/.well-known/openid-configuration`
  if (!address)
    return [wrong(`The sign-in provider ${ProviderName} has no address`, see('sign-in-providers'))]
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) }).catch((error: Error) => error)
  if (answer instanceof Error || !answer.ok)
    return [
      wrong(
        `The sign-in provider ${ProviderName} does not answer at ${address}: ${answer instanceof Error ? answer.message : answer.status}`,
        'ask who runs it',
      ),
    ]
  const found = [fine(`People sign in by ${ProviderName} (${ProviderType}), which answers`)]
  if (ProviderType !== 'SAML') return found
  // All of them may be used; the one that ends last is the newest.
  const text = await answer.text()
  const ends = [...text.matchAll(/X509Certificate>([^<]+)</g)].map(
    (match) => new X509Certificate(Buffer.from(match[1]!, 'base64')).validToDate,
  )
  const days = daysUntil(new Date(Math.max(...ends.map((end) => end.getTime()))))
  if (ends.length > 0 && days < 30)
    found.push(
      wrong(
        `The certificate that ${ProviderName} signs with ends in ${days} days`,
        'ask who runs it for the next one; the pool reads the metadata by itself every six hours',
      ),
    )
  return found
}

export const signIn: Check = {
  name: 'Sign-in',
  async look(o) {
    const { UserPoolClient } = await new CognitoIdentityProviderClient(o.client).send(
      new DescribeUserPoolClientCommand({
        UserPoolId: await o.output('Identity', 'PoolId'),
        ClientId: await o.output('Identity', 'ClientId'),
      }),
    )
    const providers = await providersOf(o)
    if (providers.length === 0)
      return (UserPoolClient?.ExplicitAuthFlows ?? []).some(
        (flow) => flow.includes('PASSWORD') || flow.includes('SRP'),
      )
        ? fine('People sign in by passwords of the pool')
        : wrong('There is no way to sign in', see('sign-in-providers'))
    const found = (await Promise.all(providers.map((name) => lookAtProvider(o, name)))).flat()
    const back = `${await o.address()}/sign-in`
    if (!UserPoolClient?.CallbackURLs?.includes(back))
      found.push(wrong(`Signing in does not lead back to ${back}`, 'deploy with INPUTLIST_DOMAIN'))
    return found
  },
}

/** What may be verified for the sender: its address, or a domain at or above its own. */
function identitiesOf(sender: string): string[] {
  const labels = sender.split('@')[1]!.split('.')
  return [sender, ...labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'))]
}

export const mail: Check = {
  name: 'Mail',
  async look(o) {
    const sender = await o.output('Data', 'Sender')
    const ses = new SESv2Client(o.client)
    const isVerified = async (EmailIdentity: string) => {
      try {
        const answer = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }))
        return answer.VerifiedForSendingStatus === true
      } catch (error) {
        if ((error as Error).name === 'NotFoundException') return false
        throw error
      }
    }
    const found: Finding[] = []
    const verified = await Promise.all(identitiesOf(sender).map(isVerified))
    if (!verified.includes(true))
      found.push(
        wrong(`${sender} may not send: neither it nor a domain above it is verified`, 'verify it in SES'),
      )
    const { ProductionAccessEnabled, SendingEnabled } = await ses.send(new GetAccountCommand({}))
    if (SendingEnabled === false)
      found.push(wrong('SES sends nothing for this account', 'read the message that AWS has left in SES'))
    if (!ProductionAccessEnabled)
      found.push(wrong('SES is in its sandbox: mail goes to verified addresses only', see('limits')))
    return found.length > 0 ? found : fine(`Mail is sent from ${sender}`)
  },
}

export const alarmsTold: Check = {
  name: 'Who is told of alarms',
  async look(o) {
    const [TopicArn] = await o.resources('Data', 'AWS::SNS::Topic')
    if (!TopicArn) return wrong('The stack Data has no topic of alarms', 'deploy')
    if (o.isLocal) return unknown('Who is told of alarms', 'one machine sends no mail about them')
    const found: string[] = []
    for await (const page of paginateListSubscriptionsByTopic(
      { client: new SNSClient(o.client) },
      { TopicArn },
    ))
      for (const { SubscriptionArn, Endpoint } of page.Subscriptions ?? [])
        if (SubscriptionArn?.startsWith('arn:')) found.push(Endpoint!)
    return found.length > 0
      ? fine(`Alarms are told to ${found.join(', ')}`)
      : wrong('Nobody is told of alarms', 'confirm the mail that the topic has sent to INPUTLIST_ALARMS')
  },
}
