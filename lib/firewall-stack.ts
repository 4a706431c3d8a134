import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { DeploySettings } from './settings.ts'

/**
 * Rules of the common set that would refuse what is ours, so they only count. Bodies are JSON of any length with texts in
 * many languages, some with markup and addresses; each call checks them by its contract. Lists keep their filter in the
 * query. Interfaces of other systems send no name of a browser.
 */
const onlyCounted = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
  'NoUserAgent_HEADER',
]

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
    this.firewall = new CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('firewall'),
      rules: [
        managed('AWSManagedRulesAmazonIpReputationList', 1),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 2),
        managed('AWSManagedRulesCommonRuleSet', 3, onlyCounted),
        {
          name: 'rate',
          priority: 4,
          action: { block: {} },
          // A whole office may share one address.
          statement: {
            rateBasedStatement: { limit: rateLimit, evaluationWindowSec: 300, aggregateKeyType: 'IP' },
          },
          visibilityConfig: visibility('rate'),
        },
      ],
    })
  }
}
