/** What the emulated cloud refuses of event sources, and holds them to, as AWS does. */
import { CreateEventSourceMappingCommand, CreateFunctionCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { strToU8, zipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import { region } from '../../scripts/cloud/dynamo-local.ts'
import type { Emulator } from './emulator.ts'

/** There has to be a role `any`. */
export function eventSourceLimits(cloud: () => Emulator): void {
  const create = (FunctionName: string, source: string) =>
    new LambdaClient(cloud().client).send(
      new CreateFunctionCommand({
        ...{ FunctionName, Runtime: 'nodejs22.x', Handler: 'index.handler', Timeout: 20 },
        Role: 'arn:aws:iam::000000000000:role/any',
        Code: { ZipFile: zipSync({ 'index.js': strToU8(source) }) },
      }),
    )
  /** How a request is refused; empty where it is not. */
  const refusal = (request: Promise<unknown>): Promise<string> =>
    request.then(
      () => '',
      (error: Error) => error.name,
    )

  it('takes ten messages of a queue at once, more only if it may wait for them', async () => {
    await create('batches', 'exports.handler = () => 1')
    const sqs = new SQSClient(cloud().client)
    await sqs.send(new CreateQueueCommand({ QueueName: 'batches' }))
    const feed = (BatchSize: number, MaximumBatchingWindowInSeconds = 0, MaximumConcurrency = 2) =>
      refusal(
        new LambdaClient(cloud().client).send(
          new CreateEventSourceMappingCommand({
            ...{ FunctionName: 'batches', BatchSize, MaximumBatchingWindowInSeconds },
            EventSourceArn: `arn:aws:sqs:${region}:000000000000:batches`,
            ScalingConfig: { MaximumConcurrency },
          }),
        ),
      )
    expect([await feed(10), await feed(11, 1)]).toEqual(['', ''])
    for (const refused of [feed(11), feed(10_001, 1), feed(10, 301), feed(10, 0, 1), feed(10, 0, 1001)])
      expect(await refused).toMatch(/InvalidParameterValue|Validation/)
  })
  it('runs no more often side by side for a queue than its event source says', async () => {
    const sqs = new SQSClient(cloud().client)
    const urlOf = async (QueueName: string) =>
      (await sqs.send(new CreateQueueCommand({ QueueName }))).QueueUrl!
    const [work, done] = [await urlOf('side-by-side'), await urlOf('side-by-side-done')]
    const source = `
      const { SQSClient, SendMessageCommand } = require('@aws-sdk/client-sqs')
      const sqs = new SQSClient({ endpoint: '${cloud().endpoint}' })
      exports.handler = async () => {
        const begun = Date.now()
        await new Promise((resolve) => setTimeout(resolve, 500))
        const MessageBody = JSON.stringify([begun, Date.now()])
        await sqs.send(new SendMessageCommand({ QueueUrl: '${done}', MessageBody }))
      }`
    await create('side-by-side', source)
    const Entries = Array.from({ length: 8 }, (_, n) => ({ Id: String(n), MessageBody: 'work' }))
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: work, Entries }))
    await new LambdaClient(cloud().client).send(
      new CreateEventSourceMappingCommand({
        ...{ FunctionName: 'side-by-side', BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } },
        EventSourceArn: `arn:aws:sqs:${region}:000000000000:side-by-side`,
      }),
    )
    const spans: [number, number][] = []
    await vi.waitUntil(
      async () => {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({ QueueUrl: done, MaxNumberOfMessages: 10, VisibilityTimeout: 600 }),
        )
        spans.push(...Messages.map(({ Body }) => JSON.parse(Body!) as [number, number]))
        return spans.length >= Entries.length
      },
      { timeout: 50_000, interval: 100 },
    )
    const atOnce = spans.map(
      ([begun]) => spans.filter(([from, until]) => from <= begun && begun < until).length,
    )
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(2)
  })

  const stacks = async (Action: string, parameters: Record<string, string>) => {
    const answer = await fetch(cloud().endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/cloudformation/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: new URLSearchParams({ Action, Version: '2010-05-15', ...parameters }),
    })
    return answer.text()
  }
  /** Makes a stack of one function behind its queue. Gives how that ended. */
  const deploy = async (StackName: string, ZipFile: string, BatchSize: number) => {
    const Resources = {
      Function: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          ...{ FunctionName: StackName, Runtime: 'nodejs22.x', Handler: 'index.handler', Timeout: 20 },
          ...{ Role: 'arn:aws:iam::000000000000:role/any', Code: { ZipFile }, RecursiveLoop: 'Allow' },
        },
      },
      Source: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          ...{ FunctionName: { Ref: 'Function' }, BatchSize },
          EventSourceArn: `arn:aws:sqs:${region}:000000000000:${StackName}`,
        },
      },
    }
    await stacks('CreateStack', { StackName, TemplateBody: JSON.stringify({ Resources }) })
    return vi.waitUntil(
      async () => {
        const told = await stacks('DescribeStacks', { StackName })
        return /<StackStatus>(\w+_(?:COMPLETE|FAILED))</.exec(told)?.[1]
      },
      { timeout: 30_000, interval: 100 },
    )
  }
  it('goes on beyond 16 rounds where its stack says so', async () => {
    const sqs = new SQSClient(cloud().client)
    const urlOf = async (QueueName: string) =>
      (await sqs.send(new CreateQueueCommand({ QueueName }))).QueueUrl!
    const [chain, end] = [await urlOf('chain'), await urlOf('chain-end')]
    const source = `
      const { SQSClient, SendMessageCommand } = require('@aws-sdk/client-sqs')
      const sqs = new SQSClient({ endpoint: '${cloud().endpoint}' })
      exports.handler = async ({ Records }) => {
        const round = Number(Records[0].body)
        const QueueUrl = round < 20 ? '${chain}' : '${end}'
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: String(round + 1) }))
      }`
    expect(await deploy('chain', source, 1)).toBe('CREATE_COMPLETE')
    await sqs.send(new SendMessageCommand({ QueueUrl: chain, MessageBody: '1' }))
    const last = await vi.waitUntil(
      async () => {
        const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: end }))
        return Messages[0]?.Body
      },
      { timeout: 50_000, interval: 100 },
    )
    expect(last).toBe('21')
  })
  it('is fed by a stack within the same limits', async () => {
    await new SQSClient(cloud().client).send(new CreateQueueCommand({ QueueName: 'refused' }))
    expect(await deploy('refused', 'exports.handler = () => 1', 11)).toMatch(/ROLLBACK|FAILED/)
  })
}
