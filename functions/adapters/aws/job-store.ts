import { tooBusy } from '../../../shared/errors.ts'
import type { JobOutcome, JobStore, PlanStep } from '../../ports/job-store.ts'
import { unpackBody } from '../common/body.ts'
import {
  difference,
  isUndoable,
  jobKey,
  jobLifeSeconds,
  type Mark,
  markKey,
  outcomeKey,
  outcomeText,
  readOutcome,
  readStep,
  readUnit,
  reasonsKey,
  shardKey,
  stepKey,
  stepText,
  undoableKey,
  unitKey,
  unitText,
} from '../common/job-rows.ts'
import { type Attributes, type Dynamo, type Item, isCancelled, type Key, type WriteItem } from './dynamo.ts'
import { createJobLists } from './job-lists.ts'
import { createJobPhases } from './job-phases.ts'
import { countPrefix, outcomesOf, shardOf, sumsAt, toldReasons } from './job-shards.ts'
import { type Bucket, dropText, putWithText, readText, type Stored, storeText } from './overflow.ts'

const folder = 'job'
/** Units of a step are written so many at once; an item may be retried, so they are few. */
const writesAtOnce = 25

export interface JobStoreOptions {
  dynamo: Dynamo
  /** For what is too large for an item. */
  bucket: Bucket
  /** Milliseconds since 1970. */
  now?: () => number
}

