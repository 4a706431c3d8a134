import { Duration, RemovalPolicy, Stack, type StackProps, TimeZone } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Architecture, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { SqsSendMessage } from 'aws-cdk-lib/aws-scheduler-targets'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { PortName } from '../functions/runtime/ports.ts'
import { NodeFunction } from './parts/call-function.ts'
import { grant, type Resources } from './parts/grants.ts'

export interface WorkerInfo {
  jobKind: string
  uses: readonly PortName[]
  /** Its file in functions/workers. */
  file: string
}
/** What a kind of job needs beyond the ordinary; the PDF worker carries Chromium, which exists for x86_64 only. */
const special: Record<string, { memoryMiB: number; architecture?: Architecture; minutes: number }> = {
  pdf: { memoryMiB: 2048, architecture: Architecture.X86_64, minutes: 5 },
  export: { memoryMiB: 2048, minutes: 15 },
}

/** Queues of a stage, made before the calls that send to them. */
export class QueuesStack extends Stack {
  readonly queues: Record<string, Queue> = {}
  readonly deadLetters: Record<string, Queue> = {}
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { resources: Pick<Resources, 'data' | 'settings'>; kinds: string[] },
  ) {
    super(scope, id, props)
    const { data, settings } = props.resources
    const queue = (
      kind: string,
      isDead: boolean,
      deadLetterQueue?: { queue: Queue; maxReceiveCount: number },
    ) =>
      new Queue(this, `${kind}${isDead ? '-dead' : ''}`, {
        queueName: `inputlist-${settings.stage}-${kind}${isDead ? '-dead' : ''}`,
        encryption: QueueEncryption.KMS,
        encryptionMasterKey: data.key,
        enforceSSL: true,
        retentionPeriod: Duration.days(isDead ? 14 : 4),
        // Six times the worker's own limit, as Lambda asks.
        visibilityTimeout: isDead ? undefined : Duration.minutes(6 * (special[kind]?.minutes ?? 5)),
        deadLetterQueue,
        removalPolicy: RemovalPolicy.DESTROY,
      })
    for (const kind of props.kinds) {
      this.deadLetters[kind] = queue(kind, true)
      if (kind === 'stream') continue
      this.queues[kind] = queue(kind, false, { queue: this.deadLetters[kind], maxReceiveCount: 3 })
    }
  }
}

/** Workers of the queues, the indexer behind the table's stream, the yearly schedule. */
export class JobsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & {
      resources: Resources
      queues: QueuesStack
      workers: WorkerInfo[]
      indexer: readonly PortName[]
    },
  ) {
    super(scope, id, props)
    const { resources, queues } = props
    const { settings, data } = resources

    for (const { jobKind, uses } of props.workers) {
      const more = special[jobKind]
      const part = new NodeFunction(this, jobKind, {
        settings,
        name: `workers/${jobKind}`,
        memoryMiB: more?.memoryMiB ?? 1024,
        architecture: more?.architecture,
        timeout: Duration.minutes(more?.minutes ?? 5),
      })
      grant(part.lambda, uses, 'signed-in', resources)
      part.lambda.addEventSource(
        new SqsEventSource(queues.queues[jobKind]!, {
          batchSize: 5,
          reportBatchItemFailures: true,
          maxConcurrency: 4,
        }),
      )
      // The unit that failed three times must still end in its job's errors, or the job would never end.
      const dead = new NodeFunction(this, `${jobKind}-dead`, { settings, name: `workers/${jobKind}-dead` })
      grant(dead.lambda, uses, 'signed-in', resources)
      this.#depth(queues.deadLetters[jobKind]!, jobKind)
    }

    const indexer = new NodeFunction(this, 'Indexer', {
      settings,
      name: 'streams/index-entities',
      timeout: Duration.minutes(2),
    })
    grant(indexer.lambda, props.indexer, 'signed-in', resources)
    indexer.lambda.addEventSource(
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        parallelizationFactor: 4,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 5,
        maxRecordAge: Duration.hours(20),
        onFailure: new SqsDlq(queues.deadLetters['stream']!),
        // Only heads change what is searched; revisions, unique values and counters are not looked at.
        filters: [FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: FilterRule.isEqual('HEAD') } } } })],
      }),
    )
    this.#depth(queues.deadLetters['stream']!, 'stream')
    new Alarm(this, 'IndexLag', {
      alarmDescription: 'The index lags behind the table: docs/operations.md#the-index-lags',
      metric: indexer.lambda.metric('IteratorAge', { period: Duration.minutes(1), statistic: 'Maximum' }),
      threshold: 60_000,
      evaluationPeriods: 5,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })

    const runs = queues.queues['invoice-run']
    if (runs)
      new Schedule(this, 'YearlyInvoices', {
        description: 'Starts the yearly invoice run of every institution that has switched it on',
        enabled: settings.yearlyRun,
        schedule: ScheduleExpression.cron({
          month: '1',
          day: '2',
          hour: '2',
          minute: '0',
          timeZone: TimeZone.EUROPE_ZURICH,
        }),
        target: new SqsSendMessage(runs, {
          input: ScheduleTargetInput.fromObject({ kind: 'invoice-run', jobId: 'yearly', unit: 'start' }),
        }),
      })
  }

  #depth(queue: Queue, kind: string) {
    new Alarm(this, `${kind}-dead-letters`, {
      alarmDescription: `Work of kind ${kind} was given up: docs/operations.md#dead-letters`,
      metric: queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}
