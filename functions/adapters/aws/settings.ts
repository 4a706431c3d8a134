import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm'
import type { Settings } from '../../ports/settings.ts'

/** A switch takes effect within this time. Milliseconds, like all times here. */
const switchAge = 15_000
/** The secret of the edge is read anew after this, and is believed no longer than that while it cannot be read. */
const secretAge = 60_000
export const secretBelieved = 15 * 60_000

/**
 * The secret as it is stored: what deployments have the edge send, and while it is changed the one that comes next, or
 * the one before, which the edge may still send. Both are taken beside `current`.
 */
export interface OriginSecret {
  current: string
  next?: string
  previous?: string
}
/** Errors: a text that holds no secret, for whatever reason. */
export function parseOriginSecret(text: string | undefined): OriginSecret {
  const { current, next, previous } = JSON.parse(text ?? '{}') as Partial<OriginSecret>
  const isSecret = (value: unknown) => typeof value === 'string' && value.length >= 16
  if (!isSecret(current) || [next, previous].some((value) => value !== undefined && !isSecret(value)))
    throw new Error('the secret of the edge holds no value that could be compared')
  return { current: current!, ...(next && { next }), ...(previous && { previous }) }
}

/**
 * What `read` gives, read anew after `age`. While it fails, the last answer holds for `believed`; without one, `otherwise`
 * does, and where there is none the failure is the caller's.
 */
function reread<T>(
  read: () => Promise<T>,
  { age, believed, otherwise, now }: { age: number; believed: number; otherwise?: T; now: () => number },
): () => Promise<T> {
  let known: { value: T; read: number; tried: number } | undefined
  return async () => {
    if (known && now() - known.tried < age) return known.value
    try {
      const value = await read()
      known = { value, read: now(), tried: now() }
    } catch (error) {
      if (known && now() - known.read < believed) known.tried = now()
      else if (otherwise !== undefined) known = { value: otherwise, read: now(), tried: now() }
      else throw error
    }
    return known.value
  }
}

/**
 * Settings of a stage. Maintenance is on while its parameter, which only ops write, says `on`; while it cannot be read,
 * the last answer holds, and before the first one it is off. Of the secret of the edge nothing is assumed: who has not
 * read it for a quarter of an hour lets nobody in.
 */
export function createSettings(
  clients: { ssm: SSMClient; secrets: SecretsManagerClient },
  options: {
    /** Name of the parameter. */
    maintenance: string
    /** Name or ARN of the secret. */
    originSecret: string
    hasPresence: boolean
    stage: string
    version: string
    now?: () => number
  },
): Settings {
  const { maintenance, originSecret, hasPresence, stage, version, now = Date.now } = options
  const isMaintenance = reread(
    async () => {
      // A parameter that is not there is no error of this command.
      const { Parameters = [] } = await clients.ssm.send(new GetParametersCommand({ Names: [maintenance] }))
      return Parameters[0]?.Value === 'on'
    },
    { age: switchAge, believed: Number.POSITIVE_INFINITY, otherwise: false, now },
  )
  const originSecrets = reread(
    async () => {
      const { SecretString } = await clients.secrets.send(
        new GetSecretValueCommand({ SecretId: originSecret }),
      )
      return Object.values(parseOriginSecret(SecretString)) as string[]
    },
    { age: secretAge, believed: secretBelieved, now },
  )
  return {
    isMaintenance,
    originSecrets,
    hasPresence: () => hasPresence,
    stage: () => stage,
    version: () => version,
  }
}