/** What is known of jobs, in the table of the entities. */
export function createJobStore({ dynamo, bucket, now = Date.now }: JobStoreOptions): JobStore {
  const expires = () => Math.ceil(now() / 1000) + jobLifeSeconds
  const store = (text: string) => storeText(bucket, folder, 'body', text)
  const itemOf = (key: Key, { attributes }: Stored): Item => ({
    ...key,
    ...attributes,
    expires: expires(),
  })
  const read = async (item: Item) => unpackBody(await readText(bucket, item, 'body'))
  const unitAt = (jobId: string, phase: number, unit: number): Key => ({
    pk: shardKey(jobId, shardOf(unit)),
    sk: unitKey(phase, unit),
  })
  const absent = 'attribute_not_exists(pk)'

  async function getStep(jobId: string, phase: number, step: number): Promise<PlanStep | undefined> {
    const item = await dynamo.get({ pk: jobKey(jobId), sk: stepKey(phase, step) })
    return item && readStep(await read(item))
  }
  async function writeUnits(jobId: string, phase: number, { first, units }: PlanStep): Promise<void> {
    for (let i = 0; i < units.length; i += writesAtOnce) {
      const some = units.slice(i, i + writesAtOnce)
      const stored = await Promise.all(some.map((unit) => store(unitText(unit))))
      await dynamo.putMany(stored.map((one, k) => itemOf(unitAt(jobId, phase, first + i + k), one)))
    }
  }

  const put = (key: Key, rest: Attributes): WriteItem => ({
    Put: { TableName: dynamo.table, Item: { ...key, ...rest, expires: expires() } },
  })
  function undoableItems(key: Key, outcome: JobOutcome, before: JobOutcome | undefined): WriteItem[] {
    if (isUndoable(outcome)) {
      const rows = outcome.done + outcome.failed
      return [put(key, { rows, ...(outcome.isUncertain && { uncertain: true }) })]
    }
    return before && isUndoable(before) ? [{ Delete: { TableName: dynamo.table, Key: key } }] : []
  }
  /** `before` is the outcome of a given-up unit that it replaces, if any. */
  function outcomeItems(
    jobId: string,
    phase: number,
    unit: number,
    outcome: JobOutcome,
    stored: { outcome: Stored; reasons: Stored | undefined },
    before?: JobOutcome,
  ): WriteItem[] {
    const TableName = dynamo.table
    const pk = shardKey(jobId, shardOf(unit))
    const { done, failed, counts } = before ? difference(outcome, before) : outcome
    const added: Record<string, number> = {
      done,
      failed,
      [outcomesOf(phase)]: before ? 0 : 1,
      [toldReasons]: outcome.reasons.length,
    }
    for (const [name, by] of Object.entries(counts)) added[countPrefix + name] = by
    const names = Object.keys(added)
    return [
      {
        Put: {
          TableName,
          Item: {
            ...itemOf({ pk, sk: outcomeKey(phase, unit) }, stored.outcome),
            ...(outcome.isGivenUp && { givenUp: true }),
          },
          ConditionExpression: before ? 'attribute_exists(givenUp)' : absent,
        },
      },
      {
        Update: {
          TableName,
          Key: sumsAt(jobId, shardOf(unit)),
          UpdateExpression: `SET #expires = :expires ADD ${names.map((_, i) => `#n${i} :n${i}`).join(', ')}`,
          ExpressionAttributeNames: {
            '#expires': 'expires',
            ...Object.fromEntries(names.map((name, i) => [`#n${i}`, name])),
          },
          ExpressionAttributeValues: {
            ':expires': expires(),
            ...Object.fromEntries(names.map((name, i) => [`:n${i}`, added[name]!])),
          },
        },
      },
      ...(stored.reasons ? [put({ pk, sk: reasonsKey(phase, unit) }, stored.reasons.attributes)] : []),
      ...undoableItems({ pk, sk: undoableKey(phase, unit) }, outcome, before),
    ]
  }

  /** False where the outcome that is there already may not be replaced. */
  async function keepOutcome(
    jobId: string,
    phase: number,
    unit: number,
    outcome: JobOutcome,
    before?: JobOutcome,
  ): Promise<boolean> {
    const [kept, reasons] = await Promise.all([
      store(outcomeText(outcome)),
      // An empty list takes the place of the reasons that were there.
      outcome.reasons.length > 0 || before ? store(JSON.stringify(outcome.reasons)) : undefined,
    ])
    const result = await dynamo.transact(
      outcomeItems(jobId, phase, unit, outcome, { outcome: kept, reasons }, before),
    )
    if (!isCancelled(result)) return true
    await dropText(bucket, kept, reasons)
    if (result.cancelled[0]?.code === 'ConditionalCheckFailed') return false
    throw tooBusy()
  }

  async function getOutcome(jobId: string, phase: number, unit: number): Promise<JobOutcome | undefined> {
    const item = await dynamo.get({ pk: shardKey(jobId, shardOf(unit)), sk: outcomeKey(phase, unit) })
    return item && readOutcome(await read(item))
  }

  /** Whoever marks a unit first decides. */
  const mark = (jobId: string, phase: number, unit: number, mark: Mark) =>
    dynamo.put(
      { pk: shardKey(jobId, shardOf(unit)), sk: markKey(phase, unit), mark, expires: expires() },
      { expression: `${absent} OR #mark = :mark`, names: { '#mark': 'mark' }, values: { ':mark': mark } },
    )

  return {
    getStep,
    async putStep(jobId, phase, step, plan) {
      const key = { pk: jobKey(jobId), sk: stepKey(phase, step) }
      const stored = await store(stepText(plan))
      const item = { ...key, expires: expires() }
      const isFirst = await putWithText({ dynamo, bucket }, item, stored, { expression: absent })
      const holds = isFirst ? plan : (await getStep(jobId, phase, step))!
      await writeUnits(jobId, phase, holds)
      return holds
    },
    async getUnit(jobId, phase, unit) {
      const { pk, sk } = unitAt(jobId, phase, unit)
      const items = await dynamo.getMany([
        { pk, sk },
        { pk, sk: outcomeKey(phase, unit) },
      ])
      const found = items.find((item) => item.sk === sk)
      const outcome = items.find((item) => item.sk !== sk)
      return (
        found && {
          unit: readUnit(await read(found)),
          hasOutcome: outcome !== undefined,
          ...(outcome?.['givenUp'] && { isGivenUp: true as const }),
          ...(outcome?.['takenBack'] && { isTakenBack: true as const }),
        }
      )
    },
    begin: (jobId, phase, unit) => mark(jobId, phase, unit, 'begun'),
    stop: (jobId, phase, unit) => mark(jobId, phase, unit, 'stopped'),
    putOutcome: (jobId, phase, unit, outcome) => keepOutcome(jobId, phase, unit, outcome),
    async replaceGivenUp(jobId, phase, unit, outcome) {
      const before = await getOutcome(jobId, phase, unit)
      return before?.isGivenUp ? keepOutcome(jobId, phase, unit, outcome, before) : false
    },
    async takeBack(jobId, phase, unit) {
      await dynamo.updateIf(
        { pk: shardKey(jobId, shardOf(unit)), sk: outcomeKey(phase, unit) },
        // Without `givenUp` the outcome is not replaced.
        'SET #takenBack = :takenBack, #expires = :expires REMOVE #givenUp',
        {
          expression: 'attribute_exists(pk)',
          names: { '#takenBack': 'takenBack', '#expires': 'expires', '#givenUp': 'givenUp' },
        },
        { ':takenBack': true, ':expires': expires() },
      )
    },
    getOutcome,
    ...createJobPhases(dynamo, expires),
    ...createJobLists(dynamo, read),
  }
}
