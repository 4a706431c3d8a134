/** What ops switch without deploying, and what differs by stage. */
export interface Settings {
  isMaintenance(): Promise<boolean>
  stage(): string
  /** Version of the running build. */
  version(): string
}
