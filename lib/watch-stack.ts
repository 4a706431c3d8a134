import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Dashboard, GraphWidget, MathExpression, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { type Watch, watch } from './parts/alarm.ts'
import type { Resources } from './parts/grants.ts'

/** One dashboard, and an alarm for each thing that ops must know of, each naming its paragraph of the handbook. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { resources: Resources; api: HttpApi }) {
    super(scope, id, props)
    const { settings, data } = props.resources
    const minutes = (n: number) => Duration.minutes(n)
    const api = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        dimensionsMap: { ApiId: props.api.apiId },
        statistic,
        period: minutes(5),
      })
    const index = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/ES',
        metricName,
        dimensionsMap: { DomainName: data.domain.domainName, ClientId: this.account },
        statistic,
        period: minutes(5),
      })
    const table = (metricName: string) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: data.table.tableName },
        statistic: 'Sum',
        period: minutes(5),
      })
    const throttles = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      period: minutes(5),
    })
    const errorShare = new MathExpression({
      expression: '100 * errors / MAX([requests, 1])',
      usingMetrics: { errors: api('5xx', 'Sum'), requests: api('Count', 'Sum') },
      label: '% of requests that fail',
      period: minutes(5),
    })
    const watches: Watch[] = [
      {
        name: 'Failures',
        what: 'Requests fail',
        paragraph: 'a-call-fails',
        // The emulator does no arithmetic.
        metric: settings.local ? api('5xx', 'Sum') : errorShare,
        threshold: 1,
        periods: 2,
      },
      {
        name: 'Slow',
        what: 'Requests are slow',
        paragraph: 'calls-are-slow',
        metric: api('Latency', 'p95'),
        threshold: 2000,
        periods: 3,
      },
      {
        name: 'Throttled',
        what: 'Functions are throttled',
        paragraph: 'throttling',
        metric: throttles,
        threshold: 1,
        periods: 2,
      },
      {
        name: 'TableErrors',
        what: 'The table fails',
        paragraph: 'the-table-fails',
        metric: table('SystemErrors'),
        threshold: 1,
        periods: 2,
      },
      {
        name: 'TableThrottled',
        what: 'The table is throttled',
        paragraph: 'throttling',
        metric: table('ThrottledRequests'),
        threshold: 10,
        periods: 2,
      },
      {
        name: 'IndexRed',
        what: 'The index has lost shards',
        paragraph: 'the-index-is-ill',
        metric: index('ClusterStatus.red', 'Maximum'),
        threshold: 1,
        periods: 1,
      },
      {
        name: 'IndexFull',
        what: 'The index is short of space (MiB free)',
        paragraph: 'the-index-is-full',
        metric: index('FreeStorageSpace', 'Minimum'),
        threshold: 4096,
        periods: 1,
        below: true,
      },
      {
        name: 'IndexBlocked',
        what: 'The index takes no writes',
        paragraph: 'the-index-is-full',
        metric: index('ClusterIndexWritesBlocked', 'Maximum'),
        threshold: 1,
        periods: 1,
      },
    ]
    for (const w of watches) watch(this, w.name, settings.stage, data.alarms, w)

    new Dashboard(this, 'Dashboard', {
      dashboardName: `inputlist-${settings.stage}`,
      defaultInterval: Duration.hours(12),
      widgets: [
        [
          new TextWidget({
            markdown: `# Inputlist ${settings.stage}\nWhat to do: docs/operations.md`,
            width: 24,
            height: 2,
          }),
        ],
        [
          new GraphWidget({ title: 'Requests', left: [api('Count', 'Sum')], right: [errorShare], width: 12 }),
          new GraphWidget({
            title: 'Time to answer (ms)',
            left: [api('Latency', 'p50'), api('Latency', 'p95')],
            width: 12,
          }),
        ],
        [
          new GraphWidget({
            title: 'Index: searches, health',
            left: [index('SearchRate', 'Average')],
            right: [index('ClusterStatus.red', 'Maximum')],
            width: 12,
          }),
          new GraphWidget({
            title: 'Index: free space (MiB)',
            left: [index('FreeStorageSpace', 'Minimum')],
            width: 12,
          }),
        ],
        [
          new GraphWidget({
            title: 'Table',
            left: [table('ThrottledRequests'), table('SystemErrors'), table('TransactionConflict')],
            width: 12,
          }),
          new GraphWidget({ title: 'Functions: throttles', left: [throttles], width: 12 }),
        ],
      ],
    })

    if (settings.local) return
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `inputlist-${settings.stage}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: settings.budget, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:stage$${settings.stage}`] },
      },
      notificationsWithSubscribers: [80, 100].map((threshold) => ({
        notification: {
          comparisonOperator: 'GREATER_THAN',
          notificationType: 'ACTUAL',
          threshold,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'EMAIL', address: settings.alarms }],
      })),
    })
  }
}
