/** Jobs that start by themselves at certain times, by the installation's time zone. */
export interface ScheduleRule {
  name: string
  /** Kind of the job that is started. */
  kind: string
  /** Minute, hour, day of the month, month, day of the week (names of three letters), as cron spells them. */
  rule: string
  what: string
}

export const scheduleRules: readonly ScheduleRule[] = [
  {
    name: 'yearly-invoices',
    kind: 'invoice-run',
    rule: '0 2 2 1 *',
    what: 'Starts the yearly invoice run of every institution that has switched it on',
  },
]
