/**
 * Runs last (vitest.cloud.config.ts): all that functions have sent while the other tests ran is held against the policies
 * of their roles, the key, the queues and the topic, as they were deployed.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { beforeAll, expect, inject, test } from 'vitest'
import { stackOfCall } from '../../../lib/parts/call-stacks.ts'
import { account, region } from '../../../scripts/cloud/emulator.ts'
import { root } from '../../../scripts/cloud/tools.ts'
import { catalogue } from '../../../shared/catalogue.ts'
import {
  decide,
  type EventSource,
  type Implied,
  keyRequests,
  loggingRequests,
  pollingRequests,
  type Request,
  readRequests,
  roleStatements,
  type StageResource,
  stageResources,
} from './rights.ts'
import { lambda, stageName } from './tools.ts'
import { unusedGrants } from './unused-rights.ts'

const { target, deployed } = inject('stage')
const { endpoint } = target.cloud
const families = [...new Set(Object.keys(catalogue).map(stackOfCall))]
const stacks = ['Data', 'Queues', 'Api', 'Jobs', 'Web', 'Watch', ...families.map((name) => `Calls-${name}`)]

interface Configuration {
  FunctionName: string
  FunctionArn: string
  Role: string
  LoggingConfig: { LogGroup: string }
}
let requests: Request[]
let resources: StageResource[]
let functions: Configuration[]
let sources: EventSource[]
let key: string
const implied: Implied[] = []
const of = (type: string) => resources.filter((one) => one.type === type)
const roleOf = ({ Role }: Configuration) => Role.split('/').at(-1)!
const roleOfArn = (arn: string) => roleOf(functions.find(({ FunctionArn }) => arn === FunctionArn)!)

/** Those that are not allowed, in words. */
async function refused(questions: Implied[]): Promise<string[]> {
  implied.push(...questions)
  const answers = await decide(endpoint, questions)
  return questions.flatMap((one, i) =>
    answers[i] === 'Allow'
      ? []
      : [
          `${'role' in one ? one.role : one.service} may not ${one.action} ${one.resource}: ${answers[i]} (${one.why})`,
        ],
  )
}

beforeAll(async () => {
  const mine = `inputlist-${stageName}-`
  requests = (await readRequests(join(target.folder, 'requests.jsonl'))).filter((one) =>
    one.function.startsWith(mine),
  )
  resources = await stageResources(new CloudFormationClient(target.cloud.client), stageName, stacks)
  const keyId = of('AWS::KMS::Key').find(({ logicalId }) => /^Key[0-9A-F]{8}$/.test(logicalId))!.id
  key = `arn:aws:kms:${region}:${account}:key/${keyId}`
  const names = of('AWS::Lambda::Function').map(({ id }) => id)
  functions = await Promise.all(
    names
      .filter((name) => name.startsWith(mine))
      .map((name) => lambda<Configuration>('GET', `functions/${name}/configuration`)),
  )
  const { EventSourceMappings } = await lambda<{ EventSourceMappings: EventSource[] }>(
    'GET',
    'event-source-mappings/',
  )
  sources = EventSourceMappings.filter(({ FunctionArn }) => FunctionArn.includes(`:function:${mine}`))
})

test('no function has sent a request that its role does not grant', () => {
  expect(new Set(requests.map((one) => one.function)).size).toBeGreaterThan(5)
  const denied = requests.filter(({ decision }) => decision !== 'Allow')
  expect(denied.map((one) => `${one.function}: ${one.action} on ${one.resource}`)).toEqual([])
  // Without it, a condition on keys of items would seem to be met by each request.
  expect(requests.some(({ context }) => 'dynamodb:leadingkeys' in context)).toBe(true)
})

test('what a role does not grant is refused', async () => {
  const reader = roleOf(functions.find((one) => one.FunctionName.endsWith('-bml-product-load'))!)
  const table = `arn:aws:dynamodb:${region}:${account}:table/${deployed.table}`
  const why = 'a call that only reads'
  const asked = (action: string, resource: string, context?: Record<string, string>): Implied => ({
    ...{ role: reader, action, resource, why },
    ...(context && { context }),
  })
  const through = (service: string) => ({ 'kms:ViaService': `${service}.${region}.amazonaws.com` })
  expect(
    await decide(endpoint, [
      asked('dynamodb:GetItem', table),
      asked('dynamodb:PutItem', table),
      asked('dynamodb:Query', `${table}/index/another`),
      asked('s3:GetObject', `arn:aws:s3:::${deployed.files}/pdf/any`),
      asked('kms:Decrypt', key, through('dynamodb')),
      asked('kms:Decrypt', key, through('sqs')),
      asked('kms:Decrypt', key),
    ]),
  ).toEqual(['Allow', ...Array(3).fill('ImplicitDeny'), 'Allow', 'ImplicitDeny', 'ImplicitDeny'])
})

test('the key opens for whoever reads and writes what it encrypts', async () => {
  expect(await refused(keyRequests(requests, key))).toEqual([])
})

