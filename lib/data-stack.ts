import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { EbsDeviceVolumeType } from 'aws-cdk-lib/aws-ec2'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import { type LogGroup, ResourcePolicy, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Domain, EngineVersion, TLSSecurityPolicy } from 'aws-cdk-lib/aws-opensearchservice'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import { logGroup } from './parts/logs.ts'
import { suppressCheckov, suppressNag } from './parts/suppress.ts'
import { type DeploySettings, replicasOf, sizes } from './settings.ts'

/** Files that nobody needs after some days, nor their removed versions a week later. */
const passing = (prefix: string, days: number) => ({
  prefix,
  expiration: Duration.days(days),
  noncurrentVersionExpiration: Duration.days(7),
})

const uploadHeaders = ['content-type', 'x-amz-checksum-sha256']
/**
 * Where the site will be. Without a domain of its own the edge gets a name only after the bucket; that pages of other
 * distributions could bring a file too opens nothing, since they lack a signed address.
 */
function siteOrigin({ domain, local }: DeploySettings): string {
  if (domain) return `https://${domain}`
  return local ? 'http://127.0.0.1:*' : 'https://*.cloudfront.net'
}

/** Parameter with what the edge sends. By its name, because a template refers to it in a text. */
export const originSecretName = (stage: string) => `/inputlist/${stage}/origin-secret`

/** What must outlive every deployment: the table, the files, the index, the keys. */
export class DataStack extends Stack {
  readonly key: Key
  /** The first signs product tokens, those of all are believed. */
  readonly signingKeys: Key[]
  readonly table: TableV2
  readonly files: Bucket
  readonly accessLogs: Bucket
  readonly domain: Domain
  readonly maintenance: StringParameter
  /** What the edge sends, so that a function knows that a request came through it; and another one while it changes. */
  readonly originSecret: StringParameter
  readonly otherOriginSecret: StringParameter
  /** Every alarm of the stage notifies this topic. */
  readonly alarms: Topic

