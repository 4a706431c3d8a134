/**
 * Limits that AWS documents, each with its page and with how near Inputlist comes to it. What is measured in templates
 * and in contracts stands here; what the deployed tests run behind is refused by the emulated cloud itself.
 */
import * as z from 'zod'
import { catalogue } from '../../shared/catalogue.ts'
import { maxEntityBytes, maxRequestBytes } from '../../shared/constants.ts'
import type { Contract } from '../../shared/contract.ts'
import { type Built, resourcesOf, statements, type Template } from './build.ts'

export interface Limit {
  what: string
  limit: number
  unit: string
  source: string
  /** What Inputlist comes to at most. */
  measure(built: Built): number
  /** Part of the limit that it may come to; 0.8 if absent. */
  share?: number
}

const guide = 'https://docs.aws.amazon.com'
const all = ({ templates }: Built) => [...templates.values()]
const every = (built: Built, type: string) => all(built).flatMap((template) => resourcesOf(template, type))
const most = (numbers: Iterable<number>) => Math.max(0, ...numbers)
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value ?? null))
/** What CloudFormation puts in the place of a reference is no longer than that: an ARN, an address of a queue. */
const longestReference = 160
/** `https://sqs.ap-southeast-1.amazonaws.com/123456789012/` and a name of 80 characters. */
const longestQueue = 54 + 80
/** Bytes of a value of a template once it is resolved, at most. */
function resolved(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return String(value).length
  const join = (value as Record<string, unknown>)['Fn::Join'] as [string, unknown[]] | undefined
  return join ? join[1].reduce<number>((sum, part) => sum + resolved(part), 0) : longestReference
}
const property = <T>(resource: { Properties?: Record<string, unknown> }, name: string) =>
  resource.Properties?.[name] as T | undefined

/** Bytes of all policies of the role that has most. */
function policyBytes(template: Template): number {
  const byRole = new Map<string, number>()
  for (const { Properties } of resourcesOf(template, 'AWS::IAM::Policy'))
    for (const role of (Properties?.['Roles'] as unknown[]) ?? []) {
      const name = JSON.stringify(role)
      const own = [...statements(Properties)].reduce((sum, one) => {
        const { Resource, ...rest } = one as { Resource?: unknown }
        return sum + bytes(rest) + [Resource].flat().reduce<number>((s, r) => s + resolved(r) + 3, 12)
      }, 40)
      byRole.set(name, (byRole.get(name) ?? 0) + own)
    }
  return most(byRole.values())
}
/** What feeds functions: queues, and the stream of the table. */
const sources = (built: Built, of: 'queue' | 'stream') =>
  every(built, 'AWS::Lambda::EventSourceMapping').filter(
    (one) => (property(one, 'StartingPosition') === undefined) === (of === 'queue'),
  )
/** Functions at once that an event source may have; without a limit of its own as many as Lambda gives it. */
const atOnce = (source: { Properties?: Record<string, unknown> }) =>
  property<{ MaximumConcurrency?: number }>(source, 'ScalingConfig')?.MaximumConcurrency ?? 1000

const contracts = Object.values(catalogue as Record<string, Contract>)

