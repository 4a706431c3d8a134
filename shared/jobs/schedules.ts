/** Jobs that start by themselves at certain times, by the installation's time zone. */
export interface ScheduleRule {
  name: string
  /** Kind of the job that is started. */
  kind: string
  /** Minute, hour, day of the month, month, day of the week (names of three letters), as cron spells them. */
  rule: string
  what: string
  /** On as long as ops say nothing else; others are off until somebody switches them on. */
  isOnAtFirst?: boolean
}

export const scheduleRules = [
  {
    name: 'yearly-invoices',
    kind: 'invoice-run',
    rule: '0 2 2 1 *',
    what: 'Starts the yearly invoice run of every institution that has switched it on',
  },
  {
    name: 'yearly-unindex',
    kind: 'unindex',
    rule: '30 0 1 1 *',
    what: 'Deactivates the lists of products that are marked as no longer to be billed',
    isOnAtFirst: true,
  },
  {
    name: 'expired-searches',
    kind: 'expiry',
    rule: '40 3 * * *',
    what: 'Removes searches that were kept for a link alone, when the link has expired',
    isOnAtFirst: true,
  },
] as const satisfies readonly ScheduleRule[]
export type ScheduleName = (typeof scheduleRules)[number]['name']
