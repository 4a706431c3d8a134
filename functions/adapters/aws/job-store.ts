import type { JobReason } from '../../../shared/model/job.ts'
import type { JobCounts, JobOutcome, JobPage, JobStore, PlanStep } from '../../ports/job-store.ts'
import { unpackBody } from '../common/body.ts'
import {
  countKey,
  difference,
  jobKey,
  jobLifeSeconds,
  type Mark,
  markKey,
  noCounts,
  notedKey,
  notedPrefix,
  outcomeKey,
  outcomeText,
  phaseKey,
  readOutcome,
  readStep,
  readUnit,
  reasonsKey,
  shardKey,
  stepKey,
  stepText,
  unitKey,
  unitOfKey,
  unitText,
} from '../common/job-rows.ts'
import {
  type Attributes,
  type Dynamo,
  type Item,
  isCancelled,
  type Key,
  tooBusy,
  type WriteItem,
} from './dynamo.ts'
import { type Bucket, dropText, readText, type Stored, storeText } from './overflow.ts'

/**
 * Units, outcomes and sums of a job lie in so many partitions, so that units that end at the same time seldom meet.
 * The first units share one: a small job needs no more.
 */
export const shards = 16
const shardOf = (unit: number) => (unit < shards ? 0 : unit % shards)
const allShards = Array.from({ length: shards }, (_, shard) => shard)
/** Units of a shard where there are so many in all. */
function unitsOf(shard: number, units: number): number {
  const behind = Math.max(0, units - shards)
  const own = Math.floor(behind / shards) + (shard < behind % shards ? 1 : 0)
  return own + (shard === 0 ? Math.min(units, shards) : 0)
}

