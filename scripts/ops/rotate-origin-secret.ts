/**
 * Changes the secret that shows functions that a request came through the edge. Functions take the old and the new one
 * while the edge changes over, so that nobody notices. It may be ended at any point: the next run goes on where this one
 * stood. A deployment at any time has the edge send what is `current`, which functions take from the moment it is that.
 * Of two runs at the same time, only the one whose write comes first goes on.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  CloudFrontClient,
  type DistributionConfig,
  GetDistributionConfigCommand,
  InvalidIfMatchVersion,
  PreconditionFailed,
  UpdateDistributionCommand,
  waitUntilDistributionDeployed,
} from '@aws-sdk/client-cloudfront'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import {
  type OriginSecret,
  parseOriginSecret,
  secretBelieved,
} from '../../functions/adapters/aws/settings.ts'
import { originSecretName } from '../../lib/parts/origin-secret.ts'
import { originSecretHeader } from '../../shared/constants.ts'
import type { Command } from './command.ts'
import type { Operator } from './operator.ts'

/** After this every function has read what was written, or lets nobody in. Milliseconds. */
const untilRead = secretBelieved + 60_000
/** Seconds that an edge takes to change everywhere, at most. */
const untilDeployed = 1_800
const pause = 15_000

/** Somebody else changed the secret since this run read it. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super(
      'Somebody else is changing the secret of the edge: this run stops. Nothing is lost; when the other run has ended, look at the doctor, and start again if it says so.',
    )
  }
}

/** The secret as it was read, or written, and which version of it that is. */
export interface Stored {
  secret: OriginSecret
  version: string
}
/** What the edge sends, and which state of its settings says so. */
export interface Sent {
  value: string
  state: string
}

/** Where the secret is; in tests something simpler. */
export interface OriginSecrets {
  read(): Promise<Stored>
  /** Writes over that version only. Gives the version written. Errors: `ChangedMeanwhile`, if there is another one. */
  replace(version: string, secret: OriginSecret): Promise<string>
  /** Waits until no deployment of the edge is under way that could have read the secret before now. */
  undisturbed(): Promise<void>
  /** What the edge sends everywhere; undefined where a stage has none that could be changed. */
  sent(): Promise<Sent | undefined>
  /**
   * Has the edge send it instead of what it sent in that state, and waits until it does everywhere. False if the edge has
   * another state by now; nothing was changed then.
   */
  send(secret: string, state: string): Promise<boolean>
  /** Waits until every function knows what was written. */
  settle(): Promise<unknown>
}

/** Puts a new secret in the place of the one of now. At no time does the edge send what functions refuse. */
export async function rotate(
  at: OriginSecrets,
  made: () => string,
  say: (line: string) => void,
): Promise<void> {
  let { secret, version } = await at.read()
  // Each write is over the version that this run read or wrote: over any other one it could take away what the edge sends.
  const write = async (next: OriginSecret) => {
    version = await at.replace(version, next)
    secret = next
  }
  if (secret.next ?? secret.previous) say('Going on with a change that was begun.')
  if (!secret.previous) {
    const { current } = secret
    const next = secret.next ?? made()
    if (!secret.next) await write({ current, next })
    say('Functions take the new secret beside the one of now, all of them in a quarter of an hour …')
    await at.settle()
    await write({ current: next, previous: current })
  }
  const { current } = secret
  say('The edge changes over, which takes some minutes …')
  // A deployment that had read the old one before it was replaced may still put it back: then once more.
  for (;;) {
    await at.undisturbed()
    const sent = await at.sent()
    if (sent === undefined || sent.value === current) break
    // Looked at after the edge: whoever ends this change from here on changes the edge before, so that `send` does nothing.
    if ((await at.read()).version !== version) throw new ChangedMeanwhile()
    await at.send(current, sent.state)
  }
  await write({ current })
  say('The old secret is good no more.')
}

function withHeader(config: DistributionConfig, secret: string): DistributionConfig {
  const changed = structuredClone(config)
  for (const origin of changed.Origins?.Items ?? [])
    for (const header of origin.CustomHeaders?.Items ?? [])
      if (header.HeaderName?.toLowerCase() === originSecretHeader) header.HeaderValue = secret
  return changed
}

