/** How what is known of a job is spread in the table. */
import { countKey, shardKey } from '../common/job-rows.ts'
import type { Item, Key } from './dynamo.ts'

/**
 * Units, outcomes, reasons and sums of a job lie in so many partitions, so that units that end at the same time seldom
 * meet. The first units share one: a small job needs no more.
 */
const shards = 16
export const shardOf = (unit: number) => (unit < shards ? 0 : unit % shards)
export const allShards = Array.from({ length: shards }, (_, shard) => shard)
/** Units of a shard where there are so many in all. */
export function unitsOf(shard: number, units: number): number {
  const behind = Math.max(0, units - shards)
  const own = Math.floor(behind / shards) + (shard < behind % shards ? 1 : 0)
  return own + (shard === 0 ? Math.min(units, shards) : 0)
}

/** Attributes of the sums of a shard: outcomes so far and expected ones of a phase, its rows, what the kind counts. */
export const outcomesOf = (phase: number) => `o${phase}`
export const expectedOf = (phase: number) => `e${phase}`
export const rowsOf = (phase: number) => `t${phase}`
export const countPrefix = 'c:'
export const sumsAt = (jobId: string, shard: number): Key => ({ pk: shardKey(jobId, shard), sk: countKey })
/** How many reasons the outcomes of a shard came with; absent in sums that an earlier Inputlist wrote. */
export const toldReasons = 'reasons'
/** Whether there may be reasons in the shard with these sums. */
export const mayTell = (sums: Item): boolean =>
  sums[toldReasons] === undefined || numberOf(sums, toldReasons) > 0 || numberOf(sums, 'failed') > 0
export const numberOf = (item: Item | undefined, name: string) => Number(item?.[name] ?? 0)