test('Lambda may fetch from each queue and stream in the name of the function that it feeds', async () => {
  expect(sources.length).toBeGreaterThan(5)
  const polling = sources.flatMap((source) => pollingRequests(source, roleOfArn(source.FunctionArn)))
  const asking = polling as (Implied & { role: string })[]
  expect(await refused([...polling, ...keyRequests(asking, key)])).toEqual([])
})

test('every function may write its log and its traces', async () => {
  expect(functions.length).toBeGreaterThan(Object.keys(catalogue).length)
  expect(
    await refused(functions.flatMap((one) => loggingRequests(roleOf(one), one.LoggingConfig.LogGroup))),
  ).toEqual([])
})

test('the gateway may run each call at its own address, and at no other', async () => {
  const api = `arn:aws:execute-api:${region}:${account}:${deployed.apiId}`
  const asked = (name: string, path: string): Implied => ({
    service: 'apigateway.amazonaws.com',
    action: 'lambda:InvokeFunction',
    resource: `arn:aws:lambda:${region}:${account}:function:${name}`,
    context: { 'aws:SourceArn': `${api}/${path}` },
    why: 'https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway.html',
  })
  const calls = Object.values(catalogue).map(({ name, method }) => ({
    lambda: `inputlist-${stageName}-${name.replaceAll('/', '-')}`.slice(0, 64),
    path: `$default/${method}/api/${name}`,
  }))
  expect(await refused(calls.map((one) => asked(one.lambda, one.path)))).toEqual([])
  const others = await decide(
    endpoint,
    calls.map((one, i) => asked(one.lambda, calls[(i + 1) % calls.length]!.path)),
  )
  expect(new Set(others)).toEqual(new Set(['ImplicitDeny']))
})

test('each schedule may send to its queue, and whoever changes one may hand on its role', async () => {
  const scheduler = new SchedulerClient(target.cloud.client)
  const why =
    'https://docs.aws.amazon.com/scheduler/latest/UserGuide/setting-up.html#setting-up-execution-role'
  const asked: (Implied & { role: string })[] = []
  const roles = new Set<string>()
  for (const { id } of of('AWS::Scheduler::Schedule')) {
    const { Target } = await scheduler.send(new GetScheduleCommand({ Name: id.split('/').at(-1) }))
    roles.add(Target!.RoleArn!)
    const role = Target!.RoleArn!.split('/').at(-1)!
    asked.push({ role, action: 'sqs:SendMessage', resource: Target!.Arn!, why })
  }
  expect(asked.length).toBeGreaterThan(0)
  const context = { 'iam:PassedToService': 'scheduler.amazonaws.com' }
  const passing = requests
    .filter(({ action }) => /^scheduler:(Create|Update)Schedule$/.test(action))
    .flatMap(({ role }) =>
      [...roles].map((resource): Implied => ({ role, action: 'iam:PassRole', resource, context, why })),
    )
  // test/cloud/deployed/schedules.test.ts has switched one.
  expect(passing).not.toEqual([])
  expect(await refused([...asked, ...keyRequests(asked, key), ...passing])).toEqual([])
})

test('alarms reach the topic, and the key opens for them', async () => {
  const [topic] = of('AWS::SNS::Topic')
  const why =
    'https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#compatibility-with-aws-services'
  const service = 'cloudwatch.amazonaws.com'
  const context = { 'aws:SourceAccount': account }
  expect(
    await refused([
      { service, action: 'sns:Publish', resource: topic!.id, context, why },
      { service, action: 'kms:GenerateDataKey', resource: key, context, why },
      { service, action: 'kms:Decrypt', resource: key, context, why },
    ]),
  ).toEqual([])
})

test('functions that have sent nothing are listed: nobody knows whether their roles suffice', async () => {
  const heard = new Set(requests.map((one) => one.function))
  const names = functions.map(({ FunctionName }) => FunctionName)
  const silent = names.filter((name) => !heard.has(name)).sort()
  await writeFile(join(root, '.cloud/silent-functions.txt'), `${silent.join('\n')}\n`)
  console.log(`${silent.length} of ${names.length} functions have sent nothing: .cloud/silent-functions.txt`)
  expect(silent.length).toBeLessThan(names.length)
  expect(
    // Those that take dead letters note what a job lost, which no test here makes happen to each kind.
    silent.filter((name) => name.includes('-workers-') && !name.endsWith('-dead-letters')),
    'every kind of work has been done once',
  ).toEqual([])
})

test('what nobody has needed is listed', async () => {
  const all = await roleStatements(endpoint)
  const mine = Object.fromEntries(functions.map((one) => [roleOf(one), all[roleOf(one)] ?? []] as const))
  const asked = implied.flatMap((one) => ('role' in one ? [one] : []))
  const unused = unusedGrants(mine, [...requests, ...asked])
  const granted = Object.values(mine)
    .flat()
    .reduce((sum, { Action, Resource }) => sum + [Action].flat().length * [Resource].flat().length, 0)
  await writeFile(join(root, '.cloud/unused-rights.txt'), `${unused.join('\n')}\n`)
  console.log(
    `${granted - unused.length} of ${granted} grants were used; the others: .cloud/unused-rights.txt`,
  )
  expect(unused.length).toBeLessThan(granted)
})
