import { type CfnResource, type IResource, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts one finding of the checks on one construct, for a reason that stands beside it. */
export function explain(
  construct: IConstruct | IResource | CfnResource,
  finding: string,
  reason: string,
): void {
  Validations.of(construct).acknowledge({ id: finding, reason })
}
