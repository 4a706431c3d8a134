/**
 * Files by key (`uploads/{file}`, `imports/{job}/{n}`). What lies under `incoming/` ends by itself after two days.
 * Errors: `not_found`, `too_large`, `storage_full`.
 */
export interface FileStore {
  put(key: string, body: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<{ body: Uint8Array; contentType: string }>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
}
