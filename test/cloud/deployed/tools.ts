/** What the tests of the deployed stage share: waiting, queues, metrics, processes. */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { inject } from 'vitest'
import { operatorEnvironment, stageOf, type Target } from '../../../scripts/cloud/deploy.ts'
import { region } from '../../../scripts/cloud/emulator.ts'
import { root } from '../../../scripts/cloud/tools.ts'
import { queueUrl, waitingIn } from '../../../scripts/ops/queues.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import type { apiAs } from '../../e2e/api.ts'

const { target, pids } = inject('stage')
export const stageName = stageOf(target)
export const sqs = new SQSClient(target.cloud.client)

/** Asks until it is true. Errors: after four minutes, which is a lot also on a busy machine. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, pauseMs = 300) {
  const end = Date.now() + 240_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not come true that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

export const urlOf = (name: string): Promise<string> => queueUrl(sqs, stageName, name)
/** Bodies that wait in a queue; they stay there. */
export async function bodiesIn(name: string): Promise<string[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: await urlOf(name),
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 0,
    }),
  )
  return Messages.map((message) => message.Body!)
}
/** What SQS makes its metric `ApproximateNumberOfMessagesVisible` of. */
export const visibleIn = async (name: string): Promise<number> => waitingIn(sqs, await urlOf(name))

const signedAs = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
})
/** A request to CloudWatch, for which nothing else needs a client. Gives the XML. */
export async function cloudWatch(Action: string, parameters: Record<string, string>): Promise<string> {
  const answer = await fetch(target.cloud.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...signedAs('monitoring') },
    body: new URLSearchParams({ Action, Version: '2010-08-01', ...parameters }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${Action}: ${text}`)
  return text
}
async function logs<T>(operation: string, body: object): Promise<T> {
  const answer = await fetch(target.cloud.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Logs_20140328.${operation}`,
      ...signedAs('logs'),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`)
  return (await answer.json()) as T
}
/** How often each function has begun since the stage is there: Lambda writes a line of its own for each time. */
export async function invocations(functions: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of functions) {
    const { LoggingConfig } = await lambda<{ LoggingConfig: { LogGroup: string } }>(
      'GET',
      `functions/${name}/configuration`,
    )
    let count = 0
    let nextToken: string | undefined
    do {
      const page: { events: { message: string }[]; nextToken?: string } = await logs('FilterLogEvents', {
        logGroupName: LoggingConfig.LogGroup,
        nextToken,
      })
      count += page.events.filter(({ message }) => /^START |"platform\.start"/.test(message)).length
      nextToken = page.nextToken
    } while (nextToken)
    counts[name] = count
  }
  return counts
}
/** A request to Lambda's own API, for which nothing else needs a client. */
export async function lambda<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${target.cloud.endpoint}/2015-03-31/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...signedAs('lambda') },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Processes of a function: children of the emulated cloud, in a folder that is called after it. */
export function processesOf(name: string): number[] {
  // Behind the name come the eight characters that make the folder unique; a longer name is another function.
  const ofIt = new RegExp(`-inputlist-${stageName}-${name}-\\w{8}/`)
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === pids.cloud && ofIt.test(command) ? [Number(pid)] : []
  })
}

/** `npm run ops -- …` as an operator types it. Gives what it said; errors: with what it said. */
export function ops(...args: string[]): Promise<string> {
  const child = spawn('npm', ['run', '--silent', 'ops', '--', ...args, '--stage', stageName], {
    cwd: root,
    env: {
      ...operatorEnvironment(target as Target),
      INDEX_LOCAL: target.indexUrl,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += String(text)))
  child.stderr.on('data', (text: Buffer) => (said += String(text)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(said))))
  })
}

/** Whether a product with this name is found. Errors: what the search answers. */
export async function isListed(api: Awaited<ReturnType<typeof apiAs>>, name: string): Promise<boolean> {
  const found = await api.call(search, {
    pagination: { start: 0, limit: 10 },
    sorting: [],
    columns: ['name'],
    name,
  })
  return found.list.some((row) => row.columns['name'] === name)
}
