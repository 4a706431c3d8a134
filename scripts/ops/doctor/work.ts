/** What brings work to functions, and what waits. */
import {
  CloudWatchClient,
  GetMetricStatisticsCommand,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { paginateListQueues, SQSClient } from '@aws-sdk/client-sqs'
import { readMaintenance } from '../maintenance.ts'
import type { Operator } from '../operator.ts'
import { waitingIn } from '../queues.ts'
import { readMappings } from '../restore/workers.ts'
import { type Check, type Finding, fine, see, unknown, wrong } from './finding.ts'

/** Seconds that work may wait before that is worth a word. */
const longest = 3600

export const mappings: Check = {
  name: 'What brings work to the functions',
  async look(o) {
    const all = await readMappings(o)
    const indexer = all.find((one) => one.isStream)
    const found: Finding[] = []
    if (!indexer)
      found.push(wrong('Nothing brings the table’s stream to the indexer', 'deploy the stack Jobs'))
    for (const { to, from, state, lastResult } of all) {
      if (!['Enabled', 'Updating', 'Enabling'].includes(state))
        found.push(
          wrong(
            `${to} gets nothing of ${from}: ${state}`,
            'a restore that was cut off? Run it again. Otherwise deploy the stack Jobs',
          ),
        )
      else if (/^(PROBLEM|FAILED)/i.test(lastResult))
        found.push(wrong(`${to} failed lately: ${lastResult}`, see('the-index-lags')))
    }
    if (found.length > 0) return found
    return fine(
      `${all.length} functions get their work; the indexer's last: ${indexer!.lastResult || 'nothing yet'}`,
    )
  },
}

interface Waiting {
  name: string
  count: number
}
async function readQueues(o: Operator): Promise<Waiting[]> {
  const sqs = new SQSClient(o.client)
  const prefix = `inputlist-${o.stage}-`
  const queues: Waiting[] = []
  for await (const page of paginateListQueues({ client: sqs }, { QueueNamePrefix: prefix }))
    for (const url of page.QueueUrls ?? [])
      queues.push({ name: url.split('/').at(-1)!.slice(prefix.length), count: await waitingIn(sqs, url) })
  return queues
}

export const deadLetters: Check = {
  name: 'Dead letters',
  async look(o) {
    const kept = (await readQueues(o)).filter(({ name }) => name.endsWith('-parked'))
    if (kept.length === 0) return wrong('There are no queues of dead letters', 'deploy the stack Queues')
    const found = kept
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => {
        const kind = name.slice(0, -'-parked'.length)
        return wrong(`${count} dead letters of kind ${kind}`, see('dead-letters'))
      })
    return found.length > 0 ? found : fine('There are no dead letters')
  },
}

export const ages: Check = {
  name: 'What waits in the queues',
  async look(o) {
    const waiting = (await readQueues(o)).filter(({ name, count }) => count > 0 && !name.endsWith('-parked'))
    const watch = new CloudWatchClient(o.client)
    const found: Finding[] = []
    for (const { name, count } of waiting) {
      const { Datapoints = [] } = await watch.send(
        new GetMetricStatisticsCommand({
          Namespace: 'AWS/SQS',
          MetricName: 'ApproximateAgeOfOldestMessage',
          Dimensions: [{ Name: 'QueueName', Value: `inputlist-${o.stage}-${name}` }],
          StartTime: new Date(Date.now() - 15 * 60_000),
          EndTime: new Date(),
          Period: 300,
          Statistics: ['Maximum'],
        }),
      )
      const age = Math.max(...Datapoints.map((point) => point.Maximum ?? 0))
      if (Datapoints.length === 0)
        found.push(
          unknown(
            `How long ${count} messages have waited in ${name}`,
            'there is no value of this metric yet',
          ),
        )
      else if (age > longest)
        found.push(
          wrong(
            `${count} messages wait in ${name}, the oldest for ${Math.round(age / 60)} min`,
            'look at the log of its worker; does the doctor say that it gets no work?',
          ),
        )
    }
    return found.length > 0 ? found : fine('No work waits for longer than an hour')
  },
}

export const maintenanceOff: Check = {
  name: 'The maintenance switch',
  async look(o) {
    const { isOn, since } = await readMaintenance(o)
    return isOn
      ? wrong(`Maintenance is on since ${since?.toISOString()}: nobody can work`, see('maintenance'))
      : fine('Maintenance is off')
  },
}

export const alarms: Check = {
  name: 'The alarms',
  async look(o) {
    const found: Finding[] = []
    let count = 0
    const input = { AlarmNamePrefix: `inputlist-${o.stage}-` }
    for await (const page of paginateDescribeAlarms({ client: new CloudWatchClient(o.client) }, input))
      for (const { AlarmName, AlarmDescription, StateValue } of page.MetricAlarms ?? []) {
        count++
        if (StateValue !== 'ALARM') continue
        const [what = AlarmName!, paragraph = see('alarms')] = AlarmDescription?.split(/: (?=docs\/)/) ?? []
        found.push(wrong(`Alarm: ${what}`, paragraph))
      }
    if (count === 0) return wrong('There are no alarms', 'deploy the stack Watch')
    return found.length > 0 ? found : fine(`None of ${count} alarms is on`)
  },
}

export const concurrency: Check = {
  name: 'Functions at once',
  async look(o) {
    const { AccountLimit } = await new LambdaClient(o.client).send(new GetAccountSettingsCommand({}))
    const limit = AccountLimit?.ConcurrentExecutions
    if (limit === undefined) return unknown('Functions at once', 'the account does not say')
    return limit < 100
      ? wrong(`Only ${limit} functions may run at once in this account`, see('limits'))
      : fine(`${limit} functions may run at once in this account`)
  },
}
