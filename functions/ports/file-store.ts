/** A file that is read piece by piece. */
export interface OpenFile {
  contentType: string
  bytes: number
  /** To be read to its end, or ended by whoever stops before: a file may be held open until then. */
  content: AsyncIterable<Uint8Array>
}
/**
 * Files by key (`uploads/{file}`, `imports/{job}/{n}`). What lies under `incoming/` and `export-parts/` ends by itself after two
 * days, what lies under `exports/` after 30.
 * Errors: `not_found`, `too_large`, `storage_full`.
 */
export interface FileStore {
  put(key: string, body: Uint8Array, contentType: string): Promise<void>
  /**
   * Puts a file of any size, piece by piece: it is there, whole, when the last piece is, and never in part. A failure of the
   * pieces leaves what was there before.
   */
  putPieces(key: string, pieces: AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  get(key: string): Promise<{ body: Uint8Array; contentType: string }>
  /** For files that may be too large for the memory. */
  open(key: string): Promise<OpenFile>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
}
