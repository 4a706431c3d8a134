import {
  GetScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler'
import { dueTimes, ruleOf, spellDue } from '../../../shared/jobs/due-times.ts'
import { type ScheduleRule, scheduleRules } from '../../../shared/jobs/schedules.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Scheduler } from '../../ports/scheduler.ts'

/** One that somebody has deleted, or that a deployment has still to make, sends nothing. */
function offWhereGone(error: unknown): { State?: string } {
  if (error instanceof ResourceNotFoundException) return {}
  throw error
}

/** Schedules of EventBridge, as lib/jobs-stack.ts makes them: there they send by themselves. */
export function createScheduler(
  client: SchedulerClient,
  stage: string,
  clock: Pick<Clock, 'millis' | 'timeZone'>,
  rules: readonly ScheduleRule[] = scheduleRules,
): Scheduler {
  const load = ({ name }: ScheduleRule) =>
    client.send(new GetScheduleCommand({ Name: `inputlist-${stage}-${name}` }))
  return {
    async list() {
      return Promise.all(
        rules.map(async (rule) => {
          const { State } = await load(rule).catch(offWhereGone)
          const { last, next } = dueTimes(rule, clock.timeZone, clock.millis())
          return {
            name: rule.name,
            kind: rule.kind,
            rule: rule.rule,
            isOn: State === 'ENABLED',
            ...(last !== undefined && { lastDue: spellDue(last) }),
            ...(next !== undefined && { nextDue: spellDue(next) }),
          }
        }),
      )
    },
    async setOn(name, isOn) {
      // An update names everything: what it leaves out would be lost.
      const { Name, GroupName, ScheduleExpression, ScheduleExpressionTimezone, ...rest } = await load(
        ruleOf(rules, name),
      )
      const { Description, FlexibleTimeWindow, Target } = rest
      await client.send(
        new UpdateScheduleCommand({
          Name,
          GroupName,
          ScheduleExpression,
          ScheduleExpressionTimezone,
          Description,
          FlexibleTimeWindow,
          Target,
          State: isOn ? 'ENABLED' : 'DISABLED',
        }),
      )
    },
  }
}
