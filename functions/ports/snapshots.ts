/**
 * What was made of much else and can be made anew at any time, kept so that the next server need not: as JSON, by a name of
 * letters, digits and dashes.
 */
export interface Snapshots {
  /** Undefined where there is none, or none that can be read. */
  get(name: string): Promise<unknown>
  put(name: string, value: unknown): Promise<void>
}
