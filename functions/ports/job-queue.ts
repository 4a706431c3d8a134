/** A unit of work. Delivered at least once; three failures send it to the dead letters. */
export interface JobMessage {
  kind: string
  jobId: string
  unit: string
}
/** Durable queue per job kind. */
export interface JobQueue {
  /** Nobody gets them before `delaySeconds` are over: 900 at most, none unless said otherwise. */
  send(messages: JobMessage[], delaySeconds?: number): Promise<void>
}
