/** A unit of work. Delivered at least once; what fails again and again goes to the dead letters: after three tries on one machine, five deliveries in the cloud. */
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
