import { join } from 'node:path'
import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { originSecretHeader } from '../shared/constants.ts'
import type { RuntimeConfig } from '../shared/model/runtime-config.ts'
import { contentSecurityPolicy } from '../shared/security-policy.ts'
import { originSecretName } from './data-stack.ts'
import type { Resources } from './parts/grants.ts'
import { logGroup } from './parts/logs.ts'
import { signInConfig, signInOrigins } from './parts/sign-in.ts'
import { isStub } from './parts/stub.ts'
import { spelled, suppressCheckov, suppressNag } from './parts/suppress.ts'
import { version } from './parts/version.ts'

const site = join(import.meta.dirname, '../dist/web')

/** The site and its edge: one origin for the web app and the calls. */
export class WebStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { resources: Resources; api: HttpApi; firewall?: CfnWebACL },
  ) {
    super(scope, id, props)
    const { resources, api } = props
    const { settings, data, identity } = resources
    const bucket = new Bucket(this, 'Site', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // The emulated edge comes to its bucket without TLS.
      enforceSSL: !settings.local,
      versioned: true,
      serverAccessLogsBucket: data.accessLogs,
      serverAccessLogsPrefix: 'site/',
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
      removalPolicy: RemovalPolicy.DESTROY,
    })
    if (settings.local) suppressNag(bucket, 'AwsSolutions-S10', 'On one machine everything is on loopback.')
    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: `inputlist-${settings.stage}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: contentSecurityPolicy([
            ...signInOrigins(settings),
            settings.localEndpoint ?? `https://${data.files.bucketRegionalDomainName}`,
          ]),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          preload: true,
          override: true,
        },
      },
    })
    // The app's own routes have no file: they get the page, which reads the address.
    const toPage = new EdgeFunction(this, 'ToPage', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(
        `function handler(event) { var r = event.request; if (r.uri.indexOf('.') < 0) r.uri = '/index.html'; return r; }`,
      ),
    })
    const origin = new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
      // The emulator takes no references to parameters; there the script that is its edge sends the header.
      customHeaders: settings.local
        ? undefined
        : { [originSecretHeader]: `{{resolve:ssm:${originSecretName(settings.stage)}}}` },
    })
    const statusCache = new CachePolicy(this, 'StatusCache', {
      cachePolicyName: `inputlist-${settings.stage}-status`,
      comment: 'Everybody may ask for the status: the edge answers for some seconds by itself',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(60),
    })
    const distribution = new Distribution(this, 'Edge', {
      comment: `Inputlist ${settings.stage}`,
      defaultRootObject: 'index.html',
      domainNames: settings.domain ? [settings.domain] : undefined,
      certificate: settings.certificate
        ? Certificate.fromCertificateArn(this, 'Certificate', settings.certificate)
        : undefined,
      minimumProtocolVersion: settings.certificate ? SecurityPolicyProtocol.TLS_V1_2_2021 : undefined,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableLogging: true,
      logBucket: data.accessLogs,
      logFilePrefix: 'edge/',
      webAclId: props.firewall?.attrArn,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers,
        functionAssociations: [{ function: toPage, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      additionalBehaviors: {
        '/api/system/status': {
          origin,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: statusCache,
          responseHeadersPolicy: headers,
        },
        '/api/*': {
          origin,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: headers,
        },
      },
    })
    suppressNag(
      distribution,
      'AwsSolutions-CFR1',
      'Staff travel: access is decided by sign-in, not by country.',
    )
    suppressNag(
      distribution,
      'AwsSolutions-CFR2',
      'The firewall is a setting: stages for tests may do without it.',
    )
    if (!settings.certificate)
      suppressCheckov(distribution, {
        CKV_AWS_174: 'Without a domain the default certificate of CloudFront sets the protocol.',
      })
    suppressNag(
      distribution,
      'AwsSolutions-CFR4',
      'Without a domain the default certificate of CloudFront sets the protocol; with one it is TLS 1.2.',
    )

    const config: RuntimeConfig = {
      stage: settings.stage,
      version,
      timeZone: settings.timeZone,
      presence: true,
      signIn: signInConfig(settings, {
        userPoolId: identity.pool.userPoolId,
        clientId: identity.client.userPoolClientId,
      }),
    }
    if (!settings.local) this.#upload(bucket, distribution, config)
    new CfnOutput(this, 'SiteBucket', { value: bucket.bucketName })
    // Of a stage on one machine a script uploads the site, and has to know.
    if (settings.local) new CfnOutput(this, 'Config', { value: this.toJsonString(config) })
    new CfnOutput(this, 'Address', {
      value: `https://${settings.domain ?? distribution.distributionDomainName}`,
    })
  }

  /** Files whose names change with what is in them first, then the page that names them. */
  #upload(bucket: Bucket, distribution: Distribution, config: RuntimeConfig) {
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
      ...[staging, `${spelled(this.resolve(bucket.bucketArn))}/*`, '*'].map(
        (resource) => `Resource::${resource}`,
      ),
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
