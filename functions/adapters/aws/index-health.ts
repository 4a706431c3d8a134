import { DescribeDomainCommand, type DomainStatus, type OpenSearchClient } from '@aws-sdk/client-opensearch'
import type { IndexHealth, IndexState } from '../../ports/index-health.ts'

/** An answer is believed for so long, in milliseconds: anybody may ask, and the account may ask AWS only so often. */
const maxAge = 30_000

/** What a domain's description means for those who search. */
export function stateOfDomain(domain: DomainStatus): IndexState {
  const { DomainProcessingStatus: process, Processing, UpgradeProcessing } = domain
  const isReachable = Boolean(domain.Endpoint ?? domain.Endpoints?.['vpc'])
  if (domain.Deleted || !isReachable || process === 'Isolated' || process === 'Deleting') return 'unavailable'
  return Processing || UpgradeProcessing ? 'degraded' : 'ok'
}

/** The domain's state by its control plane, asked once for all who want to know within half a minute. */
export function createIndexHealth(
  client: OpenSearchClient,
  options: { domain: string; log: (fields: Record<string, unknown>) => void; now?: () => number },
): IndexHealth {
  const { domain, log, now = Date.now } = options
  let known: { at: number; state: Promise<IndexState> } | undefined
  async function ask(): Promise<IndexState> {
    try {
      const { DomainStatus } = await client.send(new DescribeDomainCommand({ DomainName: domain }))
      return DomainStatus ? stateOfDomain(DomainStatus) : 'unknown'
    } catch (error) {
      log({ level: 'warn', message: 'the state of the index is not known', error })
      return (error as { name?: string }).name === 'ResourceNotFoundException' ? 'unavailable' : 'unknown'
    }
  }
  return {
    state() {
      if (!known || now() - known.at >= maxAge) known = { at: now(), state: ask() }
      return known.state
    },
  }
}
