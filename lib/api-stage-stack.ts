import { Stack, type StackProps } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Contract } from '../shared/contract.ts'
import { logGroup } from './parts/logs.ts'
import { publicRoute } from './parts/public-route.ts'

/** Requests a second, and in a burst, that a whole stage takes. What one address may do is the firewall's to limit. */
const throttling = { rate: 400, burst: 800 }
/** Of single calls: everybody signs in on a Monday morning, and nobody needs to be told of more errors of browsers. */
const routeThrottling: [prefix: string, limit: { rate: number; burst: number }][] = [
  ['auth/', { rate: 100, burst: 300 }],
  ['log/', { rate: 10, burst: 50 }],
  ['system/', { rate: 20, burst: 50 }],
  // Whoever has a printed confirmation may ask, without signing in.
  ['bml/confirmation/', { rate: 20, burst: 50 }],
]
/** Of what the public asks, beside what the edge answers by itself. */
const publicThrottling = { rate: 100, burst: 200 }
const throttlingOf = (name: string) => routeThrottling.find(([prefix]) => name.startsWith(prefix))?.[1]

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
    const routeSettings: Record<string, unknown> = {
      [publicRoute]: {
        ThrottlingRateLimit: publicThrottling.rate,
        ThrottlingBurstLimit: publicThrottling.burst,
      },
    }
    for (const { method, name } of props.contracts) {
      const limit = throttlingOf(name)
      if (limit)
        routeSettings[`${method} /api/${name}`] = {
          ThrottlingRateLimit: limit.rate,
          ThrottlingBurstLimit: limit.burst,
        }
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
