export interface ArchiveEntry {
  /** Path in the archive; each once. */
  name: string
  /** Asked for when its turn comes: so one is in memory at a time. */
  content(): Promise<Uint8Array>
}
/** Packs files into a zip, which comes in pieces. The same entries make the same bytes. */
export interface ArchiveWriter {
  zip(entries: readonly ArchiveEntry[]): AsyncIterable<Uint8Array>
}
