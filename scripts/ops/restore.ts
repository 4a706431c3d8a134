import { setTimeout as pause } from 'node:timers/promises'
import { type Args, type Command, UsageError } from './command.ts'
import { see } from './doctor/finding.ts'
import { awaitCounts, without } from './index-counts.ts'
import { readMaintenance, setMaintenance } from './maintenance.ts'
import type { Operator } from './operator.ts'
import { rebuildIndex } from './reindex.ts'
import { bringBack, putRevisions } from './restore/bring-back.ts'
import { compare, countOf, type Difference } from './restore/compare.ts'
import { restoreCopy } from './restore/copy.ts'
import { type Digest, digest } from './restore/digest.ts'
import { clearAway } from './restore/jobs.ts'
import { openPlaces } from './restore/places.ts'
import { switchWorkers, untilWorkersEnded } from './restore/workers.ts'

/** Calls under way end within this time after maintenance has begun: 15 s until all know, 29 s for the longest. */
const settleMs = 45_000

function momentOf(text: string | undefined): Date {
  const moment = new Date(text ?? '')
  if (!text || !/Z$|[+-]\d\d:\d\d$/.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageError('To which moment? With its zone, for example --to 2026-11-21T10:00:00Z')
  if (moment.getTime() > Date.now()) throw new UsageError(`${text} is in the future.`)
  return moment
}

function tell(o: Operator, d: Difference): void {
  const line = (count: number, text: string) => count > 0 && o.say(`  ${count} ${text}`)
  const classes = Object.entries(Object.groupBy(d.since, (one) => one.entityclass))
  const names = classes.map(([name, list]) => `${list!.length} ${name}`).join(', ')
  line(d.heads.length, 'entities become what they were')
  const heads = new Set(d.heads)
  line(d.running.filter(({ id }) => heads.has(id)).length, 'of them ran then, as jobs, and become aborted')
  line(d.since.length, `entities that were not there then are erased (${names})`)
  line(d.revisions, 'revisions are put back')
  line(d.places.length, 'large states are put back into the bucket')
  line(d.tombstones.length, 'erasures are remembered again')
  line(d.unique.length + d.uniqueSince.length, 'unique values change hands')
  line(d.memories.length + d.memoriesSince.length, 'things of registers are remembered as they were')
  line(
    d.marks.length + d.marksSince.length,
    'people have read of the notes of a product what they had read then',
  )
  line(d.counters.length, 'counters are raised')
}

function tellDigest(o: Operator, name: string, d: Digest): void {
  o.say(`${name}: ${d.entities} entities, sha256 ${d.hash}, unique values sha256 ${d.uniqueHash}`)
}

/** Nobody writes from here on but us: no call, no worker. */
async function stopWriters(o: Operator, settle: number): Promise<void> {
  const { isOn } = await readMaintenance(o)
  if (!isOn) await setMaintenance(o, true)
  await switchWorkers(o, false)
  o.say('Maintenance is on, and the workers are stopped.')
  // Also where maintenance is on for long: what queues say of messages that are taken is some time behind.
  await pause(settle)
  await untilWorkersEnded(o)
}

export interface RestoreOptions {
  to: Date
  /** Else it is only said what would be done. */
  isConfirmed: boolean
  /** Milliseconds until what was under way has ended. */
  settle?: number
}

/** Brings the stage back to a moment. Cut off anywhere, the same again goes on. False: something is left to do. */
export async function restoreTo(
  o: Operator,
  { to, isConfirmed, settle = settleMs }: RestoreOptions,
): Promise<boolean> {
  const copy = await restoreCopy(o, to)
  const places = await openPlaces(o)
  if (isConfirmed) await stopWriters(o, settle)
  const live = await o.table()
  const difference = await compare(o, copy, places, async (revisions) => {
    if (isConfirmed) await putRevisions(live, revisions)
  })
  o.say(`Compared with ${copy}:`)
  tell(o, difference)
  if (countOf(difference) === 0) o.say('  nothing differs')
  if (!isConfirmed) {
    o.say('Nothing was changed. With --yes it is done, with maintenance on from the beginning.')
    return true
  }
  const failures = await bringBack(o, copy, difference, places, to)
  for (const { id, reason } of failures) o.say(`✗ ${id}: ${reason}`)
  // The data are back all the same, and another try would change nothing.
  const { missing } = await rebuildIndex(o)

  const table = await o.output('Data', 'TableName')
  const [was, is] = [await digest(o, copy, difference.running), await digest(o, table, difference.running)]
  tellDigest(o, 'Restored', was)
  tellDigest(o, 'Live    ', is)
  const isSame = was.hash === is.hash && was.uniqueHash === is.uniqueHash
  const wrongCounts = await awaitCounts(o, without(is.byClass, missing))
  for (const one of wrongCounts)
    o.say(`✗ ${one.entityclass}: ${one.table} in the table, ${one.index} in the index`)
  if (!isSame || failures.length > 0 || wrongCounts.length > 0) {
    o.say('✗ It is not as it was. Maintenance stays on and the workers stay stopped; run this again.')
    return false
  }
  await clearAway(o, difference.running)
  await switchWorkers(o, true)
  o.say(
    missing.length === 0
      ? '✓ Everything is as it was, and the index holds all of it. The workers go on.'
      : `✓ Everything is as it was, and the index holds all of it but ${missing.length} entities (above): ${see('what-the-index-refuses')}. The workers go on.`,
  )
  o.say(`Maintenance is still on: npm run ops -- maintenance off --stage ${o.stage}`)
  o.say(`When nobody needs it any more: aws dynamodb delete-table --table-name ${copy}`)
  return true
}

/** Brings all data back to what it was at a moment of the last 35 days. */
export const restore: Command = {
  usage: '--to <moment, for example 2026-11-21T10:00:00Z> [--yes]',
  run: (o: Operator, { to, yes }: Args) => restoreTo(o, { to: momentOf(to), isConfirmed: yes === true }),
}
