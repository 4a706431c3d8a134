/** `degraded`: it answers, but is being changed. `unknown`: for now nobody can tell. */
export type IndexState = 'ok' | 'degraded' | 'unavailable' | 'unknown'
/** How the service that holds the index says it is: what runs it, not what is in it. */
export interface IndexHealth {
  /** At most half a minute old; never fails. */
  state(): Promise<IndexState>
}