const folder = 'job'
/** Units of a step are written so many at once; an item may be retried, so they are few. */
const writesAtOnce = 25
const numberOf = (item: Item | undefined, name: string) => Number(item?.[name] ?? 0)
const outcomesOf = (phase: number) => `o${phase}`
const expectedOf = (phase: number) => `e${phase}`
const rowsOf = (phase: number) => `t${phase}`
const countPrefix = 'c:'

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
  const sumsAt = (jobId: string, shard: number): Key => ({ pk: shardKey(jobId, shard), sk: countKey })
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
    const added: Record<string, number> = { done, failed, [outcomesOf(phase)]: before ? 0 : 1 }
    for (const [name, by] of Object.entries(counts)) added[countPrefix + name] = by
    const names = Object.keys(added)
    const put = (key: Key, rest: Attributes): WriteItem => ({
      Put: { TableName, Item: { ...key, ...rest, expires: expires() } },
    })
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
      ...(stored.reasons
        ? [put({ pk: jobKey(jobId), sk: reasonsKey(phase, unit) }, stored.reasons.attributes)]
        : []),
      ...(outcome.note === undefined
        ? []
        : [put({ pk, sk: notedKey(phase, unit) }, { rows: outcome.done + outcome.failed })]),
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

  /** Notes which shards of a phase are over; gives whether all are. */
  async function endShards(jobId: string, phase: number, over: number[]): Promise<boolean> {
    const sums = await dynamo.update({
      Key: { pk: jobKey(jobId), sk: phaseKey(phase) },
      UpdateExpression: 'ADD #over :over',
      ExpressionAttributeNames: { '#over': 'over' },
      ExpressionAttributeValues: { ':over': new Set(over) },
    })
    const units = numberOf(sums, 'units')
    const needed = allShards.filter((shard) => unitsOf(shard, units) > 0)
    return (sums['over'] as Set<number>).size >= needed.length
  }
  const isShardOver = (sums: Item | undefined, phase: number) => {
    const expected = sums?.[expectedOf(phase)]
    return expected !== undefined && numberOf(sums, outcomesOf(phase)) >= Number(expected)
  }

  async function isPhaseOver(jobId: string, phase: number, by: number | 'plan'): Promise<boolean> {
    if (by !== 'plan') {
      const shard = shardOf(by)
      const sums = await dynamo.get(sumsAt(jobId, shard), [expectedOf(phase), outcomesOf(phase)])
      return isShardOver(sums, phase) && endShards(jobId, phase, [shard])
    }
    const head = await dynamo.get({ pk: jobKey(jobId), sk: phaseKey(phase) })
    if (head?.['units'] === undefined) return false
    if (numberOf(head, 'units') === 0) return true
    const all = await dynamo.getMany(allShards.map((shard) => sumsAt(jobId, shard)))
    const over = all
      .filter((sums) => numberOf(sums, expectedOf(phase)) > 0 && isShardOver(sums, phase))
      .map((sums) => Number(sums.pk.slice(-2)))
    return over.length > 0 && endShards(jobId, phase, over)
  }

  async function page(key: { pk: string; prefix: string }, { cursor, limit }: JobPage) {
    return dynamo.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :after AND :last',
      ExpressionAttributeValues: {
        ':pk': key.pk,
        // Just behind the cursor.
        ':after': cursor === undefined ? key.prefix : `${cursor} `,
        ':last': `${key.prefix}~`,
      },
      Limit: limit,
      ConsistentRead: true,
    })
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
      const isFirst = await dynamo.put(itemOf(key, stored), { expression: absent })
      if (!isFirst) await dropText(bucket, stored)
      const holds = isFirst ? plan : (await getStep(jobId, phase, step))!
      await writeUnits(jobId, phase, holds)
      return holds
    },
    async seal(jobId, phase, units, rows) {
      // First how many there are in all: who ends a shard has to know.
      await dynamo.update({
        Key: { pk: jobKey(jobId), sk: phaseKey(phase) },
        UpdateExpression: 'SET #units = :units, #expires = :expires',
        ExpressionAttributeNames: { '#units': 'units', '#expires': 'expires' },
        ExpressionAttributeValues: { ':units': units, ':expires': expires() },
      })
      const needed = allShards.filter((shard) => shard === 0 || unitsOf(shard, units) > 0)
      await Promise.all(
        needed.map((shard) =>
          dynamo.update({
            Key: sumsAt(jobId, shard),
            UpdateExpression: `SET #expected = :expected, #expires = :expires${shard === 0 ? ', #rows = :rows' : ''}`,
            ExpressionAttributeNames: {
              '#expected': expectedOf(phase),
              '#expires': 'expires',
              ...(shard === 0 && { '#rows': rowsOf(phase) }),
            },
            ExpressionAttributeValues: {
              ':expected': unitsOf(shard, units),
              ':expires': expires(),
              ...(shard === 0 && { ':rows': rows }),
            },
          }),
        ),
      )
      await dynamo.update({
        Key: { pk: jobKey(jobId), sk: phaseKey(phase) },
        UpdateExpression: 'SET #sealed = :sealed',
        ExpressionAttributeNames: { '#sealed': 'sealed' },
        ExpressionAttributeValues: { ':sealed': true },
      })
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
    getOutcome,
    async isSealed(jobId, phase) {
      const head = await dynamo.get({ pk: jobKey(jobId), sk: phaseKey(phase) }, ['sealed'])
      return head?.['sealed'] !== undefined
    },
    async endPhase(jobId, phase, by) {
      if (!(await isPhaseOver(jobId, phase, by))) return false
      const { endedBy } = await dynamo.update({
        Key: { pk: jobKey(jobId), sk: phaseKey(phase) },
        UpdateExpression: 'SET #endedBy = if_not_exists(#endedBy, :by)',
        ExpressionAttributeNames: { '#endedBy': 'endedBy' },
        ExpressionAttributeValues: { ':by': String(by) },
      })
      return endedBy === String(by)
    },
    async counts(jobId) {
      const found: JobCounts = noCounts()
      for (const sums of await dynamo.getMany(allShards.map((shard) => sumsAt(jobId, shard)))) {
        found.done += numberOf(sums, 'done')
        found.failed += numberOf(sums, 'failed')
        for (const name of Object.keys(sums)) {
          if (/^t\d+$/.test(name)) found.total += numberOf(sums, name)
          const [, phase] = /^[oe](\d+)$/.exec(name) ?? []
          if (phase) found.phases = Math.max(found.phases, Number(phase) + 1)
          if (!name.startsWith(countPrefix)) continue
          const count = name.slice(countPrefix.length)
          found.counts[count] = (found.counts[count] ?? 0) + numberOf(sums, name)
        }
      }
      return found
    },
    async reasons(jobId, { cursor, limit }) {
      const list: JobReason[] = []
      const { items, next } = await page({ pk: jobKey(jobId), prefix: 'R#' }, { cursor, limit: limit + 1 })
      for (const [i, item] of items.entries()) {
        list.push(...(JSON.parse(await read(item)) as JobReason[]))
        // One more than a page was asked for; a page also ends at a megabyte.
        const isLast = i + 1 === items.length
        if (isLast ? next : list.length >= limit) return { list, cursor: item.sk }
      }
      return { list }
    },
    async noted(jobId, phase, { cursor, limit }) {
      // Shard by shard: the cursor says in which one it is.
      let [shard, after] = cursor === undefined ? [0, undefined] : splitCursor(cursor)
      for (; shard < shards; shard++, after = undefined) {
        const key = { pk: shardKey(jobId, shard), prefix: notedPrefix(phase) }
        const { items, next } = await page(key, { cursor: after, limit })
        if (items.length === 0) continue
        const list = items.map((item) => ({
          unit: unitOfKey(item.sk),
          rows: numberOf(item, 'rows'),
        }))
        if (next) return { list, cursor: `${shard} ${items.at(-1)!.sk}` }
        return shard + 1 < shards ? { list, cursor: `${shard + 1} ` } : { list }
      }
      return { list: [] }
    },
  }
}

function splitCursor(cursor: string): [number, string | undefined] {
  const [shard = '0', after = ''] = cursor.split(' ')
  return [Number(shard), after === '' ? undefined : after]
}
