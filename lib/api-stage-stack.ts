import { Stack, type StackProps } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Contract } from '../shared/contract.ts'
import { logGroup } from './parts/logs.ts'

/** Requests a second, and in a burst, that a whole stage takes; each sign-in call takes far fewer. */
export const throttling = { rate: 400, burst: 800 }
export const signInThrottling = { rate: 10, burst: 20 }

/** Fields of a line of the access log. */
export const accessLogFormat = {
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  ip: '$context.identity.sourceIp',
  time: '$context.requestTime',
  ms: '$context.responseLatency',
  authorizer: '$context.authorizer.error',
  error: '$context.error.message',
}

/** Opens the routes to the world: limits and access logs. Deployed after every route exists. */
export class ApiStageStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { api: HttpApi; contracts: readonly Contract[] },
  ) {
    super(scope, id, props)
    const logs = logGroup(this, 'AccessLogs', RetentionDays.ONE_YEAR)
    const routeSettings: Record<string, unknown> = {}
    for (const { method, name } of props.contracts)
      if (name.startsWith('auth/'))
        routeSettings[`${method} /api/${name}`] = {
          ThrottlingRateLimit: signInThrottling.rate,
          ThrottlingBurstLimit: signInThrottling.burst,
        }
    new CfnStage(this, 'Opened', {
      apiId: props.api.apiId,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: {
        throttlingRateLimit: throttling.rate,
        throttlingBurstLimit: throttling.burst,
      },
      routeSettings,
      accessLogSettings: {
        destinationArn: logs.logGroupArn,
        format: AccessLogFormat.custom(JSON.stringify(accessLogFormat)).toString(),
      },
    })
  }
}
