/** What a browser meets: the address, the page, the calls. */
import { connect } from 'node:tls'
import { SSMClient } from '@aws-sdk/client-ssm'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { dayMs } from '../../../shared/rules/dates.ts'
import type { Operator } from '../operator.ts'
import { readOriginSecret } from '../rotate-origin-secret.ts'
import { type Check, type Finding, fine, see, unknown, wrong } from './finding.ts'

const get = async (o: Operator, path: string, init: RequestInit = {}) =>
  fetch(`${await o.address()}${path}`, { ...init, redirect: 'manual', signal: AbortSignal.timeout(15_000) })
/** An address that does not answer is what is wrong, not a reason not to know. */
async function probe(o: Operator, what: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return wrong(
      `${what} (${await o.address()}) does not answer: ${reason}`,
      'look at the edge and its domain record',
    )
  }
}

export const statusAnswers: Check = {
  name: 'The status',
  look: (o) =>
    probe(o, 'The status', async () => {
      const answer = await get(o, '/api/system/status')
      if (answer.status !== 200) return wrong(`The status answers ${answer.status}`, see('a-call-fails'))
      const { data } = (await answer.json()) as { data: Record<string, string> }
      const { status, version, stage, index } = data
      if (stage !== o.stage)
        return wrong(`The address is that of the stage ${stage}`, 'look at its domain record')
      if (status === 'degraded' || index === 'unavailable')
        return wrong('The calls do not reach the index', see('the-index-is-ill'))
      return fine(`The calls answer: status ${status}, index ${index}, version ${version}`)
    }),
}

export const configServed: Check = {
  name: 'The settings of the page',
  look: (o) =>
    probe(o, 'The page', async () => {
      const answer = await get(o, '/config.json')
      if (answer.status !== 200)
        return wrong(`/config.json answers ${answer.status}`, 'deploy the stack Site')
      const config = (await answer.json()) as RuntimeConfig
      const poolId = await o.output('Identity', 'PoolId')
      const named = (config.signIn as { userPoolId?: string } | undefined)?.userPoolId
      if (config.stage !== o.stage || named !== poolId)
        return wrong(`/config.json is of ${config.stage} and ${named}`, 'deploy the stack Site')
      return fine('The page gets its settings, with the pool of this stage')
    }),
}

export const pageServed: Check = {
  name: 'The page',
  look: (o) =>
    probe(o, 'The page', async () => {
      const answer = await get(o, '/')
      if (answer.status !== 200 || !(await answer.text()).includes('<div id="root"'))
        return wrong(`The page answers ${answer.status}, and is not the app`, 'deploy the stack Site')
      const policy = answer.headers.get('content-security-policy') ?? ''
      const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? ''
      if (!scripts || /unsafe-/.test(scripts))
        return wrong('The page comes without a policy of what it may load', 'deploy the stack Web')
      return fine('The page is served, with the policy of what it may load')
    }),
}

export const callsGuarded: Check = {
  name: 'Access to the calls',
  look: (o) =>
    probe(o, 'The API', async () => {
      const post = (headers: Record<string, string>) =>
        get(o, '/api/bml/product/search', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', ...headers },
        })
      const [without, forged] = [await post({}), await post({ authorization: 'Bearer forged' })]
      const isGuarded = [without, forged].every(({ status }) => status === 401 || status === 403)
      return isGuarded
        ? fine('Requests without a good token are refused')
        : wrong(
            `Requests without a good token are answered ${without.status} and ${forged.status}`,
            'switch maintenance on, look at the authoriser of the stack Api',
          )
    }),
}

/** The address behind the edge, which the firewall does not stand before. */
async function addressBehind(o: Operator): Promise<string> {
  const apiId = await o.output('Api', 'ApiId')
  if (o.isLocal)
    return `${o.client.endpoint ?? process.env['AWS_ENDPOINT_URL']}/_aws/execute-api/${apiId}/$default`
  return `https://${apiId}.execute-api.${await new SSMClient(o.client).config.region()}.amazonaws.com`
}

export const edgeSecret: Check = {
  name: 'The secret of the edge',
  async look(o) {
    const { next, previous } = await readOriginSecret(o)
    const { status } = await fetch(`${await addressBehind(o)}/api/system/status`, {
      signal: AbortSignal.timeout(15_000),
    })
    return [
      status === 403
        ? fine('The address behind the edge refuses who comes without its secret')
        : wrong(`The address behind the edge answers ${status}, not 403`, see('the-secret-of-the-edge')),
      ...((next ?? previous)
        ? [wrong('A change of the secret of the edge was begun and not ended', see('the-secret-of-the-edge'))]
        : []),
    ]
  },
}

/** When the certificate of a host ends. */
const endOf = (host: string, port: number) =>
  new Promise<Date>((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: 10_000 }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer within 10 s')))
    socket.on('error', reject)
  })
export const daysUntil = (date: Date) => Math.floor((date.getTime() - Date.now()) / dayMs)

export const certificate: Check = {
  name: 'The certificate',
  async look(o) {
    const { protocol, hostname, port } = new URL(await o.address())
    if (protocol !== 'https:') return unknown('The certificate', 'the address is none of https')
    const days = daysUntil(await endOf(hostname, Number(port || 443)))
    return days < 21
      ? wrong(
          `The certificate of ${hostname} ends in ${days} days`,
          'renew it in Certificate Manager (us-east-1); one validated by DNS renews itself while its record is there',
        )
      : fine(`The certificate of ${hostname} is good for ${days} more days`)
  },
}
