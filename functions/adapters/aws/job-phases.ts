import type { JobCounts, JobStore } from '../../ports/job-store.ts'
import { jobKey, noCounts, phaseKey } from '../common/job-rows.ts'
import type { Dynamo, Item } from './dynamo.ts'
import {
  allShards,
  countPrefix,
  expectedOf,
  mayTell,
  numberOf,
  outcomesOf,
  rowsOf,
  shardOf,
  sumsAt,
  unitsOf,
} from './job-shards.ts'

/** Phases of jobs, and the sums of what was done: they are asked by each unit, and seldom written by two at once. */
export function createJobPhases(
  dynamo: Dynamo,
  expires: () => number,
): Pick<JobStore, 'seal' | 'isSealed' | 'endPhase' | 'counts'> {
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
  return {
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
        found.mayHaveReasons ||= mayTell(sums)
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
  }
}
