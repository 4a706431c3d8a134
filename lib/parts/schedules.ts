import type { DeploySettings } from '../settings.ts'

type Stage = Pick<DeploySettings, 'stage'>
export const scheduleName = ({ stage }: Stage, name: string) => `inputlist-${stage}-${name}`
/** The role that EventBridge sends with. */
export const schedulerRole = ({ stage }: Stage) => `inputlist-${stage}-scheduler`

/** A rule of shared/jobs/schedules.ts as EventBridge spells it: one of the two days must be left open. */
export function eventBridgeCron(rule: string): string {
  const [minute, hour, day, month, weekday] = rule.split(' ') as [string, string, string, string, string]
  const days = weekday === '*' ? `${day} ${month} ?` : `? ${month} ${weekday}`
  return `cron(${minute} ${hour} ${days} *)`
}
