import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  CacheQueryStringBehavior,
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
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { RegionInfo } from 'aws-cdk-lib/region-info'
import type { Construct } from 'constructs'
import { originSecretHeader, publicRoot } from '../shared/constants.ts'
import type { RuntimeConfig } from '../shared/model/runtime-config.ts'
import { contentSecurityPolicy } from '../shared/security-policy.ts'
import { idAfterName } from './parts/logical-id.ts'
import type { Resources } from './parts/need.ts'
import { signInConfig, signInOrigins } from './parts/sign-in.ts'
import { suppressCheckov, suppressNag } from './parts/suppress.ts'
import { version } from './parts/version.ts'

/**
 * Errors that the edge would answer with again for ten seconds by itself, whoever asks: the address is not told apart by its query,
 * so of one person's 404 the next one would learn what is not theirs, and an outage would last longer than it does. What S3 and the
 * calls answer is passed on as it is.
 */
const uncached = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/**
 * The edge, and the bucket of the site behind it: one origin for the web app and the calls. Deployed before the calls, so
 * that it sends them its secret before they want it; the site's files come last (site-stack.ts).
 */
export class WebStack extends Stack {
  readonly bucket: Bucket
  readonly distribution: Distribution
  /** What the page is told of its stage. */
  readonly config: RuntimeConfig
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { resources: Resources; api: HttpApi; firewall?: CfnWebACL },
  ) {
    super(scope, id, props)
    const { resources, api } = props
    const { settings, data, identity } = resources
    this.bucket = new Bucket(this, 'Site', {
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
    if (settings.local)
      suppressNag(this.bucket, 'AwsSolutions-S10', 'On one machine everything is on loopback.')
    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: `inputlist-${settings.stage}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: contentSecurityPolicy(signInOrigins(settings), [
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
      // On one machine the script that is its edge sends the header. The reference is resolved by each deployment that
      // changes the edge.
      customHeaders: settings.local
        ? undefined
        : { [originSecretHeader]: data.originSecret.current.unsafeUnwrap() },
    })
    idAfterName(headers, '')
    const statusCache = new CachePolicy(this, 'StatusCache', {
      cachePolicyName: `inputlist-${settings.stage}-status`,
      comment: 'Everybody may ask for the status: the edge answers for some seconds by itself',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(60),
    })
    idAfterName(statusCache, 'status')
    const publicCache = new CachePolicy(this, 'PublicCache', {
      cachePolicyName: `inputlist-${settings.stage}-public`,
      comment: 'What lists show the public: each question is kept as long as its answer says',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(10),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    })
    idAfterName(publicCache, 'public')
    // What a public answer allows browsers it says by itself: pages of other sites may read and show it.
    const publicHeaders = new ResponseHeadersPolicy(this, 'PublicHeaders', {
      responseHeadersPolicyName: `inputlist-${settings.stage}-public`,
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          preload: true,
          override: true,
        },
      },
    })
    idAfterName(publicHeaders, 'public')
    // CloudFront delivers such logs to no bucket of a region that an account has to opt into (docs/limits.md).
    const hasEdgeLogs = !RegionInfo.get(settings.region).isOptInRegion
    this.distribution = new Distribution(this, 'Edge', {
      comment: `Inputlist ${settings.stage}`,
      defaultRootObject: 'index.html',
      domainNames: settings.domain ? [settings.domain] : undefined,
      certificate: settings.certificate
        ? Certificate.fromCertificateArn(this, 'Certificate', settings.certificate)
        : undefined,
      minimumProtocolVersion: settings.certificate ? SecurityPolicyProtocol.TLS_V1_2_2021 : undefined,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(hasEdgeLogs && { enableLogging: true, logBucket: data.accessLogs, logFilePrefix: 'edge/' }),
      webAclId: props.firewall?.attrArn,
      errorResponses: uncached.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
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
        [`${publicRoot}*`]: {
          origin,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
          cachePolicy: publicCache,
          responseHeadersPolicy: publicHeaders,
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
      this.distribution,
      'AwsSolutions-CFR1',
      'Staff travel: access is decided by sign-in, not by country.',
    )
    suppressNag(
      this.distribution,
      'AwsSolutions-CFR2',
      'The firewall is a setting: stages for tests may do without it.',
    )
    if (!hasEdgeLogs) {
      const why =
        'CloudFront cannot deliver to a bucket of this region; the firewall and the API log each request.'
      suppressNag(this.distribution, 'AwsSolutions-CFR3', why)
      suppressCheckov(this.distribution, { CKV_AWS_86: why })
    }
    if (!settings.certificate)
      suppressCheckov(this.distribution, {
        CKV_AWS_174: 'Without a domain the default certificate of CloudFront sets the protocol.',
      })
    suppressNag(
      this.distribution,
      'AwsSolutions-CFR4',
      'Without a domain the default certificate of CloudFront sets the protocol; with one it is TLS 1.2.',
    )

    this.config = {
      stage: settings.stage,
      version,
      timeZone: settings.timeZone,
      signIn: signInConfig(settings, {
        userPoolId: identity.pool.userPoolId,
        clientId: identity.client.userPoolClientId,
      }),
    }
    new CfnOutput(this, 'SiteBucket', { value: this.bucket.bucketName })
    // Of a stage on one machine a script uploads the site, and has to know.
    if (settings.local) new CfnOutput(this, 'Config', { value: this.toJsonString(this.config) })
    new CfnOutput(this, 'Address', {
      value: `https://${settings.domain ?? this.distribution.distributionDomainName}`,
    })
  }
}
