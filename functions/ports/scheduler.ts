/** A job that starts by itself at certain times (`shared/jobs/schedules.ts`). Times are ISO 8601 in UTC. */
export interface Schedule {
  name: string
  kind: string
  /** As cron spells it, in the installation's time zone. */
  rule: string
  isOn: boolean
  /** When it was due last, whether it was on then or not; absent if never. */
  lastDue?: string
  /** When it is due next; absent if never. */
  nextDue?: string
}
/**
 * Starts jobs when they are due: sends one message of their kind, `due:{time}` for the schedule's name, at least once
 * for each time that is due while the schedule is on. The job's id follows from name and time, so that it starts once.
 * What was due while nothing ran is made up for once. Errors: `not_found` for a name that is no schedule's.
 */
export interface Scheduler {
  list(): Promise<Schedule[]>
  /** What was due while it was off is not made up for. */
  setOn(name: string, isOn: boolean): Promise<void>
}
