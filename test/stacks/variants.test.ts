/** What settings change in the stacks. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Parts } from '../../lib/app.ts'
import { findParts } from '../../lib/parts/find-parts.ts'
import { sizes } from '../../lib/settings.ts'
import { type Built, build, type Resource, resourcesOf, statements } from './build.ts'

let parts: Parts
beforeAll(async () => {
  parts = await findParts()
}, 120_000)
const of = ({ templates }: Built, stack: string) => templates.get(`Inputlist-test-${stack}`)!
const variablesOf = ({ Properties }: Resource) =>
  (Properties!['Environment'] as { Variables: Record<string, unknown> }).Variables
const functionOf = (built: Built, stack: string, name: string) =>
  resourcesOf(of(built, stack), 'AWS::Lambda::Function').find(
    ({ Properties }) => Properties!['FunctionName'] === `inputlist-test-${name}`,
  )!

describe('keys of product tokens', () => {
  /** Numbers of the keys in an address, in their order. */
  const numbers = (value: unknown) =>
    [
      ...JSON.stringify(value ?? null).matchAll(
        /ExportsOutput(?:Ref|FnGetAtt)SigningKey(\d*)[0-9A-F]{8}(?:Arn)?[0-9A-F]{8}\b/g,
      ),
    ].map(([, number]) => Number(number || 1))
  const keysOf = (built: Built) =>
    Object.keys(of(built, 'Data').Resources)
      .map((id) => /^SigningKey(\d*)[0-9A-F]{8}$/.exec(id)?.[1])
      .filter((number) => number !== undefined)
      .map((number) => Number(number || 1))
      .sort()
  const granted = (built: Built, stack: string, action: string) =>
    numbers(
      resourcesOf(of(built, stack), 'AWS::IAM::Policy').flatMap(({ Properties }) =>
        [...statements(Properties)].filter(({ Action }) => [Action].flat().includes(action)),
      ),
    )

  it.each([
    ['1', [1], [1]],
    ['1,2', [1, 2], [1, 2]],
    ['2,1', [1, 2], [2, 1]],
    ['2', [1, 2], [2]],
    ['3,2', [2, 3], [3, 2]],
  ])('of a rotation at %s: made %j, used %j', (setting, made, used) => {
    const built = build(parts, { INPUTLIST_SIGNING_KEYS: setting })
    expect(keysOf(built)).toEqual(made)
    const login = functionOf(built, 'Calls-auth', 'auth-domain-login')
    expect(numbers(variablesOf(login)['SIGNING_KEY'])).toEqual(used)
    expect(new Set(granted(built, 'Calls-auth', 'kms:Sign'))).toEqual(new Set([used[0]]))
    expect(granted(built, 'Api', 'kms:GetPublicKey').sort()).toEqual([...used].sort())
    // What a stack used before the step stays exported during it, or the step could not be deployed.
    const exported = Object.values(of(built, 'Data').Outputs ?? {}).map(({ Export }) => Export?.Name)
    for (const number of made)
      for (const kind of ['Ref', 'FnGetAtt'])
        expect(exported.join()).toMatch(
          new RegExp(
            `ExportsOutput${kind}SigningKey${number === 1 ? '' : number}[0-9A-F]{8}(Arn)?[0-9A-F]{8}\\b`,
          ),
        )
  })
})

describe('logs', () => {
  it('the search domain, and the key that it waits for, come after the policy that lets it write its logs', () => {
    const data = of(build(parts), 'Data')
    const [policy] = Object.entries(data.Resources).filter(
      ([, { Type }]) => Type === 'AWS::Logs::ResourcePolicy',
    )
    const [domain] = resourcesOf(data, 'AWS::OpenSearchService::Domain')
    expect(Object.keys(domain!.Properties!['LogPublishingOptions'] as object)).toHaveLength(3)
    expect(domain!.DependsOn).toContain(policy![0])
  })
  it.each([
    ['eu-central-1', true],
    ['eu-central-2', false],
  ])('the edge of a stage in %s has access logs: %s', (region, expected) => {
    const [edge] = resourcesOf(
      of(build(parts, { CDK_DEFAULT_REGION: region }), 'Web'),
      'AWS::CloudFront::Distribution',
    )
    expect('Logging' in (edge!.Properties!['DistributionConfig'] as object)).toBe(expected)
  })
})

