/** Where this installation stands in the web. */
export interface Site {
  /** Whether pages of this origin (`https://inputlist.example.org`) are its own. What is printed leads to no other. */
  isOwn(origin: string): boolean
}
