/**
 * Changes the secret that shows functions that a request came through the edge. Functions take both secrets while the edge
 * changes over, so that nobody notices. It may be ended at any point: the next run goes on where this one stood.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  CloudFrontClient,
  type DistributionConfig,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
  waitUntilDistributionDeployed,
} from '@aws-sdk/client-cloudfront'
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { noSecret } from '../../functions/adapters/aws/settings.ts'
import { originSecretHeader } from '../../shared/constants.ts'
import type { Command } from './command.ts'
import type { Operator } from './operator.ts'

/** Functions believe what they have read for so long; a little more. Milliseconds. */
const untilRead = 20_000
/** Seconds that an edge takes to change everywhere, at most. */
const untilDeployed = 1_800

/** Where the secrets are; in tests something simpler. */
export interface OriginSecrets {
  read(which: 'origin-secret' | 'other-origin-secret'): Promise<string>
  write(which: 'origin-secret' | 'other-origin-secret', value: string): Promise<void>
  /** What the edge sends; undefined where a stage has none that could be changed. */
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
  const [other, sent] = [await at.read('other-origin-secret'), await at.sent()]
  // A run that was cut off when the edge had begun to send the new one: it has to be the one that stays.
  const begun = other !== noSecret && sent === other
  const next = begun ? other : made()
  if (begun) say('Going on with a change that was begun.')
  else {
    await at.write('other-origin-secret', next)
    say('Functions take the new secret beside the one of now …')
    await at.settle()
  }
  say('The edge changes over, which takes some minutes …')
  if (sent !== undefined) await at.send(next)
  // Functions that read in between know the new one in any case: it stands in both places.
  await at.write('origin-secret', next)
  await at.settle()
  await at.write('other-origin-secret', noSecret)
  say('The old secret is good no more.')
}

function withHeader(config: DistributionConfig, secret: string): DistributionConfig {
  const changed = structuredClone(config)
  for (const origin of changed.Origins?.Items ?? [])
    for (const header of origin.CustomHeaders?.Items ?? [])
      if (header.HeaderName?.toLowerCase() === originSecretHeader) header.HeaderValue = secret
  return changed
}

async function secretsOf(o: Operator): Promise<OriginSecrets> {
  const ssm = new SSMClient(o.client)
  const edge = new CloudFrontClient(o.client)
  const [Id] = o.isLocal ? [] : await o.resources('Web', 'AWS::CloudFront::Distribution')
  if (!o.isLocal && !Id) throw new Error(`The stack Inputlist-${o.stage}-Web has no edge: deploy it again.`)
  const Name = (which: string) => `/inputlist/${o.stage}/${which}`
  return {
    async read(which) {
      const { Parameter } = await ssm.send(new GetParameterCommand({ Name: Name(which) }))
      if (!Parameter?.Value) throw new Error(`${Name(which)} is not there: deploy the stack Data.`)
      return Parameter.Value
    },
    async write(which, Value) {
      await ssm.send(new PutParameterCommand({ Name: Name(which), Value, Overwrite: true, Type: 'String' }))
    },
    async sent() {
      // Of a stage on one machine the script that is its edge reads the parameter.
      if (!Id) return undefined
      const { DistributionConfig } = await edge.send(new GetDistributionConfigCommand({ Id }))
      return (DistributionConfig?.Origins?.Items ?? [])
        .flatMap((origin) => origin.CustomHeaders?.Items ?? [])
        .find((header) => header.HeaderName?.toLowerCase() === originSecretHeader)?.HeaderValue
    },
    async send(secret) {
      const { DistributionConfig, ETag } = await edge.send(new GetDistributionConfigCommand({ Id }))
      const config = withHeader(DistributionConfig!, secret)
      await edge.send(new UpdateDistributionCommand({ Id, IfMatch: ETag, DistributionConfig: config }))
      await waitUntilDistributionDeployed({ client: edge, maxWaitTime: untilDeployed }, { Id: Id! })
    },
    settle: () => setTimeout(untilRead),
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