describe('size', () => {
  it.each(Object.keys(sizes).filter((size) => size !== 'small'))('%s spans zones', (size) => {
    const built = build(parts, { INPUTLIST_SIZE: size })
    const [domain] = resourcesOf(of(built, 'Data'), 'AWS::OpenSearchService::Domain')
    const cluster = domain!.Properties!['ClusterConfig'] as Record<string, unknown>
    const { AvailabilityZoneCount } = cluster['ZoneAwarenessConfig'] as { AvailabilityZoneCount: number }
    expect(cluster).toMatchObject({ ZoneAwarenessEnabled: true, DedicatedMasterCount: 3 })
    expect(AvailabilityZoneCount).toBeGreaterThan(1)
    expect(Number(cluster['InstanceCount']) % AvailabilityZoneCount).toBe(0)
  })
  it('the index is in as many parts as the setting says, for functions and for scripts', () => {
    const built = build(parts, { INPUTLIST_INDEX_SHARDS: '3' })
    expect(variablesOf(functionOf(built, 'Jobs', 'streams-index-entities'))['INDEX_SHARDS']).toBe('3')
    expect(of(built, 'Data').Outputs?.['IndexShards']?.Value).toBe('3')
  })
})

describe('the firewall', () => {
  it('refuses an address above the limit that is set, sooner where it signs in, reports or checks what was printed', () => {
    const [firewall] = resourcesOf(
      of(build(parts, { INPUTLIST_RATE_LIMIT: '500' }), 'Firewall'),
      'AWS::WAFv2::WebACL',
    )
    const { Rules: rules, CustomResponseBodies: bodies } = firewall!.Properties as {
      CustomResponseBodies: Record<string, { Content: string }>
      Rules: {
        Action?: { Block?: { CustomResponse?: { CustomResponseBodyKey: string } } }
        Statement: {
          RateBasedStatement?: { Limit: number; AggregateKeyType: string; ScopeDownStatement?: object }
          ManagedRuleGroupStatement?: { RuleActionOverrides?: { Name: string }[] }
        }
      }[]
    }
    const limits = rules.filter(({ Statement }) => Statement.RateBasedStatement)
    // A path in percent signs is the same path.
    const TextTransformations = [{ Type: 'URL_DECODE' }, { Type: 'NORMALIZE_PATH' }].map((one, Priority) => ({
      ...one,
      Priority,
    }))
    const below = (path: string) => ({ ByteMatchStatement: { SearchString: path, TextTransformations } })
    expect(limits).toMatchObject([
      { Statement: { RateBasedStatement: { Limit: 500, AggregateKeyType: 'IP' } } },
      { Statement: { RateBasedStatement: { Limit: 50, ScopeDownStatement: below('/api/auth/domain/') } } },
      { Statement: { RateBasedStatement: { Limit: 25, ScopeDownStatement: below('/api/log/') } } },
      { Statement: { RateBasedStatement: { Limit: 500, ScopeDownStatement: below('/api/bml/presence/') } } },
      {
        Statement: { RateBasedStatement: { Limit: 10, ScopeDownStatement: below('/api/bml/confirmation/') } },
      },
      { Statement: { RateBasedStatement: { Limit: 500, ScopeDownStatement: below('/public/') } } },
    ])
    // With the time to wait, as calls refuse.
    for (const { Action } of limits) {
      const refused = Action!.Block!.CustomResponse!
      const ResponseHeaders = [{ Name: 'retry-after', Value: '60' }]
      expect(refused).toMatchObject({ ResponseCode: 429, ResponseHeaders })
      const body = JSON.parse(bodies[refused.CustomResponseBodyKey]!.Content) as object
      expect(body).toMatchObject({ ok: false, code: 'too_many_requests', details: { retryAfter: 60 } })
    }
    // What staff search for is in the query, whatever it looks like.
    const counted = rules.flatMap(({ Statement }) =>
      (Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? []).map(({ Name }) => Name),
    )
    for (const rule of ['CrossSiteScripting', 'GenericLFI', 'GenericRFI', 'RestrictedExtensions'])
      expect(counted).toContain(`${rule}_QUERYARGUMENTS`)
  })
  it('is away where it is switched off', () => {
    const { templates } = build(parts, { INPUTLIST_WAF: 'off' })
    expect(templates.has('Inputlist-test-Firewall')).toBe(false)
  })
})
