import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { suppressCheckov } from './suppress.ts'

/** A log group that ends with its stack. */
export function logGroup(scope: Construct, id: string, retention: RetentionDays): LogGroup {
  const group = new LogGroup(scope, id, { retention, removalPolicy: RemovalPolicy.DESTROY })
  suppressCheckov(group, {
    CKV_AWS_158:
      'The service encrypts it. Lines hold neither secrets nor contents, only who called what, and what was typed into slow searches.',
  })
  return group
}
