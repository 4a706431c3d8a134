/** A unit of work. Delivered at least once; what fails in three tries goes to the dead letters. */
export interface JobMessage {
  kind: string
  jobId: string
  unit: string
}
/** Durable queue per job kind. Jobs take turns in it: one of few messages does not wait for another's many. */
export interface JobQueue {
  /** Nobody gets them before `delaySeconds` are over: 900 at most, none unless said otherwise. */
  send(messages: JobMessage[], delaySeconds?: number): Promise<void>
}
