import { join } from 'node:path'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  Code,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { DeploySettings } from '../settings.ts'
import { explain } from './explain.ts'

/** Folder that scripts/build-functions.ts fills: one folder per function. */
export const bundles = join(import.meta.dirname, '../../dist/functions')

export interface FunctionProps {
  settings: DeploySettings
  /** Name of the call or worker; also the folder of its bundle. */
  name: string
  memoryMiB?: number
  timeout?: Duration
  architecture?: Architecture
  environment?: Record<string, string>
}

/** A Lambda with its log group and its own role; grants come from grants.ts alone. */
export class NodeFunction extends Construct {
  readonly lambda: Lambda
  constructor(scope: Construct, id: string, props: FunctionProps) {
    super(scope, id)
    const logs = new LogGroup(this, 'Logs', {
      retention: RetentionDays.SIX_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logs.grantWrite(role)
    this.lambda = new Lambda(this, 'Function', {
      functionName: `inputlist-${props.settings.stage}-${props.name.replaceAll('/', '-')}`.slice(0, 64),
      runtime: Runtime.NODEJS_24_X,
      architecture: props.architecture ?? Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(bundles, props.name)),
      memorySize: props.memoryMiB ?? 1024,
      timeout: props.timeout ?? Duration.seconds(29),
      role,
      logGroup: logs,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      environment: { NODE_OPTIONS: '--enable-source-maps', ...props.environment },
    })
    explain(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'Tracing writes segments; X-Ray has no resources to name.',
    )
    new Alarm(this, 'Errors', {
      alarmDescription: `${props.name} fails: docs/operations.md#a-call-fails`,
      metric: this.lambda.metricErrors({ period: Duration.minutes(5) }),
      threshold: 5,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}
