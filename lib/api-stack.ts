import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnAuthorizer, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { accountCacheSeconds } from '../shared/constants.ts'
import { NodeFunction } from './parts/call-function.ts'
import type { Resources } from './parts/need.ts'

/** An HTTP API with an authoriser, so that no request without a valid product token reaches a call. */
export class ApiStack extends Stack {
  readonly api: HttpApi
  readonly authorizerId: string

  constructor(scope: Construct, id: string, props: StackProps & { resources: Resources }) {
    super(scope, id, props)
    const { settings } = props.resources
    this.api = new HttpApi(this, 'Api', {
      apiName: `inputlist-${settings.stage}`,
      description: 'The calls of Inputlist, one route each',
      // The stage comes after the routes: its stricter limits can only name routes that exist (api-stage-stack.ts).
      createDefaultStage: false,
    })
    const check = new NodeFunction(this, 'Authorizer', {
      resources: props.resources,
      name: 'authorizer',
      memoryMiB: 512,
      timeout: Duration.seconds(9),
      uses: [],
      steps: 'signed-in',
    })
    check.lambda.addEnvironment('ANSWER_WITHIN_MS', '1500')
    check.lambda.addPermission('Invoke', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: this.formatArn({
        service: 'execute-api',
        resource: this.api.apiId,
        resourceName: 'authorizers/*',
      }),
    })
    const authorizer = new CfnAuthorizer(this, 'ProductToken', {
      apiId: this.api.apiId,
      name: 'product-token',
      authorizerType: 'REQUEST',
      authorizerPayloadFormatVersion: '2.0',
      enableSimpleResponses: true,
      identitySource: ['$request.header.Authorization'],
      authorizerUri: `arn:${this.partition}:apigateway:${this.region}:lambda:path/2015-03-31/functions/${check.lambda.functionArn}/invocations`,
      // A disabled account is out within 60 s: this cache and what a call believes together stay below it.
      authorizerResultTtlInSeconds: 60 - 2 * accountCacheSeconds,
    })
    this.authorizerId = authorizer.ref
    new CfnOutput(this, 'ApiId', { value: this.api.apiId })
  }
}