/** The secret of a stage as it is stored. */
export async function readOriginSecret(o: Pick<Operator, 'client' | 'stage'>): Promise<OriginSecret> {
  return (await readStored(new SecretsManagerClient(o.client), originSecretName(o.stage))).secret
}
async function readStored(manager: SecretsManagerClient, SecretId: string): Promise<Stored> {
  const { SecretString, VersionId } = await manager.send(new GetSecretValueCommand({ SecretId }))
  return { secret: parseOriginSecret(SecretString), version: VersionId! }
}

/** The secret of that name, written under a condition: Secrets Manager moves a label only from the version that has it. */
export function storedSecret(
  manager: SecretsManagerClient,
  SecretId: string,
): Pick<OriginSecrets, 'read' | 'replace'> {
  const read = () => readStored(manager, SecretId)
  return {
    read,
    async replace(version, secret) {
      const SecretString = JSON.stringify(secret)
      const { VersionId } = await manager.send(
        new PutSecretValueCommand({ SecretId, SecretString, VersionStages: ['AWSPENDING'] }),
      )
      const move = new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage: 'AWSCURRENT',
        RemoveFromVersionId: version,
        MoveToVersionId: VersionId,
      })
      await manager.send(move).catch(async (error: unknown) => {
        const found = (await read()).version
        // Done before an answer that was lost.
        if (found === VersionId) return
        throw found === version ? error : new ChangedMeanwhile()
      })
      return VersionId!
    },
  }
}

async function secretsOf(o: Operator): Promise<OriginSecrets> {
  const formation = new CloudFormationClient(o.client)
  const edge = new CloudFrontClient(o.client)
  const [Id] = o.isLocal ? [] : await o.resources('Web', 'AWS::CloudFront::Distribution')
  if (!o.isLocal && !Id) throw new Error(`The stack Inputlist-${o.stage}-Web has no edge: deploy it again.`)
  const deployed = () =>
    waitUntilDistributionDeployed({ client: edge, maxWaitTime: untilDeployed }, { Id: Id! })
  return {
    ...storedSecret(new SecretsManagerClient(o.client), originSecretName(o.stage)),
    async undisturbed() {
      const StackName = `Inputlist-${o.stage}-Web`
      for (;;) {
        const { Stacks } = await formation.send(new DescribeStacksCommand({ StackName }))
        if (!Stacks?.[0]?.StackStatus?.endsWith('_IN_PROGRESS')) return
        o.say('… a deployment of the edge is under way')
        await setTimeout(pause)
      }
    },
    async sent() {
      // Of a stage on one machine the script that is its edge reads the secret.
      if (!Id) return undefined
      const { DistributionConfig, ETag } = await edge.send(new GetDistributionConfigCommand({ Id }))
      await deployed()
      const value = (DistributionConfig?.Origins?.Items ?? [])
        .flatMap((origin) => origin.CustomHeaders?.Items ?? [])
        .find((header) => header.HeaderName?.toLowerCase() === originSecretHeader)?.HeaderValue
      if (!value) throw new Error('The edge sends no secret: deploy the stack Web.')
      return { value, state: ETag! }
    },
    async send(secret, state) {
      const { DistributionConfig, ETag } = await edge.send(new GetDistributionConfigCommand({ Id }))
      if (ETag !== state) return false
      const config = withHeader(DistributionConfig!, secret)
      const change = new UpdateDistributionCommand({ Id, IfMatch: ETag, DistributionConfig: config })
      try {
        await edge.send(change)
      } catch (error) {
        if (error instanceof PreconditionFailed || error instanceof InvalidIfMatchVersion) return false
        throw error
      }
      await deployed()
      return true
    },
    settle: () => (o.isLocal ? Promise.resolve() : setTimeout(untilRead)),
  }
}

/** Changes the secret between edge and functions, without an interruption. */
export const rotateOriginSecret: Command = {
  usage: '',
  async run(o) {
    await rotate(await secretsOf(o), randomUUID, o.say)
    return true
  },
}
