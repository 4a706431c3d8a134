/**
 * Changes the secret that shows functions that a request came through the edge. Functions take the old and the new one
 * while the edge changes over, so that nobody notices. It may be ended at any point: the next run goes on where this one
 * stood. A deployment at any time has the edge send what is `current`, which functions take from the moment it is that.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  CloudFrontClient,
  type DistributionConfig,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
  waitUntilDistributionDeployed,
} from '@aws-sdk/client-cloudfront'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
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

/** Where the secret is; in tests something simpler. */
export interface OriginSecrets {
  read(): Promise<OriginSecret>
  write(secret: OriginSecret): Promise<void>
  /** Waits until no deployment of the edge is under way that could have read the secret before now. */
  undisturbed(): Promise<void>
  /** What the edge sends everywhere; undefined where a stage has none that could be changed. */
  sent(): Promise<string | undefined>
  /** Has the edge send it, and waits until it does everywhere. */
  send(secret: string): Promise<void>
  /** Waits until every function knows what was written. */
  settle(): Promise<unknown>
}

/** Puts a new secret in the place of the one of now. At no time does the edge send what functions refuse. */
export async function rotate(
  at: OriginSecrets,
  made: () => string,
  say: (line: string) => void,
): Promise<void> {
  const before = await at.read()
  if (before.next ?? before.previous) say('Going on with a change that was begun.')
  if (!before.previous) {
    const next = before.next ?? made()
    if (!before.next) await at.write({ current: before.current, next })
    say('Functions take the new secret beside the one of now, all of them in a quarter of an hour …')
    await at.settle()
    await at.write({ current: next, previous: before.current })
  }
  const { current } = await at.read()
  say('The edge changes over, which takes some minutes …')
  // A deployment that had read the old one before it was replaced may still put it back: then once more.
  for (;;) {
    await at.undisturbed()
    const sent = await at.sent()
    if (sent === undefined || sent === current) break
    await at.send(current)
  }
  await at.write({ current })
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
  const command = new GetSecretValueCommand({ SecretId: originSecretName(o.stage) })
  return parseOriginSecret((await new SecretsManagerClient(o.client).send(command)).SecretString)
}

async function secretsOf(o: Operator): Promise<OriginSecrets> {
  const manager = new SecretsManagerClient(o.client)
  const formation = new CloudFormationClient(o.client)
  const edge = new CloudFrontClient(o.client)
  const [Id] = o.isLocal ? [] : await o.resources('Web', 'AWS::CloudFront::Distribution')
  if (!o.isLocal && !Id) throw new Error(`The stack Inputlist-${o.stage}-Web has no edge: deploy it again.`)
  const deployed = () =>
    waitUntilDistributionDeployed({ client: edge, maxWaitTime: untilDeployed }, { Id: Id! })
  return {
    read: () => readOriginSecret(o),
    async write(secret) {
      const SecretString = JSON.stringify(secret)
      await manager.send(new PutSecretValueCommand({ SecretId: originSecretName(o.stage), SecretString }))
    },
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
      const { DistributionConfig } = await edge.send(new GetDistributionConfigCommand({ Id }))
      await deployed()
      const sent = (DistributionConfig?.Origins?.Items ?? [])
        .flatMap((origin) => origin.CustomHeaders?.Items ?? [])
        .find((header) => header.HeaderName?.toLowerCase() === originSecretHeader)?.HeaderValue
      if (!sent) throw new Error('The edge sends no secret: deploy the stack Web.')
      return sent
    },
    async send(secret) {
      const { DistributionConfig, ETag } = await edge.send(new GetDistributionConfigCommand({ Id }))
      const config = withHeader(DistributionConfig!, secret)
      await edge.send(new UpdateDistributionCommand({ Id, IfMatch: ETag, DistributionConfig: config }))
      await deployed()
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
