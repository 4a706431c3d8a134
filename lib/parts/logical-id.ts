import { CfnResource } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

const pascal = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The logical id of a resource that is called `name` within its stage. */
export function logicalId(name: string, resourceType: string): string {
  const [kind = ''] = resourceType.split('::').slice(-1)
  return pascal(name).endsWith(kind) ? pascal(name) : `${pascal(name)}${kind}`
}

/**
 * Gives a resource with a name of its own a logical id that follows from the name. Then a construct can be moved and
 * renamed: under another logical id CloudFormation would make the resource anew before it takes the old one away, and
 * stop because the name is taken (docs/decisions/updates-in-place.md).
 */
export function idAfterName(construct: IConstruct, name: string): void {
  const resource = CfnResource.isCfnResource(construct) ? construct : construct.node.defaultChild
  if (!(resource instanceof CfnResource)) throw new Error(`${construct.node.path} is no single resource`)
  resource.overrideLogicalId(logicalId(name, resource.cfnResourceType))
}
