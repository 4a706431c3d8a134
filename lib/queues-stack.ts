import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { WorkLimits } from '../functions/runtime/worker.ts'
import { maxReceiveCount } from '../shared/constants.ts'
import { idAfterName } from './parts/logical-id.ts'
import type { Resources } from './parts/need.ts'
import { suppressNag } from './parts/suppress.ts'
import { functionSeconds, special, toAnswer } from './parts/work.ts'

/**
 * So long does work wait for workers that were stopped, by a restore that failed say. SQS counts on in the dead letters, which
 * live 14 days from when the work was sent: four are left to note them.
 */
const workDays = 10

/**
 * Queues of a stage, made before the calls that send to them. Per kind three: the work; `-dead-letters` for what was received
 * five times and not done, which the worker's other entry notes in its job's errors; `-parked` for what was noted, or
 * could not even be noted, until a person replays it. So a job always ends, and nothing is lost for two weeks after it was
 * noted.
 */
export class QueuesStack extends Stack {
  readonly queues: Record<string, Queue> = {}
  readonly deadLetters: Record<string, Queue> = {}
  readonly parked: Record<string, Queue> = {}
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & {
      resources: Pick<Resources, 'data' | 'settings'>
      kinds: Record<string, WorkLimits | undefined>
    },
  ) {
    super(scope, id, props)
    const { data, settings } = props.resources
    const queue = (name: string, days: number, visibilityTimeout?: Duration, next?: Queue) => {
      const made = new Queue(this, name, {
        queueName: `inputlist-${settings.stage}-${name}`,
        encryption: QueueEncryption.KMS,
        encryptionMasterKey: data.key,
        enforceSSL: true,
        retentionPeriod: Duration.days(days),
        visibilityTimeout,
        deadLetterQueue: next && { queue: next, maxReceiveCount },
        removalPolicy: RemovalPolicy.DESTROY,
      })
      idAfterName(made, name)
      return made
    }
    for (const [kind, limits] of Object.entries(props.kinds)) {
      const parked = queue(`${kind}-parked`, 14)
      const dead = queue(
        `${kind}-dead-letters`,
        14,
        settings.local ? Duration.seconds(5) : Duration.minutes(3),
        parked,
      )
      this.parked[kind] = parked
      this.deadLetters[kind] = dead
      // A try that failed is made again after this. It must outlast the worker's own limit; more would only keep a job
      // waiting, since the number of workers is limited at the source and not by throttling.
      const limit = limits ? Duration.seconds(functionSeconds(limits) + toAnswer) : Duration.minutes(5)
      // On one machine tests wait for it; unpacking the browser may take some of it.
      const shortly = Duration.seconds(special[kind]?.hasBrowser ? 20 : 5)
      this.queues[kind] = queue(kind, workDays, settings.local ? shortly : limit, dead)
    }
    this.parked['stream'] = queue('stream-parked', 14)
    suppressNag(
      this.parked['stream'],
      'AwsSolutions-SQS3',
      'It takes what the stream’s event source gives up, and is read by the replay only.',
    )
  }
}
