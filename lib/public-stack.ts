import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnIntegration, CfnRoute, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { Use } from '../functions/runtime/ports.ts'
import { NodeFunction } from './parts/call-function.ts'
import { idAfterName } from './parts/logical-id.ts'
import type { Resources } from './parts/need.ts'
import { publicRoute } from './parts/public-route.ts'
import { suppressNag } from './parts/suppress.ts'

/** What lists show the public: one function of its own, so that whoever asks much of it takes nothing from staff. */
export class PublicStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { resources: Resources; api: HttpApi; uses: readonly Use[] },
  ) {
    super(scope, id, props)
    const { resources, api, uses } = props
    const part = new NodeFunction(this, 'public', {
      resources,
      name: 'public',
      // It holds whole lists, and makes them in the seconds in which somebody waits for the first.
      memoryMiB: 1769,
      timeout: Duration.seconds(29),
      uses,
      steps: 'public',
    })
    part.lambda.addPermission('Invoke', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: this.formatArn({
        service: 'execute-api',
        resource: api.apiId,
        resourceName: '*/*/public/{proxy+}',
      }),
    })
    const integration = new CfnIntegration(part, 'Integration', {
      apiId: api.apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: part.lambda.functionArn,
      payloadFormatVersion: '2.0',
    })
    const route = new CfnRoute(part, 'Route', {
      apiId: api.apiId,
      routeKey: publicRoute,
      operationName: 'public',
      target: `integrations/${integration.ref}`,
      authorizationType: 'NONE',
    })
    idAfterName(route, part.name)
    suppressNag(route, 'AwsSolutions-APIG4', 'What it answers is public, and nothing can be written by it.')
  }
}
