/** Where this installation stands in the web. */
export interface Site {
  /** Whether pages of this origin (`https://inputlist.example.org`) are its own. What is printed leads to no other. */
  isOwn(origin: string): boolean
  /** The origin that mails lead to, without a slash at its end; absent where the installation does not know it. */
  readonly home?: string
}
