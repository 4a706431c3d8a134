export interface Clock {
  /** ISO 8601 in UTC. */
  now(): string
  /** Milliseconds since 1970. */
  millis(): number
}
