import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { Domain } from 'aws-cdk-lib/aws-opensearchservice'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { type OriginSecret, originSecret } from './parts/origin-secret.ts'
import { searchDomain } from './parts/search-domain.ts'
import { signingKeys, statementKey } from './parts/signing-keys.ts'
import { siteOrigin } from './parts/site-origin.ts'
import { suppressCheckov, suppressNag } from './parts/suppress.ts'
import type { DeploySettings } from './settings.ts'

/** Files that nobody needs after some days, nor their removed versions a week later. */
const passing = (prefix: string, days: number) => ({
  prefix,
  expiration: Duration.days(days),
  noncurrentVersionExpiration: Duration.days(7),
})

const uploadHeaders = ['content-type', 'x-amz-checksum-sha256']
/** What must outlive every deployment: the table, the files, the index, the keys. */
export class DataStack extends Stack {
  readonly key: Key
  /** The first signs product tokens, those of all are believed. */
  readonly signingKeys: Key[]
  /** Signs what documents say of themselves. */
  readonly statementKey: Key
  readonly table: TableV2
  readonly files: Bucket
  readonly accessLogs: Bucket
  readonly domain: Domain
  /** What the edge sends, so that a function knows that a request came through it. */
  readonly originSecret: OriginSecret
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
    this.signingKeys = signingKeys(this, settings)
    this.statementKey = statementKey(this, settings)

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
        // Uploads that nobody has completed.
        passing('incoming/', 2),
        passing('imports/', 30),
        passing('exports/', 30),
        // What was not cleared away of exports that did not come to an end.
        passing('export-parts/', 2),
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

    this.domain = searchDomain(this, { settings, key: this.key, removalPolicy: keep })
    this.originSecret = originSecret(this, settings.stage)

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
    new CfnOutput(this, 'IndexShards', { value: String(settings.indexShards) })
  }
}
