import { DescribeDomainCommand, OpenSearchClient } from '@aws-sdk/client-opensearch'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { createIndexHealth } from '../../functions/adapters/aws/index-health.ts'
import { inProcess } from '../../functions/adapters/embedded/index-health.ts'
import { testClock } from '../fixtures/clock.ts'
import { indexHealthContract } from './index-health.suite.ts'

indexHealthContract('embedded', async () => ({ health: inProcess, close: async () => {} }))

describe('the state of a domain', () => {
  const opensearch = mockClient(OpenSearchClient)
  const there = {
    DomainId: '1/d',
    DomainName: 'd',
    ARN: 'arn',
    ClusterConfig: {},
    Endpoint: 'search.example',
  }
  const clock = testClock()
  const logged: unknown[] = []
  const open = () =>
    createIndexHealth(new OpenSearchClient({ region: 'eu-central-1' }), {
      domain: 'd',
      now: clock.millis,
      log: (fields) => logged.push(fields),
    })
  beforeEach(() => {
    opensearch.reset()
    logged.length = 0
  })

  it('is asked of its own domain, at most twice a minute for everybody together', async () => {
    opensearch.on(DescribeDomainCommand).resolves({ DomainStatus: there })
    const health = open()
    await Promise.all([health.state(), health.state(), health.state()])
    clock.advance(29)
    await health.state()
    expect(opensearch.commandCalls(DescribeDomainCommand).map((c) => c.args[0].input)).toEqual([
      { DomainName: 'd' },
    ])
    clock.advance(2)
    expect(await health.state()).toBe('ok')
    expect(opensearch.commandCalls(DescribeDomainCommand)).toHaveLength(2)
  })

  it.each([
    ['ok', { ...there, DomainProcessingStatus: 'Active' as const }],
    ['ok', { ...there, Endpoint: undefined, Endpoints: { vpc: 'inside.example' } }],
    ['degraded', { ...there, Processing: true, DomainProcessingStatus: 'Modifying' as const }],
    ['degraded', { ...there, UpgradeProcessing: true }],
    ['unavailable', { ...there, Endpoint: undefined, Processing: true }],
    ['unavailable', { ...there, Deleted: true }],
    ['unavailable', { ...there, DomainProcessingStatus: 'Isolated' as const }],
  ])('is %s for %o', async (state, DomainStatus) => {
    opensearch.on(DescribeDomainCommand).resolves({ DomainStatus })
    expect(await open().state()).toBe(state)
  })

  it('is unavailable where there is none, and unknown where nobody answers; why is logged, not told', async () => {
    const refuse = (name: string) =>
      opensearch.on(DescribeDomainCommand).rejects(Object.assign(new Error('no'), { name }))
    refuse('ResourceNotFoundException')
    expect(await open().state()).toBe('unavailable')
    refuse('ThrottlingException')
    expect(await open().state()).toBe('unknown')
    expect(logged).toHaveLength(2)
  })
})
