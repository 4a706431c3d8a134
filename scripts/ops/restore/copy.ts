/** The table of a point in time, beside the live one. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb'
import type { Operator } from '../operator.ts'

const askEvery = 5_000
const tellEvery = 60_000

/** The same for the same moment, so that a restore that was cut off finds its table again. */
export const copyName = (table: string, to: Date): string =>
  `${table}-restored-${to.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

async function statusOf(o: Operator, TableName: string): Promise<string | undefined> {
  try {
    return (await o.dynamo.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus
  } catch (error) {
    if ((error as { name?: string }).name === 'ResourceNotFoundException') return undefined
    throw error
  }
}

/** Errors: a moment that the table cannot be restored to. */
async function checkMoment(o: Operator, TableName: string, to: Date): Promise<void> {
  const { ContinuousBackupsDescription } = await o.dynamo.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  )
  const kept = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
  if (kept?.PointInTimeRecoveryStatus !== 'ENABLED')
    throw new Error(`Point-in-time recovery of ${TableName} is not on: nothing can be restored.`)
  const { EarliestRestorableDateTime: first, LatestRestorableDateTime: last } = kept
  if (first && last && first < last && (to < first || to > last))
    throw new Error(
      `${to.toISOString()} cannot be restored: only moments from ${first?.toISOString()} to ${last?.toISOString()}.`,
    )
}

/** Restores the live table as it was at that moment into a table beside it, or finds it there. Gives its name. */
export async function restoreCopy(o: Operator, to: Date): Promise<string> {
  const live = await o.output('Data', 'TableName')
  const name = copyName(live, to)
  if ((await statusOf(o, name)) === undefined) {
    await checkMoment(o, live, to)
    await o.dynamo.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: live,
        TargetTableName: name,
        RestoreDateTime: to,
        BillingModeOverride: 'PAY_PER_REQUEST',
        // Nobody asks it by class; without the index it is there sooner.
        GlobalSecondaryIndexOverride: [],
      }),
    )
    o.say(`${name} is being restored; a small table takes a quarter of an hour, a large one some hours.`)
  } else o.say(`${name} is there already, and is used.`)
  const from = Date.now()
  let told = from
  for (let status = await statusOf(o, name); status !== 'ACTIVE'; status = await statusOf(o, name)) {
    if (status === undefined) throw new Error(`${name} has gone while it was restored.`)
    if (Date.now() - told >= tellEvery) {
      told = Date.now()
      o.say(`… still ${status}, after ${Math.round((told - from) / 60_000)} min`)
    }
    await pause(askEvery)
  }
  return name
}
