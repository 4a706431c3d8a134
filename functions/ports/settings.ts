/** What ops switch without deploying, and what differs by stage. */
export interface Settings {
  isMaintenance(): Promise<boolean>
  /**
   * What a request must carry to have come through the edge: any of these is good, because the edge takes minutes to change
   * over to a new one. None: there is no edge in front that could be gone around. Errors: they could not be read, and what
   * was read before is too old; nobody may be let in then.
   */
  originSecrets(): Promise<readonly string[]>
  /** Whether people are shown who else has a product open (setting `INPUTLIST_PRESENCE`). */
  hasPresence(): boolean
  stage(): string
  /** Version of the running build. */
  version(): string
}