  constructor(scope: Construct, id: string, props: StackProps & { settings: DeploySettings }) {
    super(scope, id, props)
    const { settings } = props
    const keep = settings.local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN

    this.key = new Key(this, 'Key', {
      description: `Inputlist ${settings.stage}: data at rest`,
      enableKeyRotation: true,
      removalPolicy: keep,
    })
    this.signingKeys = this.#signingKeys(settings)

    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: !settings.local,
      timeToLiveAttribute: 'expires',
      encryption: TableEncryptionV2.customerManagedKey(this.key),
      removalPolicy: keep,
      globalSecondaryIndexes: [
        {
          // Only heads carry a class: the index lists the entities of a class by id (docs/data-model.md).
          indexName: 'by-class',
          partitionKey: { name: 'class', type: AttributeType.STRING },
          sortKey: { name: 'pk', type: AttributeType.STRING },
          projectionType: ProjectionType.INCLUDE,
          // Tells what has changed in a class without reading its heads.
          nonKeyAttributes: ['rev'],
        },
      ],
    })

    this.accessLogs = new Bucket(this, 'AccessLogs', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        { expiration: Duration.days(400), noncurrentVersionExpiration: Duration.days(30) },
        { expiredObjectDeleteMarker: true, abortIncompleteMultipartUploadAfter: Duration.days(2) },
      ],
      removalPolicy: keep,
    })
    suppressNag(
      this.accessLogs,
      'AwsSolutions-S1',
      'It is the bucket that access logs go to; logging itself would never end.',
    )
    suppressCheckov(this.accessLogs, {
      CKV_AWS_18: 'It is the bucket that access logs go to; logging itself would never end.',
    })

    this.files = new Bucket(this, 'Files', {
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: 'files/',
      // The site brings files to signed addresses (docs/decisions/files.md); nothing else is asked for by a page.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: [siteOrigin(settings)],
          allowedHeaders: uploadHeaders,
        },
      ],
      lifecycleRules: [
        passing('imports/', 30),
        passing('exports/', 30),
        // What is to stay is kept under another name by the call that asked for it.
        passing('pdf/', 30),
        // Short-lived items end by themselves, their large values with them.
        passing('overflow/transient/', 2),
        // What is known of a job ends after 90 days.
        passing('overflow/job/', 100),
        {
          noncurrentVersionExpiration: Duration.days(90),
          abortIncompleteMultipartUploadAfter: Duration.days(2),
          // Marks of removed files, once the last version behind them is gone.
          expiredObjectDeleteMarker: true,
        },
      ],
      removalPolicy: keep,
    })

    const size = sizes[settings.size]
    const [slowSearches, slowIndexing, errors] = settings.local ? [] : this.#domainLogs(settings.stage)
    this.domain = new Domain(this, 'Index', {
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
      encryptionAtRest: { enabled: true, kmsKey: this.key },
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
      removalPolicy: keep,
    })
    suppressCheckov(this.domain, {
      CKV_AWS_317:
        'OpenSearch audits its own users; ours are roles of IAM. Calls log who searched, entities who saved.',
    })
    suppressNag(
      this.domain,
      'AwsSolutions-OS3',
      'The policy names the roles of the calls; IAM signatures, not addresses, let in.',
    )
    suppressNag(
      this.domain,
      'AwsSolutions-OS5',
      'No anonymous access: without an access policy only signed requests of this account pass.',
    )
    suppressNag(
      this.domain,
      'AwsSolutions-OS1',
      'Reached by signed TLS requests only; a VPC would put a NAT gateway before every call.',
    )
    suppressNag(
      this.domain,
      'AwsSolutions-OS4',
      'Small stages run one node without masters; production sizes have three.',
    )
    suppressNag(this.domain, 'AwsSolutions-OS7', 'Small stages live in one zone; production sizes span two.')
    if (settings.local)
      for (const log of ['SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS'])
        suppressNag(this.domain, `AwsSolutions-OS9[LogExport::${log}]`, 'One machine has no log delivery.')

    this.maintenance = new StringParameter(this, 'Maintenance', {
      parameterName: `/inputlist/${settings.stage}/maintenance`,
      description: 'on: every call answers 503 until it is off again (docs/operations.md)',
      allowedPattern: '^(on|off)$',
      stringValue: 'off',
    })

    this.originSecret = new StringParameter(this, 'OriginSecret', {
      parameterName: originSecretName(settings.stage),
      description: 'the edge sends it, functions want it; changed by npm run ops -- rotate-origin-secret',
      allowedPattern: '^[A-Za-z0-9-]{16,100}$',
      // Nobody can know it before, and no template shows it. The first rotation puts a random one in its place.
      stringValue: Fn.select(2, Fn.split('/', Aws.STACK_ID)),
    })
    this.otherOriginSecret = new StringParameter(this, 'OtherOriginSecret', {
      parameterName: `/inputlist/${settings.stage}/other-origin-secret`,
      description: 'taken as well while the edge changes over; none between rotations',
      allowedPattern: '^[A-Za-z0-9-]{4,100}$',
      stringValue: 'none',
    })

    this.alarms = new Topic(this, 'Alarms', {
      displayName: `Inputlist ${settings.stage}`,
      masterKey: this.key,
      enforceSSL: true,
    })
    this.alarms.addSubscription(new EmailSubscription(settings.alarms))
    const alarming = new ServicePrincipal('cloudwatch.amazonaws.com')
    this.alarms.addToResourcePolicy(
      new PolicyStatement({
        principals: [alarming],
        actions: ['sns:Publish'],
        resources: [this.alarms.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    )
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals: [alarming],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
      }),
    )

    // What scripts need to know of a stage (scripts/ops.ts).
    new CfnOutput(this, 'TableName', { value: this.table.tableName })
    new CfnOutput(this, 'FilesBucket', { value: this.files.bucketName })
    new CfnOutput(this, 'Sender', { value: settings.sender })
    new CfnOutput(this, 'IndexEndpoint', { value: `https://${this.domain.domainEndpoint}` })
    new CfnOutput(this, 'IndexReplicas', { value: String(replicasOf(settings.size)) })
  }

  /**
   * Keys by the numbers of the setting. The one before the newest stays too: stacks that still use it would keep it from
   * being taken away, so it goes with the rotation after.
   */
  #signingKeys({ stage, signingKeys }: DeploySettings): Key[] {
    const newest = Math.max(...signingKeys)
    const made = new Map<number, Key>()
    for (const number of new Set([...signingKeys, newest - 1, newest].filter((n) => n > 0)))
      made.set(
        number,
        new Key(this, number === 1 ? 'SigningKey' : `SigningKey${number}`, {
          description: `Inputlist ${stage}: signs product tokens (key ${number})`,
          keySpec: KeySpec.ECC_NIST_P256,
          keyUsage: KeyUsage.SIGN_VERIFY,
          // It protects nothing that lives for longer than a token.
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      )
    for (const key of made.values()) for (const value of [key.keyArn, key.keyId]) this.exportValue(value)
    return signingKeys.map((number) => made.get(number)!)
  }

  /** Log groups of the domain, and the policy that lets it write into them. */
  #domainLogs(stage: string): LogGroup[] {
    const groups = ['SlowSearches', 'SlowIndexing', 'IndexErrors'].map((id) =>
      logGroup(this, id, RetentionDays.THREE_MONTHS),
    )
    new ResourcePolicy(this, 'IndexLogs', {
      resourcePolicyName: `inputlist-${stage}-index`,
      policyStatements: [
        new PolicyStatement({
          principals: [new ServicePrincipal('es.amazonaws.com')],
          actions: ['logs:PutLogEvents', 'logs:CreateLogStream'],
          resources: groups.map((group) => group.logGroupArn),
          conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
        }),
      ],
    })
    return groups
  }
}
