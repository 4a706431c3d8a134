/** Files by key (`uploads/{sha1}`, `imports/{job}/{n}`). Errors: `not_found`, `too_large`, `storage_full`. */
export interface FileStore {
  put(key: string, body: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<{ body: Uint8Array; contentType: string }>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
}
