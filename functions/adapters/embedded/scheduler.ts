import { dueMessage, dueTimes, ruleOf, spellDue } from '../../../shared/jobs/due-times.ts'
import { type ScheduleRule, scheduleRules } from '../../../shared/jobs/schedules.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Scheduler } from '../../ports/scheduler.ts'
import type { Database } from './database.ts'
import type { EmbeddedJobQueue } from './job-queue.ts'

export interface EmbeddedScheduler extends Scheduler {
  /** Sends what is due by now and was not sent; of several times that were missed, the last. */
  sendDue(): Promise<void>
  /** Goes on sending what is due, until it is stopped. */
  start(log: (fields: Record<string, unknown>) => void): { stop(): void }
}

/** The machine may sleep, and its clock may be set: it is looked at so often. Milliseconds. */
const longestPause = 60_000

/** Schedules whose state lies in the file: what was due while no process ran is made up for at the next start. */
export function createScheduler(
  db: Database,
  queue: EmbeddedJobQueue,
  clock: Clock,
  rules: readonly ScheduleRule[] = scheduleRules,
): EmbeddedScheduler {
  const select = db.prepare('SELECT is_on, sent FROM schedules WHERE name = ?')
  const upsert = db.prepare(
    `INSERT INTO schedules (name, is_on, sent) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET is_on = excluded.is_on, sent = excluded.sent`,
  )
  const stateOf = (name: string) => {
    const row = select.get(name)
    return row && { isOn: row['is_on'] === 1, sent: Number(row['sent']) }
  }
  const isOn = ({ name, isOnAtFirst = false }: ScheduleRule) => stateOf(name)?.isOn ?? isOnAtFirst
  const timesOf = (rule: ScheduleRule) => dueTimes(rule, clock.timeZone, clock.millis())

  async function sendDue(): Promise<void> {
    for (const rule of rules) {
      const { last } = timesOf(rule)
      if (last === undefined) continue
      // Time and message are one transaction: each time that is due is sent once, whoever dies.
      await db.write(() => {
        const state = stateOf(rule.name)
        // Seen for the first time: what was due before is not made up for.
        if (!state && rule.isOnAtFirst) return void upsert.run(rule.name, 1, clock.millis())
        if (!state?.isOn || last <= state.sent) return
        upsert.run(rule.name, 1, last)
        queue.add([dueMessage(rule, last)])
      }, queue.hint)
    }
  }

  return {
    sendDue,
    async list() {
      return rules.map((rule) => {
        const { last, next } = timesOf(rule)
        return {
          name: rule.name,
          kind: rule.kind,
          rule: rule.rule,
          isOn: isOn(rule),
          ...(last !== undefined && { lastDue: spellDue(last) }),
          ...(next !== undefined && { nextDue: spellDue(next) }),
        }
      })
    },
    async setOn(name, on) {
      ruleOf(rules, name)
      await db.write(() => {
        if (stateOf(name)?.isOn === on) return
        upsert.run(name, on ? 1 : 0, clock.millis())
      })
    },
    start(log) {
      let timer: NodeJS.Timeout | undefined
      let isStopped = false
      const round = async () => {
        await sendDue().catch((error: unknown) => log({ level: 'error', scheduler: true, error }))
        if (isStopped) return
        const next = Math.min(...rules.map((rule) => timesOf(rule).next ?? Number.POSITIVE_INFINITY))
        timer = setTimeout(round, Math.max(1, Math.min(longestPause, next - clock.millis())))
      }
      void round()
      return {
        stop() {
          isStopped = true
          clearTimeout(timer)
        },
      }
    },
  }
}
