import { CfnResource, type IResource, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts one finding of cdk-nag on one construct, for a reason that stands beside it. */
export function suppressNag(
  construct: IConstruct | IResource | CfnResource,
  finding: string,
  reason: string,
): void {
  Validations.of(construct).acknowledge({ id: finding, reason })
}

/** Accepts findings of checkov on the resource of a construct, each by its id with its reason. */
export function suppressCheckov(construct: IConstruct, findings: Record<string, string>): void {
  const resource = CfnResource.isCfnResource(construct) ? construct : construct.node.defaultChild
  if (!(resource instanceof CfnResource)) throw new Error(`${construct.node.path} is no single resource`)
  const known = (resource.getMetadata('checkov') as { skip: object[] } | undefined)?.skip ?? []
  const more = Object.entries(findings).map(([id, comment]) => ({ id, comment }))
  resource.addMetadata('checkov', { skip: [...known, ...more] })
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** An address of a template as the checks spell it in the name of a finding. */
export function spelled(address: unknown): string {
  if (typeof address === 'string') return address
  const join = field(address, 'Fn::Join') as [string, unknown[]] | undefined
  if (join) return join[1].map(spelled).join(join[0])
  const attribute = field(address, 'Fn::GetAtt') as [unknown, unknown] | undefined
  if (attribute) return `<${spelled(attribute[0])}.${spelled(attribute[1])}>`
  const imported = field(address, 'Fn::ImportValue')
  if (imported !== undefined) return spelled(imported)
  const ref = field(address, 'Ref')
  if (ref !== undefined) return `<${spelled(ref)}>`
  return JSON.stringify(address)
}
