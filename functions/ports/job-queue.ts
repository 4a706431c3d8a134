/** A unit of work. Delivered at least once; three failures send it to the dead letters. */
export interface JobMessage {
  kind: string
  jobId: string
  unit: string
}
/** Durable queue per job kind. */
export interface JobQueue {
  send(messages: JobMessage[]): Promise<void>
}
