import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm'
import type { Settings } from '../../ports/settings.ts'

/** A switch takes effect within this time, in milliseconds. */
const maxAge = 15_000

/** Value of the parameter of the other secret while there is none. */
export const noSecret = 'none'

interface Known {
  at: number
  isMaintenance: boolean
  secrets: readonly string[]
}
/** Names of parameters. */
export interface SettingsParameters {
  maintenance: string
  /** What the edge sends, and what it sends soon or sent until just now (`none` between rotations). */
  originSecret: string
  otherOriginSecret: string
}

/**
 * Settings of a stage, read together. Maintenance is its parameter's value `on`; while parameters cannot be read, the last
 * answer holds, and before the first one nothing is refused: whoever can keep them from being read has an account.
 */
export function createSettings(
  ssm: SSMClient,
  options: SettingsParameters & { stage: string; version: string; now?: () => number },
): Settings {
  const { maintenance, originSecret, otherOriginSecret, stage, version, now = Date.now } = options
  const Names = [maintenance, originSecret, otherOriginSecret]
  let known: Known | undefined
  async function read(): Promise<Known> {
    if (known && now() - known.at < maxAge) return known
    try {
      const { Parameters = [] } = await ssm.send(new GetParametersCommand({ Names }))
      const textOf = (name: string) => Parameters.find((one) => one.Name === name)?.Value
      const secrets = [textOf(originSecret), textOf(otherOriginSecret)].filter(
        (value): value is string => value !== undefined && value !== noSecret,
      )
      known = { at: now(), isMaintenance: textOf(maintenance) === 'on', secrets }
    } catch {
      known = { at: now(), isMaintenance: known?.isMaintenance ?? false, secrets: known?.secrets ?? [] }
    }
    return known
  }
  return {
    isMaintenance: async () => (await read()).isMaintenance,
    originSecrets: async () => (await read()).secrets,
    stage: () => stage,
    version: () => version,
  }
}
