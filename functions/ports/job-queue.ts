/** A unit of work. Delivered at least once; what fails in three tries goes to the dead letters. */
export interface JobMessage<K extends string = string> {
  kind: K
  jobId: string
  unit: string
  /** Account that ordered the job; absent where nobody did. */
  by?: string
}
/** Durable queue per job kind. People take turns in it: who has ordered little does not wait for another's much. */
export interface JobQueue<K extends string = string> {
  /** Nobody gets them before `delaySeconds` are over: 900 at most, none unless said otherwise. */
  send(messages: JobMessage<K>[], delaySeconds?: number): Promise<void>
}
