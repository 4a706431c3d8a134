import { setTimeout as pause } from 'node:timers/promises'
import {
  LambdaClient,
  paginateListEventSourceMappings,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Operator } from '../operator.ts'
import { queueUrl, takenIn } from '../queues.ts'

export interface Mapping {
  id: string
  /** Name of the function. */
  to: string
  /** Name of the queue, or of the table whose stream it is. */
  from: string
  isStream: boolean
  state: string
  lastResult: string
}

/** What brings queues and the stream of the stage to its functions. */
export async function readMappings(o: Operator): Promise<Mapping[]> {
  const found: Mapping[] = []
  for await (const page of paginateListEventSourceMappings({ client: new LambdaClient(o.client) }, {}))
    for (const one of page.EventSourceMappings ?? []) {
      const to = one.FunctionArn?.split(':function:')[1]?.split(':')[0] ?? ''
      if (!to.startsWith(`inputlist-${o.stage}-`)) continue
      const source = one.EventSourceArn ?? ''
      const isStream = source.includes(':dynamodb:')
      found.push({
        id: one.UUID!,
        to,
        from: isStream ? (source.split('/')[1] ?? source) : (source.split(':').at(-1) ?? source),
        isStream,
        state: one.State ?? 'unknown',
        lastResult: one.LastProcessingResult ?? '',
      })
    }
  return found
}

/** Stops the workers of all queues, or lets them go on. The stream's indexer is left alone. */
export async function switchWorkers(o: Operator, isOn: boolean): Promise<void> {
  const wanted = isOn ? 'Enabled' : 'Disabled'
  const lambda = new LambdaClient(o.client)
  const end = Date.now() + 300_000
  const asked = new Set<string>()
  for (;;) {
    const left = (await readMappings(o)).filter((one) => !one.isStream && one.state !== wanted)
    if (left.length === 0) return
    if (Date.now() > end)
      throw new Error(`Workers that are still not ${wanted}: ${left.map((m) => m.to).join(', ')}`)
    for (const { id, state } of left) {
      // One that is just changing refuses to be changed again.
      if (asked.has(id) || !['Enabled', 'Disabled'].includes(state)) continue
      await lambda.send(new UpdateEventSourceMappingCommand({ UUID: id, Enabled: isOn }))
      asked.add(id)
    }
    await pause(1_000)
  }
}

/** The longest worker runs for 330 s, and is waited for 30 s more (lib/parts/work.ts). */
const longestMs = 400_000

/**
 * A function whose source was switched off ends what it has begun, and may write until then. Resolves when no queue of work is
 * being worked on; what failed a moment ago counts too until SQS would give it again. Errors: workers that do not end.
 */
export async function untilWorkersEnded(o: Operator, longest = longestMs): Promise<void> {
  const sqs = new SQSClient(o.client)
  const end = Date.now() + longest
  const prefix = `inputlist-${o.stage}-`
  const names = (await readMappings(o)).filter((one) => !one.isStream).map(({ from }) => from)
  for (let busy = [...new Set(names)]; ; await pause(2_000)) {
    const taken = await Promise.all(
      busy.map(async (name) => takenIn(sqs, await queueUrl(sqs, o.stage, name.slice(prefix.length)))),
    )
    busy = busy.filter((_, i) => taken[i]! > 0)
    if (busy.length === 0) return
    if (Date.now() > end) throw new Error(`Workers that are still at something: ${busy.join(', ')}`)
  }
}
