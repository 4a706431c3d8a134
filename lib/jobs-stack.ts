import { join } from 'node:path'
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  CfnEventSourceMapping,
  Code,
  FilterCriteria,
  FilterRule,
  type IEventSource,
  type Function as Lambda,
  LayerVersion,
  RecursiveLoop,
  Runtime,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import type { Construct } from 'constructs'
import type { Use } from '../functions/runtime/ports.ts'
import type { WorkLimits } from '../functions/runtime/worker.ts'
import { type ScheduleRule, scheduleRules } from '../shared/jobs/schedules.ts'
import { addAlarm } from './parts/alarm.ts'
import { NodeFunction } from './parts/call-function.ts'
import { allowSending } from './parts/grants.ts'
import { idAfterName } from './parts/logical-id.ts'
import type { Resources } from './parts/need.ts'
import { eventBridgeCron, scheduleName, schedulerRole } from './parts/schedules.ts'
import { isStub } from './parts/stub.ts'
import { functionSeconds, special } from './parts/work.ts'
import type { QueuesStack } from './queues-stack.ts'

/** Folder that scripts/build-layers.ts fills. */
const layer = join(import.meta.dirname, '../dist/layers/chromium')

export interface WorkerInfo {
  jobKind: string
  uses: readonly Use[]
  /** Ports of the function that takes its dead letters. */
  deadUses: readonly Use[]
  limits: WorkLimits
  /** Its file in functions/workers. */
  file: string
}
/** Lambda takes two at least. */
const functionsAtOnce = ({ atOnce, batch }: WorkLimits) => Math.max(2, Math.floor(atOnce / batch))

/** Workers of the queues, the indexer behind the table's stream, the schedules. */
export class JobsStack extends Stack {
  readonly indexer: Lambda
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & {
      resources: Resources
      queues: QueuesStack
      workers: WorkerInfo[]
      indexer: readonly Use[]
    },
  ) {
    super(scope, id, props)
    const { resources, queues } = props
    const { settings, data } = resources

    for (const { jobKind, uses, deadUses, limits } of props.workers) {
      const more = special[jobKind]
      const parked = queues.parked[jobKind]!
      // Lambda stops a function that comes 16 times in one chain through queues, unless it is told that the chain ends.
      const recursiveLoop = limits.chain ? RecursiveLoop.ALLOW : undefined
      const part = new NodeFunction(this, jobKind, {
        resources,
        name: `workers/${jobKind}`,
        memoryMiB: more?.memoryMiB ?? 1024,
        temporaryMiB: more?.temporaryMiB,
        architecture: more?.architecture,
        timeout: Duration.seconds(functionSeconds(limits)),
        recursiveLoop,
        uses,
        steps: 'none',
      })
      if (more?.hasBrowser) part.lambda.addLayers(this.#chromium())
      this.#feed(
        part,
        new SqsEventSource(queues.queues[jobKind]!, {
          batchSize: limits.batch,
          reportBatchItemFailures: true,
          maxConcurrency: functionsAtOnce(limits),
        }),
      )
      const dead = new NodeFunction(this, `${jobKind}-dead-letters`, {
        resources,
        name: `workers/${jobKind}-dead-letters`,
        // In the chain of a job, each time that a unit is given up which was the last of its phase.
        recursiveLoop,
        uses: deadUses,
        steps: 'none',
        parked,
      })
      this.#feed(
        dead,
        new SqsEventSource(queues.deadLetters[jobKind]!, {
          batchSize: 5,
          reportBatchItemFailures: true,
          maxConcurrency: 2,
        }),
      )
    }
    for (const [kind, parked] of Object.entries(queues.parked))
      addAlarm(this, `${kind}-given-up`, settings.stage, data.alarms, {
        name: `${kind}-dead-letters`,
        what: `Work of kind ${kind} was given up`,
        paragraph: 'dead-letters',
        metric: parked.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
        threshold: 1,
        periods: 1,
      })

    const indexer = new NodeFunction(this, 'Indexer', {
      resources,
      name: 'streams/index-entities',
      timeout: Duration.minutes(2),
      uses: props.indexer,
      steps: 'none',
    })
    this.indexer = indexer.lambda
    const given = queues.parked['stream']!
    this.#feed(
      indexer,
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        parallelizationFactor: 4,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 5,
        maxRecordAge: Duration.hours(20),
        // Granted below: CDK's own grant has stars in its actions.
        onFailure: { bind: () => ({ destination: given.queueArn }) },
        // Only heads change what is searched; revisions, unique values and counters are not looked at.
        filters: [FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: FilterRule.isEqual('HEAD') } } } })],
      }),
    )
    allowSending(indexer.lambda.role!, given, resources)
    addAlarm(this, 'IndexLag', settings.stage, data.alarms, {
      name: 'index-lag',
      what: 'The index lags behind the table (ms)',
      paragraph: 'the-index-lags',
      metric: indexer.lambda.metric('IteratorAge', { period: Duration.minutes(1), statistic: 'Maximum' }),
      threshold: 60_000,
      periods: 5,
    })
    this.#schedules(queues, resources)
  }

  /** A function has one source. Of the same two things there cannot be two mappings, so its id is the function's. */
  #feed({ lambda, name }: NodeFunction, source: IEventSource) {
    lambda.addEventSource(source)
    const mappings = lambda.node.findAll().filter((one) => one instanceof CfnEventSourceMapping)
    for (const mapping of mappings) idAfterName(mapping, name)
  }

  /** All that print have the same. */
  #browser: LayerVersion | undefined

  /** Chromium and its fonts, packed: 70 MB, which is more than a function may be sent but not more than a layer. */
  #chromium(): LayerVersion {
    this.#browser ??= new LayerVersion(this, 'Chromium', {
      description: 'The browser that prints',
      // Without bundles any folder will do.
      code: Code.fromAsset(isStub(this) ? import.meta.dirname : layer),
      compatibleArchitectures: [Architecture.X86_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
    })
    return this.#browser
  }

  /** Sends what is due to the queue of its kind. Whoever is asked starts one job for each time. */
  #schedules({ queues, parked }: QueuesStack, resources: Resources) {
    const { settings } = resources
    const role = new Role(this, 'Scheduler', {
      roleName: schedulerRole(settings),
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    })
    idAfterName(role, 'scheduler')
    const rules: readonly ScheduleRule[] = scheduleRules
    for (const { name, kind, rule, what, isOnAtFirst } of rules) {
      const [queue, undeliverable] = [queues[kind]!, parked[kind]!]
      allowSending(role, queue, resources)
      allowSending(role, undeliverable, resources)
      const schedule = new CfnSchedule(this, `Schedule-${name}`, {
        name: scheduleName(settings, name),
        description: what,
        state: isOnAtFirst || settings.yearlyRun ? 'ENABLED' : 'DISABLED',
        flexibleTimeWindow: { mode: 'OFF' },
        scheduleExpression: eventBridgeCron(rule),
        scheduleExpressionTimezone: settings.timeZone,
        target: {
          arn: queue.queueArn,
          roleArn: role.roleArn,
          deadLetterConfig: { arn: undeliverable.queueArn },
          input: JSON.stringify({ kind, jobId: name, unit: 'due:<aws.scheduler.scheduled-time>' }),
        },
      })
      idAfterName(schedule, name)
    }
  }
}
