import { join } from 'node:path'
import { Stack, type StackProps } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import { logGroup } from './parts/logs.ts'
import { isStub } from './parts/stub.ts'
import { spelled, suppressCheckov, suppressNag } from './parts/suppress.ts'
import type { WebStack } from './web-stack.ts'

const site = join(import.meta.dirname, '../dist/web')

/** Brings the site's files: those whose names change with what is in them first, then the page that names them. */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { web: WebStack }) {
    super(scope, id, props)
    const { bucket, distribution, config } = props.web
    // Exported by hand, so that the name of the finding is known before the stacks are tied together.
    const bucketArn = spelled(this.resolve(props.web.exportValue(bucket.bucketArn)))
    // Without the packed twins: the edge packs by itself.
    const built = isStub(this)
      ? Source.data('index.html', '')
      : Source.asset(site, { exclude: ['**/*.br', '**/*.gz'] })
    const logs = logGroup(this, 'UploadLogs', RetentionDays.ONE_MONTH)
    const role = new Role(this, 'Upload', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logs.grantWrite(role)
    // Files of the version before stay, for those who have its page open.
    const common = { destinationBucket: bucket, prune: false, role, logGroup: logs }
    const forever = [CacheControl.fromString('public, max-age=31536000, immutable')]
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [built],
      exclude: ['index.html', '*.woff2'],
      cacheControl: forever,
    })
    const fonts = new BucketDeployment(this, 'Fonts', {
      ...common,
      sources: [built],
      exclude: ['*'],
      include: ['*.woff2'],
      cacheControl: forever,
      // The uploader does not know them.
      contentType: 'font/woff2',
    })
    const page = new BucketDeployment(this, 'Page', {
      ...common,
      sources: [built, Source.jsonData('config.json', config)],
      exclude: ['*'],
      include: ['index.html', 'config.json'],
      cacheControl: [CacheControl.noCache()],
      distribution,
      distributionPaths: ['/', '/index.html', '/config.json'],
    })
    page.node.addDependency(assets, fonts)
    const why = 'CDK’s own function for the site’s files; it acts at deployments only.'
    const staging = `arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-${this.account}-${this.region}/*`
    for (const finding of [
      ...['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*'].map(
        (action) => `Action::${action}`,
      ),
      ...[staging, `${bucketArn}/*`, '*'].map((resource) => `Resource::${resource}`),
    ])
      suppressNag(role, `AwsSolutions-IAM5[${finding}]`, why)
    const uploader = this.node.children.find((child) =>
      child.node.id.startsWith('Custom::CDKBucketDeployment'),
    )
    if (!uploader) throw new Error('CDK names its function for the site’s files otherwise than before')
    suppressNag(uploader, 'AwsSolutions-L1', 'Its runtime is chosen by CDK, and moves with it.')
    suppressCheckov(uploader.node.findChild('Resource'), {
      CKV_AWS_115: why,
      CKV_AWS_116: why,
      CKV_AWS_117: why,
      CKV_AWS_173: why,
    })
    suppressCheckov(role.node.findChild('DefaultPolicy'), {
      CKV_AWS_111: 'Edges to be emptied have no names that a policy could give to the action.',
    })
  }
}
