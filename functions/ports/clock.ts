export interface Clock {
  /** ISO 8601 in UTC. */
  now(): string
  /** Milliseconds since 1970. */
  millis(): number
  /** The day that it is in the installation's time zone, `YYYY-MM-DD`: what "today" means in every rule. */
  today(): string
  /** The installation's time zone, by its name in the tz database (setting `INPUTLIST_TIMEZONE`). */
  readonly timeZone: string
}
