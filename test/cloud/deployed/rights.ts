/**
 * What AWS asks of roles and policies beside the requests that a function sends itself: the key behind encrypted data,
 * what Lambda reads in a function's name, what services bring to queues, topics and functions. Each with the page of the AWS
 * documentation that says so.
 */
import { readFile } from 'node:fs/promises'
import {
  type CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation'
import { account, region } from '../../../scripts/cloud/emulator.ts'
import type { Statement } from './unused-rights.ts'

/** A request of a function, as scripts/cloud/emulated/rights.py notes it. */
export interface Request {
  function: string
  role: string
  action: string
  resource: string
  decision: string
  /** What a condition of its role asks about; of keys of items only their kind, `E#` of `E#…`. */
  context: Record<string, string | string[]>
}
/** A request that no function sends, made by a role or by a service of AWS. */
export type Implied = { why: string; action: string; resource: string; context?: Record<string, string> } & (
  | { role: string }
  | { service: string }
)

export async function readRequests(file: string): Promise<Request[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Request)
}

const rightsOf = (endpoint: string) => `${endpoint}/_rights`
/** `Allow`, `Deny`, `ImplicitDeny`, or `NoPolicy` for a resource without one; in the order of the questions. */
export async function decide(endpoint: string, questions: Implied[]): Promise<string[]> {
  const answer = await fetch(rightsOf(endpoint), { method: 'POST', body: JSON.stringify(questions) })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as string[]
}
export const roleStatements = async (endpoint: string) =>
  (await (await fetch(rightsOf(endpoint))).json()) as Record<string, Statement[]>

export interface StageResource {
  stack: string
  logicalId: string
  type: string
  id: string
}
/** Every resource of a stage's stacks. */
export async function stageResources(
  client: CloudFormationClient,
  stage: string,
  stacks: string[],
): Promise<StageResource[]> {
  const found: StageResource[] = []
  for (const stack of stacks) {
    const pages = paginateListStackResources({ client }, { StackName: `Inputlist-${stage}-${stack}` })
    for await (const page of pages)
      for (const one of (page.StackResourceSummaries ?? []) as StackResourceSummary[])
        found.push({
          stack,
          logicalId: one.LogicalResourceId!,
          type: one.ResourceType!,
          id: one.PhysicalResourceId ?? '',
        })
  }
  return found
}

/** What a service asks of the key, in the caller's name, before it reads or writes what the key encrypts. */
const keyUse: { action: RegExp; via: string; asks: string[]; source: string }[] = [
  {
    action: /^dynamodb:/,
    via: 'dynamodb',
    asks: ['kms:Decrypt'],
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html',
  },
  {
    action: /^s3:GetObject$/,
    via: 's3',
    asks: ['kms:Decrypt'],
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html',
  },
  {
    action: /^s3:PutObject$/,
    via: 's3',
    asks: ['kms:GenerateDataKey'],
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html',
  },
  {
    action: /^sqs:SendMessage$/,
    via: 'sqs',
    asks: ['kms:GenerateDataKey', 'kms:Decrypt'],
    source:
      'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html',
  },
  {
    action: /^sqs:ReceiveMessage$/,
    via: 'sqs',
    asks: ['kms:Decrypt'],
    source:
      'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html',
  },
]
const viaService = (service: string) => ({ 'kms:ViaService': `${service}.${region}.amazonaws.com` })

/** What these requests ask of the key of the data, each once for a role. */
export function keyRequests(
  requests: Pick<Request, 'role' | 'action' | 'resource'>[],
  key: string,
): Implied[] {
  const found = new Map<string, Implied>()
  for (const { role, action } of requests)
    for (const { via, asks, source } of keyUse.filter((use) => use.action.test(action)))
      for (const asked of asks)
        found.set(`${role} ${asked} ${via}`, {
          role,
          action: asked,
          resource: key,
          context: viaService(via),
          why: `${action}: ${source}`,
        })
  return [...found.values()]
}

export interface EventSource {
  EventSourceArn: string
  FunctionArn: string
  DestinationConfig?: { OnFailure?: { Destination?: string } }
}
/** What Lambda asks for in the name of a function that a queue or a stream feeds. */
export function pollingRequests(
  { EventSourceArn: source, DestinationConfig }: EventSource,
  role: string,
): Implied[] {
  const isQueue = source.startsWith('arn:aws:sqs:')
  const actions = isQueue
    ? ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
    : ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream']
  const why = isQueue
    ? 'https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html'
    : 'https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html'
  const asked: Implied[] = actions.map((action) => ({ role, action, resource: source, why }))
  const destination = DestinationConfig?.OnFailure?.Destination
  if (destination) asked.push({ role, action: 'sqs:SendMessage', resource: destination, why })
  return asked
}

/** What Lambda writes in a function's name. */
export const loggingRequests = (role: string, logGroup: string): Implied[] => [
  ...['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({
    role,
    action,
    resource: `arn:aws:logs:${region}:${account}:log-group:${logGroup}:log-stream:any`,
    why: 'https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html',
  })),
  ...['xray:PutTraceSegments', 'xray:PutTelemetryRecords'].map((action) => ({
    role,
    action,
    resource: '*',
    why: 'https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html',
  })),
]
