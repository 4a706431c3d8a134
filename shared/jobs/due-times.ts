import { Cron } from 'croner'
import { notFound } from '../errors.ts'
import type { ScheduleRule } from './schedules.ts'

/** Times around an instant at which a schedule is due. Where clocks go forward, what is due in the lost hour comes after it. */
export function dueTimes({ rule }: ScheduleRule, timeZone: string, millis: number) {
  const cron = new Cron(rule, { timezone: timeZone, paused: true })
  const last = cron.previousRuns(1, new Date(millis + 1000))[0]
  const next = cron.nextRun(new Date(millis))
  return { last: last?.getTime(), next: next?.getTime() }
}
/** An instant in whole seconds, as the cloud's scheduler spells it. */
export const spellDue = (millis: number) => `${new Date(millis).toISOString().slice(0, 19)}Z`
export const dueMessage = ({ name, kind }: ScheduleRule, due: number) => ({
  kind,
  jobId: name,
  unit: `due:${spellDue(due)}`,
})

export function ruleOf(rules: readonly ScheduleRule[], name: string): ScheduleRule {
  const rule = rules.find((one) => one.name === name)
  if (!rule) throw notFound(name)
  return rule
}
