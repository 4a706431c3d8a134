import { setTimeout as pause } from 'node:timers/promises'
import {
  LambdaClient,
  paginateListEventSourceMappings,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import type { Operator } from '../operator.ts'

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
