import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm'
import type { Settings } from '../../ports/settings.ts'

/** A switch takes effect within this time, in milliseconds. */
const maxAge = 15_000

/** Settings of a stage. Maintenance is the parameter's value `on`; while it cannot be read, the last answer holds. */
export function createSettings(
  ssm: SSMClient,
  options: { parameter: string; stage: string; version: string; now?: () => number },
): Settings {
  const { parameter, stage, version, now = Date.now } = options
  let known: { at: number; isOn: boolean } | undefined
  return {
    async isMaintenance() {
      if (known && now() - known.at < maxAge) return known.isOn
      try {
        const { Parameter } = await ssm.send(new GetParameterCommand({ Name: parameter }))
        known = { at: now(), isOn: Parameter?.Value === 'on' }
      } catch {
        known = { at: now(), isOn: known?.isOn ?? false }
      }
      return known.isOn
    },
    stage: () => stage,
    version: () => version,
  }
}
