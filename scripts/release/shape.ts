/**
 * What a deployed stage holds an update to (docs/decisions/updates-in-place.md): values that stacks give each other, names
 * that are taken, and resources that hold what cannot be made again. Read off templates, and compared.
 */
import { spelled } from '../../lib/parts/suppress.ts'

export interface TemplateResource {
  Type: string
  Properties?: Record<string, unknown>
}
export interface StackTemplate {
  Resources: Record<string, TemplateResource>
  Outputs?: Record<string, { Export?: { Name: string } }>
}
/** By the names of stacks. */
export type Templates = ReadonlyMap<string, StackTemplate>

export interface Shape {
  /** Names of exports that another stack imports. */
  exports: string[]
  /** What cannot be there twice → where it is: `{stack}/{logical id}`. */
  names: Record<string, string>
  /** Routes that a limit of their own names. */
  limited: string[]
  /** Resources that may not be lost: `{stack}/{logical id}` → what CloudFormation would replace them for. */
  kept: Record<string, Record<string, unknown>>
}

const field = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value)

/** Property with a name that is ours to give, by the type of the resource. CloudFormation names the rest. */
const nameProperty: Record<string, string[]> = {
  'AWS::Budgets::Budget': ['Budget', 'BudgetName'],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::Lambda::Function': ['FunctionName'],
  'AWS::Logs::ResourcePolicy': ['PolicyName'],
  'AWS::Scheduler::Schedule': ['Name'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::SSM::Parameter': ['Name'],
}
/** The name of a resource, if it is ours to give. */
export function ownName({ Type, Properties }: TemplateResource): string | undefined {
  const name = nameProperty[Type] && field(Properties, ...nameProperty[Type])
  return typeof name === 'string' ? name : undefined
}

/** Of what there can be one only, within another resource: what it belongs to, by its properties. */
const belongsTo: Record<string, string[]> = {
  'AWS::ApiGatewayV2::Authorizer': ['Name'],
  'AWS::ApiGatewayV2::Route': ['RouteKey'],
  'AWS::ApiGatewayV2::Stage': ['StageName'],
  'AWS::Cognito::UserPoolIdentityProvider': ['ProviderName'],
  'AWS::Lambda::EventSourceMapping': ['FunctionName', 'EventSourceArn'],
  'AWS::S3::BucketPolicy': ['Bucket'],
  'AWS::SNS::Subscription': ['TopicArn', 'Endpoint'],
  'AWS::SNS::TopicPolicy': ['Topics'],
  'AWS::SQS::QueuePolicy': ['Queues'],
}
function uniqueName(resource: TemplateResource): string | undefined {
  const name = ownName(resource)
  if (name !== undefined) return `${resource.Type} ${name}`
  const parts = belongsTo[resource.Type]?.map((key) => [field(resource.Properties, key)].flat().map(spelled))
  return parts && `${resource.Type} ${parts.join(' ')}`
}

/**
 * Resources whose loss would be one of data, of people's sign-in or of an address; with the properties for whose change
 * CloudFormation makes them anew (of the secret: its value).
 */
const keptTypes: Record<string, string[]> = {
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::CloudFront::Distribution': [],
  'AWS::Cognito::UserPool': [
    'AliasAttributes',
    'UsernameAttributes',
    'UsernameConfiguration',
    'UserPoolName',
  ],
  'AWS::Cognito::UserPoolClient': ['GenerateSecret'],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::OpenSearchService::Domain': ['DomainName', 'EncryptionAtRestOptions'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['GenerateSecretString', 'Name'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
}

const resourcesOf = (templates: Templates) =>
  [...templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).map(([id, resource]) => ({ at: `${stack}/${id}`, stack, resource })),
  )
/** Every value that a stack gives, to one of another region by CDK's own resource. */
const exported = (templates: Templates): string[] => [
  ...[...templates.values()].flatMap(({ Outputs = {} }) =>
    Object.values(Outputs).flatMap(({ Export }) => (Export ? [Export.Name] : [])),
  ),
  ...resourcesOf(templates).flatMap(({ resource: { Type, Properties } }) =>
    Type === 'Custom::CrossRegionExportWriter'
      ? Object.keys(field(Properties, 'WriterProps', 'exports') as object)
      : [],
  ),
]

export function shapeOf(templates: Templates): Shape {
  const all = resourcesOf(templates)
  const text = JSON.stringify(all.map(({ resource }) => resource.Properties))
  const entries = <T>(of: (one: (typeof all)[number]) => [string, T] | undefined): Record<string, T> =>
    Object.fromEntries(
      all.flatMap((one) => [of(one) ?? []].filter((entry) => entry.length > 0) as [string, T][]).sort(),
    )
  return {
    exports: exported(templates)
      .filter((name) => text.includes(JSON.stringify(name)))
      .sort(),
    names: entries(({ at, resource }) => {
      const name = uniqueName(resource)
      return name === undefined ? undefined : [name, at]
    }),
    limited: all
      .flatMap(({ resource: { Type, Properties } }) =>
        Type === 'AWS::ApiGatewayV2::Stage'
          ? Object.keys((Properties?.['RouteSettings'] ?? {}) as object)
          : [],
      )
      .sort(),
    kept: entries(({ at, resource: { Type, Properties = {} } }) => {
      const names = keptTypes[Type]
      return (
        names && [
          at,
          Object.fromEntries(names.flatMap((name) => (name in Properties ? [[name, Properties[name]]] : []))),
        ]
      )
    }),
  }
}

const routeOf = (route: string) => `AWS::ApiGatewayV2::Route ${route}`

const stackOf = (at: string | undefined) => at?.split('/')[0]

/** Why these templates could not follow the release in a deployed stage, each with what to do. */
export function obstacles(release: Shape, templates: Templates): string[] {
  const now = shapeOf(templates)
  const given = new Set(exported(templates))
  return [
    ...release.exports
      .filter((name) => !given.has(name))
      .map(
        (name) =>
          `${name} is gone, which stacks of a deployed stage import: CloudFormation refuses the update. Keep what it stands for, and give it by this.exportValue(…) in its stack, until a release no longer uses it.`,
      ),
    ...Object.entries(release.names).flatMap(([name, at]) => {
      const nowAt = now.names[name]
      if (nowAt === undefined || nowAt === at) return []
      return stackOf(nowAt) === stackOf(at)
        ? [
            `${name} is ${nowAt} now and was ${at}: CloudFormation makes the new one first, and stops because the old one is there. Give it the id of before (lib/parts/logical-id.ts), or another name.`,
          ]
        : [
            `${name} has moved from ${at} to ${nowAt}: both stacks would have it for a moment, which is refused. Give it another name there, or take it away in one release and make it in the next.`,
          ]
    }),
    ...release.limited
      .filter((route) => !Object.hasOwn(now.names, routeOf(route)))
      .map(
        (route) =>
          `${route} is gone, and a limit of a deployed stage names it: the gateway keeps such a route. Take its limit away in one release (lib/api-stage-stack.ts), and the call in the next.`,
      ),
    ...Object.entries(release.kept).flatMap(([at, before]) => {
      const after = now.kept[at]
      if (!after)
        return [
          `${at} is gone: a deployed stage would lose what it holds, or go on with an empty one. Give it the stack, the path and the id of before.`,
        ]
      return Object.keys({ ...before, ...after })
        .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
        .map(
          (name) =>
            `${name} of ${at} has changed: CloudFormation would make it anew, without what it holds. Leave it as it was, or write how it moves (docs/operations.md).`,
        )
    }),
  ]
}