export const limits: Limit[] = [
  {
    what: 'resources of a stack',
    limit: 500,
    unit: '',
    source: `${guide}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
    measure: (built) => most(all(built).map((template) => resourcesOf(template).length)),
  },
  {
    what: 'size of a template',
    limit: 1_000_000,
    unit: 'bytes',
    source: `${guide}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
    measure: (built) => most(all(built).map(bytes)),
  },
  {
    what: 'outputs of a stack',
    limit: 200,
    unit: '',
    source: `${guide}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
    measure: (built) => most(all(built).map(({ Outputs = {} }) => Object.keys(Outputs).length)),
  },
  {
    what: 'routes of the HTTP API',
    limit: 300,
    unit: '',
    source: `${guide}/apigateway/latest/developerguide/http-api-quotas.html`,
    measure: (built) => every(built, 'AWS::ApiGatewayV2::Route').length,
  },
  {
    what: 'time of a call behind the gateway',
    limit: 30,
    unit: 's',
    source: `${guide}/apigateway/latest/developerguide/http-api-quotas.html`,
    measure: (built) =>
      most(
        [...built.templates]
          .filter(([name]) => name.includes('-Calls-'))
          .flatMap(([, template]) => resourcesOf(template, 'AWS::Lambda::Function'))
          .map((one) => property<number>(one, 'Timeout') ?? 0),
      ),
    // Ends just before the gateway does, so that the caller hears of it from us.
    share: 0.97,
  },
  {
    what: 'time of the authoriser',
    limit: 10,
    unit: 's',
    source: `${guide}/apigateway/latest/developerguide/http-api-quotas.html`,
    measure: (built) =>
      most(
        [...built.templates]
          .filter(([name]) => name.endsWith('-Api'))
          .flatMap(([, template]) => resourcesOf(template, 'AWS::Lambda::Function'))
          .map((one) => property<number>(one, 'Timeout') ?? 0),
      ),
    share: 0.9,
  },
  {
    what: 'time of a function',
    limit: 900,
    unit: 's',
    source: `${guide}/lambda/latest/dg/gettingstarted-limits.html`,
    measure: (built) =>
      most(every(built, 'AWS::Lambda::Function').map((one) => property<number>(one, 'Timeout') ?? 0)),
    share: 1,
  },
  {
    what: 'messages that a function gets at once, of a queue that waits for no more',
    limit: 10,
    unit: '',
    source: `${guide}/lambda/latest/dg/services-sqs-configure.html`,
    measure: (built) =>
      most(
        sources(built, 'queue')
          .filter((one) => !property<number>(one, 'MaximumBatchingWindowInSeconds'))
          .map((one) => property<number>(one, 'BatchSize') ?? 10),
      ),
    share: 1,
  },
  {
    what: 'functions at once for one queue',
    limit: 1000,
    unit: '',
    source: `${guide}/lambda/latest/dg/services-sqs-scaling.html`,
    measure: (built) => most(sources(built, 'queue').map(atOnce)),
  },
  {
    what: 'functions at once for all queues together, of those of an account',
    limit: 1000,
    unit: '',
    source: `${guide}/lambda/latest/dg/gettingstarted-limits.html`,
    measure: (built) => sources(built, 'queue').reduce((sum, one) => sum + atOnce(one), 0),
    // The rest is for people, who wait.
    share: 0.5,
  },
  {
    what: 'records of the stream at once',
    limit: 10_000,
    unit: '',
    source: `${guide}/lambda/latest/dg/services-ddb-params.html`,
    measure: (built) =>
      most(sources(built, 'stream').map((one) => property<number>(one, 'BatchSize') ?? 100)),
  },
  {
    what: 'batches of a shard of the stream side by side',
    limit: 10,
    unit: '',
    source: `${guide}/lambda/latest/dg/services-ddb-params.html`,
    measure: (built) =>
      most(sources(built, 'stream').map((one) => property<number>(one, 'ParallelizationFactor') ?? 1)),
  },
  {
    what: 'variables of a function',
    limit: 4096,
    unit: 'bytes',
    source: `${guide}/lambda/latest/dg/gettingstarted-limits.html`,
    measure: (built) =>
      most(
        every(built, 'AWS::Lambda::Function').map((one) => {
          const { Variables = {} } = property<{ Variables?: object }>(one, 'Environment') ?? {}
          return Object.entries(Variables).reduce(
            (sum, [name, value]) =>
              sum + name.length + (name.startsWith('QUEUE_') ? longestQueue : resolved(value)) + 6,
            2,
          )
        }),
      ),
  },
  {
    what: 'layers of a function',
    limit: 5,
    unit: '',
    source: `${guide}/lambda/latest/dg/gettingstarted-limits.html`,
    measure: (built) =>
      most(
        every(built, 'AWS::Lambda::Function').map((one) => property<unknown[]>(one, 'Layers')?.length ?? 0),
      ),
  },
  {
    what: 'inline policies of a role, together',
    limit: 10_240,
    unit: 'bytes',
    source: `${guide}/IAM/latest/UserGuide/reference_iam-quotas.html`,
    measure: (built) => most(all(built).map(policyBytes)),
  },
  {
    what: 'policy of a key',
    limit: 32_768,
    unit: 'bytes',
    source: `${guide}/kms/latest/developerguide/resource-limits.html`,
    measure: (built) => most(every(built, 'AWS::KMS::Key').map((one) => bytes(property(one, 'KeyPolicy')))),
  },
  {
    what: 'dashboard',
    limit: 1_000_000,
    unit: 'bytes',
    source: `${guide}/AmazonCloudWatch/latest/APIReference/API_PutDashboard.html`,
    measure: (built) => most(every(built, 'AWS::CloudWatch::Dashboard').map(bytes)),
  },
  {
    what: 'content policy in the header of a page',
    limit: 1783,
    unit: 'bytes',
    source: `${guide}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
    measure: (built) =>
      most(
        every(built, 'AWS::CloudFront::ResponseHeadersPolicy').map((one) => {
          const text = JSON.stringify(one.Properties)
          const at = text.indexOf('"ContentSecurityPolicy"')
          return at < 0
            ? 0
            : Math.min(...[text.indexOf('"Override"', at), text.length].filter((i) => i > 0)) - at
        }),
      ),
  },
  {
    what: 'address of a call with its query, for the edge',
    limit: 8192,
    unit: 'bytes',
    source: `${guide}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
    measure: () => most(contracts.filter(({ method }) => method === 'GET').map(addressBytes)),
  },
  {
    what: 'body of a request, at the gateway',
    limit: 10 * 1024 * 1024,
    unit: 'bytes',
    source: `${guide}/apigateway/latest/developerguide/http-api-quotas.html`,
    measure: () => most(contracts.map(({ maxBodyBytes }) => maxBodyBytes)),
  },
  {
    what: 'body of a request, as a string of what a function is given',
    limit: 6 * 1024 * 1024,
    unit: 'bytes',
    source: `${guide}/lambda/latest/dg/gettingstarted-limits.html`,
    measure: () => maxRequestBytes,
    // The rest holds the address and the headers, 10,240 bytes at most.
    share: 1,
  },
  {
    what: 'one entity, in the answer of a function',
    limit: 6_291_556,
    unit: 'bytes',
    source: `${guide}/lambda/latest/dg/gettingstarted-limits.html`,
    measure: () => maxEntityBytes,
    share: 1,
  },
]

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  pattern?: string
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
}
/** Characters of the longest value that a schema takes, as JSON; infinite where it has no end. */
function longest({ enum: options, const: only, ...schema }: JsonSchema): number {
  const written = (value: unknown) => JSON.stringify(value).length
  if (only !== undefined) return written(only)
  if (options) return most(options.map(written))
  if (schema.anyOf) return most(schema.anyOf.map(longest))
  switch (schema.type) {
    case 'string':
      // A pattern is that of an id.
      return 2 + (schema.maxLength ?? (schema.pattern ? 36 : Number.POSITIVE_INFINITY))
    case 'array': {
      const { items = {}, maxItems = items.enum?.length ?? Number.POSITIVE_INFINITY } = schema
      return 2 + maxItems * (longest(items) + 1)
    }
    case 'object':
      return Object.entries(schema.properties ?? {}).reduce(
        (sum, [name, one]) => sum + name.length + 4 + longest(one),
        2,
      )
    default:
      return 24
  }
}
/** Bytes of the longest address of a GET call; half of the characters of JSON are escaped to three. */
const addressBytes = ({ name, input }: Contract): number =>
  `/api/${name}?__payload=`.length +
  2 * longest(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
