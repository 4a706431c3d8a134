import type { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { EbsDeviceVolumeType } from 'aws-cdk-lib/aws-ec2'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Key } from 'aws-cdk-lib/aws-kms'
import { type LogGroup, ResourcePolicy, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Domain, EngineVersion, TLSSecurityPolicy } from 'aws-cdk-lib/aws-opensearchservice'
import { type DeploySettings, sizes } from '../settings.ts'
import { idAfterName } from './logical-id.ts'
import { logGroup } from './logs.ts'
import { suppressCheckov, suppressNag } from './suppress.ts'

/** Log groups of the domain, and the policy that lets it write into them. */
function logsOf(stack: Stack, stage: string): { groups: LogGroup[]; policy: ResourcePolicy } {
  const groups = ['SlowSearches', 'SlowIndexing', 'IndexErrors'].map((id) =>
    logGroup(stack, id, RetentionDays.THREE_MONTHS),
  )
  const policy = new ResourcePolicy(stack, 'IndexLogs', {
    resourcePolicyName: `inputlist-${stage}-index`,
    policyStatements: [
      new PolicyStatement({
        principals: [new ServicePrincipal('es.amazonaws.com')],
        actions: ['logs:PutLogEvents', 'logs:CreateLogStream'],
        resources: groups.map((group) => group.logGroupArn),
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
      }),
    ],
  })
  idAfterName(policy, 'index')
  return { groups, policy }
}

/** The search domain, in the size that the settings say. */
export function searchDomain(
  stack: Stack,
  props: { settings: DeploySettings; key: Key; removalPolicy: RemovalPolicy },
): Domain {
  const { settings, key, removalPolicy } = props
  const size = sizes[settings.size]
  const logs = settings.local ? undefined : logsOf(stack, settings.stage)
  const [slowSearches, slowIndexing, errors] = logs?.groups ?? []
  const domain = new Domain(stack, 'Index', {
    version: EngineVersion.OPENSEARCH_3_7,
    // In place: without it CloudFormation would make a new, empty domain for a new version.
    enableVersionUpgrade: true,
    // A domain that misses a required update for a month is cut off.
    enableAutoSoftwareUpdate: true,
    offPeakWindowEnabled: true,
    offPeakWindowStart: { hours: 0, minutes: 0 },
    // A caller's largest filter becomes more clauses than the 1,024 of the default (docs/decisions/search.md).
    advancedOptions: { 'indices.query.bool.max_clause_count': '8192' },
    capacity: {
      dataNodeInstanceType: size.instanceType,
      dataNodes: size.nodes,
      ...(size.masters ? { masterNodes: size.masters, masterNodeInstanceType: 'm7g.medium.search' } : {}),
      multiAzWithStandbyEnabled: false,
    },
    zoneAwareness: size.zones > 1 ? { availabilityZoneCount: size.zones } : { enabled: false },
    ebs: { volumeSize: size.volumeGiB, volumeType: EbsDeviceVolumeType.GP3 },
    encryptionAtRest: { enabled: true, kmsKey: key },
    nodeToNodeEncryption: true,
    enforceHttps: true,
    tlsSecurityPolicy: TLSSecurityPolicy.TLS_1_2_PFS,
    logging: {
      slowSearchLogEnabled: slowSearches !== undefined,
      slowSearchLogGroup: slowSearches,
      slowIndexLogEnabled: slowIndexing !== undefined,
      slowIndexLogGroup: slowIndexing,
      appLogEnabled: errors !== undefined,
      appLogGroup: errors,
    },
    // The policy that lets the domain write is ours, below: CDK's own would be made by a function with more rights.
    suppressLogsResourcePolicy: true,
    removalPolicy,
  })
  if (logs) {
    domain.node.addDependency(logs.policy)
    // A policy counts some seconds after it is there. The key takes longer than that, and the domain waits for it.
    key.node.addDependency(logs.policy)
  }
  suppressCheckov(domain, {
    CKV_AWS_317:
      'OpenSearch audits its own users; ours are roles of IAM. Calls log who searched, entities who saved.',
  })
  suppressNag(
    domain,
    'AwsSolutions-OS3',
    'The policy names the roles of the calls; IAM signatures, not addresses, let in.',
  )
  suppressNag(
    domain,
    'AwsSolutions-OS5',
    'No anonymous access: without an access policy only signed requests of this account pass.',
  )
  suppressNag(
    domain,
    'AwsSolutions-OS1',
    'Reached by signed TLS requests only; a VPC would put a NAT gateway before every call.',
  )
  suppressNag(
    domain,
    'AwsSolutions-OS4',
    'Small stages run one node without masters; production sizes have three.',
  )
  suppressNag(domain, 'AwsSolutions-OS7', 'Small stages live in one zone; production sizes span two.')
  if (settings.local)
    for (const log of ['SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS'])
      suppressNag(domain, `AwsSolutions-OS9[LogExport::${log}]`, 'One machine has no log delivery.')
  return domain
}
