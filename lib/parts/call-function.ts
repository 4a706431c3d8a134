import { join } from 'node:path'
import { Duration, Size } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  Code,
  Function as Lambda,
  LoggingFormat,
  type RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { addAlarm } from './alarm.ts'
import { type GrantOptions, grant } from './grants.ts'
import { idAfterName } from './logical-id.ts'
import { logGroup } from './logs.ts'
import type { Resources } from './need.ts'
import { isStub } from './stub.ts'
import { suppressCheckov, suppressNag } from './suppress.ts'

/** Folder that scripts/build-functions.ts fills: one folder per function. */
const bundles = join(import.meta.dirname, '../../dist/functions')

export interface FunctionProps extends GrantOptions {
  resources: Resources
  /** Name of the call or worker; also the folder of its bundle. */
  name: string
  memoryMiB?: number
  /** Of its folder for temporary files: 512 unless said. */
  temporaryMiB?: number | undefined
  timeout?: Duration
  architecture?: Architecture
  /** Whether it may be called again and again by what it sent; Lambda ends such chains where nothing is said. */
  recursiveLoop?: RecursiveLoop
}

/** A Lambda with its log group, its alarm and a role of its own; what it may do comes from grants.ts alone. */
export class NodeFunction extends Construct {
  readonly lambda: Lambda
  /** In its stage: of the call or worker, with dashes. */
  readonly name: string
  constructor(scope: Construct, id: string, props: FunctionProps) {
    super(scope, id)
    const { resources, name } = props
    const { settings } = resources
    const flatName = name.replaceAll('/', '-')
    this.name = flatName
    const logs = logGroup(this, 'Logs', RetentionDays.SIX_MONTHS)
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logs.grantWrite(role)
    this.lambda = new Lambda(this, 'Function', {
      functionName: `inputlist-${settings.stage}-${flatName}`.slice(0, 64),
      runtime: Runtime.NODEJS_24_X,
      architecture: props.architecture ?? Architecture.ARM_64,
      handler: 'index.handler',
      code: isStub(this)
        ? Code.fromInline('exports.handler = async () => ({})')
        : Code.fromAsset(join(bundles, name)),
      memorySize: props.memoryMiB ?? 1024,
      ephemeralStorageSize: props.temporaryMiB ? Size.mebibytes(props.temporaryMiB) : undefined,
      timeout: props.timeout ?? Duration.seconds(29),
      recursiveLoop: props.recursiveLoop,
      role,
      logGroup: logs,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
    })
    idAfterName(this.lambda, flatName)
    suppressCheckov(this.lambda, {
      CKV_AWS_115: 'Limited where work comes in: the gateway’s throttling, the event source’s concurrency.',
      CKV_AWS_116: 'Called and waited for, or by a queue or stream, whose dead letters are parked.',
      CKV_AWS_117:
        'It talks to AWS services only, signed and by TLS; a VPC would put a NAT gateway before them.',
      CKV_AWS_173: 'Its variables are names of resources; there is no secret among them.',
    })
    suppressNag(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'Tracing writes segments; X-Ray has no resources to name.',
    )
    grant(this.lambda, props, resources)
    addAlarm(this, 'Errors', settings.stage, resources.data.alarms, {
      name: `${flatName}-errors`,
      what: `${name} fails`,
      paragraph: 'a-call-fails',
      metric: this.lambda.metricErrors({ period: Duration.minutes(5) }),
      threshold: 5,
      periods: 1,
    })
  }
}
