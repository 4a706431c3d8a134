import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { publicRoot } from '../shared/constants.ts'
import type { Envelope } from '../shared/contract.ts'
import type { DeploySettings } from './settings.ts'

/**
 * Rules of the common set that would refuse what is ours, so they only count. Bodies are JSON of any length with texts in
 * many languages, some with markup and addresses; each call checks them by its contract. The query has the same texts:
 * lists keep their state in it, and calls that only read get their input by it; nothing is ever run or opened by a name
 * in it. Interfaces of other systems send no name of a browser.
 */
const onlyCounted = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_QUERYARGUMENTS',
  'GenericLFI_QUERYARGUMENTS',
  'GenericRFI_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
  'EC2MetaDataSSRF_BODY',
  'NoUserAgent_HEADER',
]

const presence = '/api/bml/presence/'

/** Who asks too often is told so as by the calls: with the seconds to wait, in our envelope. */
const tooMany = 'too-many-requests'
const tooManySeconds = 60
const tooManyBody: Envelope<never> = {
  ok: false,
  code: 'too_many_requests',
  message: 'too many requests from this address',
  id: '',
  details: { retryAfter: tooManySeconds },
}

/** The least that the service takes. */
const minimum = 10

/** Managed rules and a rate limit; lives in us-east-1, where CloudFront looks for it. */
export class FirewallStack extends Stack {
  readonly firewall: CfnWebACL
  constructor(scope: Construct, id: string, props: StackProps & { settings: DeploySettings }) {
    super(scope, id, props)
    const { stage, rateLimit } = props.settings
    const visibility = (name: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName: `inputlist-${stage}-${name}`,
      sampledRequestsEnabled: true,
    })
    const managed = (name: string, priority: number, counted: string[] = []) => ({
      name,
      priority,
      overrideAction: { none: {} },
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name,
          ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        },
      },
      visibilityConfig: visibility(name),
    })
    const below = (path: string) => ({
      byteMatchStatement: {
        fieldToMatch: { uriPath: {} },
        positionalConstraint: 'STARTS_WITH',
        searchString: path,
        // In this order: a step back in the path may be written in percent signs.
        textTransformations: [
          { priority: 0, type: 'URL_DECODE' },
          { priority: 1, type: 'NORMALIZE_PATH' },
        ],
      },
    })
    /** Requests of one address in five minutes, of all that are counted. A whole office may share one address. */
    const rate = (name: string, priority: number, limit: number, counted: CfnWebACL.StatementProperty) => ({
      name,
      priority,
      action: {
        block: {
          customResponse: {
            responseCode: 429,
            responseHeaders: [{ name: 'retry-after', value: String(tooManySeconds) }],
            customResponseBodyKey: tooMany,
          },
        },
      },
      statement: {
        rateBasedStatement: {
          limit,
          evaluationWindowSec: 300,
          aggregateKeyType: 'IP',
          scopeDownStatement: counted,
        },
      },
      visibilityConfig: visibility(name),
    })
    this.firewall = new CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('firewall'),
      customResponseBodies: {
        [tooMany]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(tooManyBody) },
      },
      rules: [
        managed('AWSManagedRulesAmazonIpReputationList', 1),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 2),
        managed('AWSManagedRulesCommonRuleSet', 3, onlyCounted),
        rate('rate', 4, rateLimit, {
          notStatement: {
            statement: { orStatement: { statements: [below(presence), below(publicRoot)] } },
          },
        }),
        // Signing in is once a quarter of an hour for each person; reports of browsers are fewer.
        rate('rate-sign-in', 5, Math.max(minimum, Math.round(rateLimit / 10)), below('/api/auth/domain/')),
        rate('rate-reports', 6, Math.max(minimum, Math.round(rateLimit / 20)), below('/api/log/')),
        // Each window with a product says so 15 times, whether somebody works or not: that never takes from who works.
        rate('rate-presence', 7, rateLimit, below(presence)),
        // A person has a paper in the hand; who tries numbers is slowed down.
        rate(
          'rate-checks',
          8,
          Math.max(minimum, Math.round(rateLimit / 50)),
          below('/api/bml/confirmation/'),
        ),
        // Whoever reads all there is takes open data; that never takes from staff behind the same address.
        rate('rate-public', 9, rateLimit, below(publicRoot)),
      ],
    })
  }
}
