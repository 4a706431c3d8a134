import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Dashboard, GraphWidget, type IMetric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { addAlarm } from './parts/alarm.ts'
import { alarmsOf } from './parts/alarms.ts'
import { idAfterName } from './parts/logical-id.ts'
import { type Metrics, metricsOf } from './parts/metrics.ts'
import type { Resources } from './parts/need.ts'
import type { QueuesStack } from './queues-stack.ts'

/** One dashboard, and an alarm for each thing that ops must know of, each naming its paragraph of the handbook. */
export class WatchStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & {
      resources: Resources
      api: HttpApi
      queues: QueuesStack
      indexer: Lambda
      /** Kinds of jobs that have a worker: work of the others waits on purpose. */
      jobKinds: string[]
    },
  ) {
    super(scope, id, props)
    const { settings, data } = props.resources
    const { queues } = props.queues
    const metrics = metricsOf(settings, data, props.api)
    const ageOf = (queue: Queue) =>
      queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: 'Maximum' })

    for (const w of alarmsOf(settings, metrics)) addAlarm(this, w.name, settings.stage, data.alarms, w)
    for (const kind of props.jobKinds)
      addAlarm(this, `${kind}-waits`, settings.stage, data.alarms, {
        name: `${kind}-waits`,
        what: `Work of kind ${kind} has been waiting for an hour (s)`,
        paragraph: 'work-waits',
        metric: ageOf(queues[kind]!),
        threshold: 3600,
        periods: 2,
      })

    const dashboard = new Dashboard(this, 'Dashboard', {
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
        ...this.#ofCalls(metrics),
        ...this.#ofIndex(metrics, props.indexer),
        ...this.#ofJobs(props.queues, ageOf),
      ],
    })
    idAfterName(dashboard, '')
    if (!settings.local) this.#budget(props.resources)
  }

  #ofCalls({ ofApi, ofFunctions, ofTable, ofOperations, share, eachFunction }: Metrics) {
    return [
      [
        graph('Requests', [ofApi('Count', 'Sum')], [share]),
        graph('Time to answer (ms)', [ofApi('Latency', 'p50'), ofApi('Latency', 'p95')]),
      ],
      [
        graph('Functions: errors of each', [eachFunction('Errors', 'Sum')]),
        graph(
          'Functions of the account: refused, at once',
          [ofFunctions('Throttles', 'Sum')],
          [ofFunctions('ConcurrentExecutions', 'Maximum')],
        ),
      ],
      [
        graph(
          'Table: errors and refusals',
          [ofOperations('SystemErrors'), ofOperations('ThrottledRequests')],
          [ofTable('TransactionConflict', 'Sum')],
        ),
        graph('Table: units used', [
          ofTable('ConsumedReadCapacityUnits', 'Sum'),
          ofTable('ConsumedWriteCapacityUnits', 'Sum'),
        ]),
      ],
    ]
  }

  #ofIndex({ ofIndex }: Metrics, indexer: Lambda) {
    const lag = { period: Duration.minutes(5), statistic: 'Maximum' }
    return [
      [
        graph(
          'Index: searches, health',
          [ofIndex('SearchRate', 'Average')],
          [ofIndex('ClusterStatus.red', 'Maximum'), ofIndex('ClusterStatus.yellow', 'Maximum')],
        ),
        graph('Index: processor and memory (%)', [
          ofIndex('CPUUtilization', 'Maximum'),
          ofIndex('JVMMemoryPressure', 'Maximum'),
        ]),
      ],
      [
        graph('Index: free space (MiB)', [ofIndex('FreeStorageSpace', 'Minimum')]),
        graph('Index: age of the change that is taken (ms)', [indexer.metric('IteratorAge', lag)]),
      ],
    ]
  }

  #ofJobs({ queues, parked }: QueuesStack, ageOf: (queue: Queue) => IMetric) {
    const waiting = (all: Record<string, Queue>) =>
      Object.entries(all).map(([kind, queue]) =>
        queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), label: kind }),
      )
    return [
      [
        graph('Work: units that wait', waiting(queues)),
        graph('Work: age of the oldest unit (s)', Object.values(queues).map(ageOf)),
      ],
      [graph('Dead letters that are parked', waiting(parked), [], 24)],
    ]
  }

  #budget({ settings }: Resources) {
    const budget = new CfnBudget(this, 'Budget', {
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
    idAfterName(budget, '')
  }
}

const graph = (title: string, left: IMetric[], right: IMetric[] = [], width = 12) =>
  new GraphWidget({ title, left, right, width })
