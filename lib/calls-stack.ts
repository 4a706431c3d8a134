import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnIntegration, CfnRoute, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { Use } from '../functions/runtime/ports.ts'
import type { Contract } from '../shared/contract.ts'
import { NodeFunction } from './parts/call-function.ts'
import { idAfterName } from './parts/logical-id.ts'
import type { Resources } from './parts/need.ts'
import { stepsOf } from './parts/steps.ts'
import { suppressNag } from './parts/suppress.ts'

/** A call as the stacks see it: its contract and the ports that its handler uses. */
export interface CallInfo {
  contract: Contract
  uses: readonly Use[]
}

/** One Lambda and one route for each call of a family (`auth`, `bml`, `eav` …). */
export class CallsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { resources: Resources; api: HttpApi; authorizerId: string; calls: CallInfo[] },
  ) {
    super(scope, id, props)
    for (const { contract, uses } of props.calls) {
      const steps = stepsOf(contract)
      const isPublic = steps !== 'signed-in'
      const part = new NodeFunction(this, contract.name.replaceAll('/', '-'), {
        resources: props.resources,
        name: contract.name,
        timeout: Duration.seconds(29),
        uses,
        steps,
        isIdempotent: contract.idempotent,
      })
      part.lambda.addPermission('Invoke', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.formatArn({
          service: 'execute-api',
          resource: props.api.apiId,
          resourceName: `*/*/api/${contract.name}`,
        }),
      })
      const integration = new CfnIntegration(part, 'Integration', {
        apiId: props.api.apiId,
        integrationType: 'AWS_PROXY',
        integrationUri: part.lambda.functionArn,
        payloadFormatVersion: '2.0',
      })
      const route = new CfnRoute(part, 'Route', {
        apiId: props.api.apiId,
        routeKey: `${contract.method} /api/${contract.name}`,
        operationName: contract.name.replaceAll('/', '-'),
        target: `integrations/${integration.ref}`,
        ...(isPublic
          ? { authorizationType: 'NONE' }
          : { authorizationType: 'CUSTOM', authorizerId: props.authorizerId }),
      })
      idAfterName(route, part.name)
      if (isPublic)
        suppressNag(
          route,
          'AwsSolutions-APIG4',
          `${contract.name} is public by its contract: it comes before sign-in.`,
        )
    }
  }
}
